"""The child process: load one submission from text, answer calls. Standard library only.

Nothing here imports anything of ours outside this folder, and the child can import nothing else
of ours either. Whatever this process says is a claim of the submission: the other side believes
values, never judgements.
"""
