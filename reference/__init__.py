"""The game and its solution, as values. Standard library only.

Terms are the field's: *board*, *square*, *mark*, *position* (a board and whose turn it is),
*legal move*, *value* (what perfect play brings the player to move), *tablebase*.
"""
