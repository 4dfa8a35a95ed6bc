"""Grades as pages and files: values in, text out. The caller writes the files."""
