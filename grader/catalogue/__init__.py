"""Programs with one known fault each, and what they answer on every board.

A fault has a name only because a program that has it answers as the student's does, on every
board that was asked. The engines here are small variations of the right program; they know
boards, results and roles, and nothing of any assignment.
"""
