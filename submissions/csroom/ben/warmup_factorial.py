"""Warm-up: a function that calls itself.

5! (say "five factorial") is 5 * 4 * 3 * 2 * 1 = 120. Two facts are all you need:
0! is 1, and n! is n times (n - 1)!. The first is the base case, the second the recursive step.
"""


def factorial(n):
    if n <= 1:
        return 1
    else:
        return n * factorial(n-1)


if __name__ == "__main__":
    for number in range(6):
        print(f"{number}! = {factorial(number)}")
