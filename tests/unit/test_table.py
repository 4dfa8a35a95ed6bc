"""Reading TOML strictly: every error names the place and the key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.errors import ConfigError
from grader.table import Table


def table(**raw: object) -> Table:
    return Table(raw, "a.toml")


def test_a_value_of_the_right_kind_is_handed_out() -> None:
    assert table(title="T").take("title", str) == "T"
    assert table(on=True).take("on", bool) is True
    assert table(names=["a", "b"]).texts("names") == ("a", "b")
    assert table(shape="flat").choice("shape", ("flat", "nested")) == "flat"
    assert table(call_s=2).number("call_s") == 2.0


def test_a_default_stands_in_for_a_missing_key() -> None:
    assert table().take("demo", bool, False) is False  # noqa: FBT003 - the default
    assert table().texts("names", []) == ()
    assert table().number("call_s", 10) == 10.0
    assert table().table("limits", {}).rest() == {}
    assert table().tables("rubric", []) == []


@pytest.mark.parametrize(
    ("raw", "read", "told"),
    [
        ({}, lambda t: t.take("title", str), "title: missing"),
        ({}, lambda t: t.texts("title"), "title: missing"),
        ({}, lambda t: t.number("title"), "title: missing"),
        ({"n": "1"}, lambda t: t.take("n", int), "n: '1' is of the wrong kind"),
        ({"n": True}, lambda t: t.take("n", int), "n: True is of the wrong kind"),
        ({"n": True}, lambda t: t.number("n"), "n: True is of the wrong kind"),
        ({"n": ["a", 1]}, lambda t: t.texts("n"), "n: should be a list of texts"),
        ({"n": "a"}, lambda t: t.texts("n"), "n: 'a' is of the wrong kind"),
        ({"n": "round"}, lambda t: t.choice("n", ("flat",)), "n: 'round' is none of flat"),
        ({"n": 0}, lambda t: t.number("n"), "n: should be a number more than 0"),
        ({"n": -1.5}, lambda t: t.number("n"), "n: should be a number more than 0"),
        ({"n": 1}, lambda t: t.table("n"), "n: 1 is of the wrong kind"),
        ({"n": [1]}, lambda t: t.tables("n"), "n: should be tables"),
        ({"n": {"a": 1}}, lambda t: t.table("n").done(), "[n]: a: unknown key"),
        ({"n": [{}, {"a": 1}]}, lambda t: t.tables("n")[1].done(), "[[n]] 2: a: unknown key"),
        ({"a": 1}, Table.done, "a: unknown key"),
    ],
)
def test_each_way_to_be_wrong_names_the_place_and_the_key(
    raw: dict[str, object], read: Callable[[Table], object], told: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        read(Table(raw, "a.toml"))
    assert str(caught.value).startswith(f"a.toml: {told}")


def test_what_was_asked_for_is_no_longer_left() -> None:
    read = table(title="T", more=1)
    read.take("title", str)
    assert read.rest() == {"more": 1}
    read.done()
