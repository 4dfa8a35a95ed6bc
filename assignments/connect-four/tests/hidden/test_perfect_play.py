"""Hidden: the same on four rows and five columns, after 60 positions drawn by chance."""

import pytest


@pytest.mark.points(10)
@pytest.mark.about("best_move")
def test_wider_board(variant):
    """Keeps the result on a wider board too, wherever that can be got wrong."""
    variant("wide").play.must_keep(percent=100)
