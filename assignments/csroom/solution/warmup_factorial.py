"""Warm-up: a function that calls itself."""


def factorial(n):
    """Return n! for a whole number n that is 0 or more, by recursion."""
    if n == 0:
        return 1
    return n * factorial(n - 1)


if __name__ == "__main__":
    for number in range(6):
        print(f"{number}! = {factorial(number)}")
