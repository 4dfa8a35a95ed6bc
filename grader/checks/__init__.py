"""Run an assignment's tests against one submission and collect a verdict per check.

The tests run in a trusted process of ours; the submission answers from its worker.
"""
