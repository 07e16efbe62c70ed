"""Runs the examples and table rows of a page, each by itself and from nothing."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import traceback
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from _pytest.assertion.rewrite import rewrite_asserts  # nothing public shows the values of a failed assert

from responsa.book.directives import TableTest
from responsa.book.page import Example, Table
from responsa.dice import percent
from responsa.rules import RuleId
from responsa.rulings import Ruling


class ExampleFailed(AssertionError):
    """An example or a table row does not say what the code gives.

    Args:
        place: The page's file and the line at fault.
        message: What was expected and what came.
    """

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.line = int(place.rpartition(":")[2])
        self.message = message


PRINTED = " printed"
"""Under this name, which no code can use, an example leaves what its last step printed."""


def run_example(example: Example, file: str) -> dict[str, Any]:
    """Run an example in a namespace of its own.

    Returns:
        What it leaves behind, by name.

    Raises:
        ExampleFailed: If an output differs, an assert fails or an error is raised that the page does not show; or if it
            proves nothing: no output is compared, and no assert ran.
    """
    return _run_console(example, file) if example.is_console else _run_script(example, file)


class _Session(doctest.DocTestRunner):
    """Keeps what the last step printed, and tells of a step that raises; what is wrong after it follows from it."""

    printed = ""
    has_raised = False

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        """Called for each step that raises what the page does not show."""
        if not self.has_raised:
            super().report_unexpected_exception(out, test, example, exc_info)
        self.has_raised = True

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        """Called for each step that prints something else."""
        if not self.has_raised:
            super().report_failure(out, test, example, got)

    def report_success(self, out: object, test: object, example: object, got: str) -> None:
        """Called for each step that printed what the page shows."""
        self.printed = got


def _run_console(example: Example, file: str) -> dict[str, Any]:
    space = _namespace()
    try:
        session = doctest.DocTestParser().get_doctest(example.code, space, example.page, file, example.line)
    except ValueError as error:  # prompts or indentation that cannot be read
        raise ExampleFailed(f"{file}:{example.line}", str(error)) from error
    said: list[str] = []
    runner = _Session(verbose=False)
    if runner.run(session, out=said.append).failed:
        line = re.search(r"line (\d+), in", "".join(said))
        place = f"{file}:{line[1] if line else example.line}"
        raise ExampleFailed(place, "the example does not give what the page shows\n" + "".join(said))
    if not shown_output(example):
        raise ExampleFailed(f"{file}:{example.line}", "this example shows no output, so it counts for nothing")
    return {PRINTED: runner.printed}


def _run_script(example: Example, file: str) -> dict[str, Any]:
    """Asserts are rewritten as in a test, so that a failure shows the values on its sides."""
    source = "\n" * example.line + example.code
    ran: set[int] = set()
    space = {**_namespace(), _NOTE: ran.add}
    try:
        tree = ast.parse(source, filename=file)
        asserts = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)}
        tree = ast.fix_missing_locations(_Noting().visit(tree))
        rewrite_asserts(tree, source.encode(), file)
        exec(compile(tree, file, "exec", dont_inherit=True), space)
    except SyntaxError as error:
        raise ExampleFailed(f"{file}:{error.lineno or example.line}", str(error)) from error
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        said = "".join(traceback.format_exception_only(error)).rstrip()
        raise ExampleFailed(f"{file}:{lines[-1] if lines else example.line}", said) from error
    if not asserts:
        raise ExampleFailed(f"{file}:{example.line}", "this example asserts nothing, so it counts for nothing")
    if idle := asserts - ran:
        raise ExampleFailed(f"{file}:{min(idle)}", "this assert never ran, so it counts for nothing")
    return space


_NOTE = " ran"
"""Under this name, which no code can use, an example notes which of its asserts have held."""


class _Noting(ast.NodeTransformer):
    """Lets each assert note that it ran."""

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        note = ast.Call(ast.Name(_NOTE, ast.Load()), [ast.Constant(node.lineno)], [])
        return [node, ast.copy_location(ast.Expr(note), node)]


def _namespace() -> dict[str, Any]:
    return {"__name__": "__main__"}


def pasted(example: Example) -> str:
    r"""The code of an example as a reader copies it: without prompts and output.

    Examples:
        >>> from responsa.book.examples import pasted
        >>> from responsa.book.page import Example
        >>> pasted(Example("p.md", 1, "pycon", ">>> 1 + 1\n2\n", ()))
        '1 + 1\n'
    """
    if not example.is_console:
        return example.code
    return "".join(step.source for step in doctest.DocTestParser().get_examples(example.code))


def shown_output(example: Example) -> str:
    """The output that the page shows; of an error only its last line counts."""
    steps = doctest.DocTestParser().get_examples(example.code) if example.is_console else []
    return "".join(step.exc_msg or step.want for step in steps)


def run_row(table: Table, row: int, package: str, file: str) -> None:
    """Run one row of a decision table against every test line below it.

    Raises:
        ExampleFailed: If a cell differs from what the code gives, or the call raises an error.
    """
    line, cells = table.rows[row]
    cell = dict(zip(table.columns, cells, strict=False))
    for test in table.tests:
        if test.expected not in cell:
            raise ExampleFailed(f"{file}:{line}", f"the row has no cell for {test.expected}")
        try:
            found = show(_call(test, cell, _names(package)))
        except (Exception, SystemExit) as error:
            said = traceback.format_exception_only(error)[-1].strip()
            raise ExampleFailed(f"{file}:{line}", f"{test.call} raises {said}") from error
        if found != bare(cell[test.expected]):
            says = f"the table says {test.expected} = {cell[test.expected]}, {test.call} gives {found}"
            raise ExampleFailed(f"{file}:{line}", says)


def evaluate(expression: str, package: str) -> Any:
    """The value of an expression in which the public names of a rulebook's package are known."""
    return eval(expression, _names(package))


def _names(package: str) -> dict[str, Any]:
    module = importlib.import_module(package) if package else None
    public = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    return {**public, "percent": percent, "Fraction": Fraction, "RuleId": RuleId}


def _call(test: TableTest, cell: Mapping[str, str], names: Mapping[str, Any]) -> object:
    """The value of a test's call, each `{column}` in it standing for the value of that cell."""
    values: dict[str, object] = {}

    def variable(match: re.Match[str]) -> str:
        if match[1] not in cell:
            return match[0]
        name = f"_cell{len(values)}"
        values[name] = read_cell(cell[match[1]])
        return name

    return eval(re.sub(r"\{([^{}]+)\}", variable, test.call), {**names, **values})


def bare(cell: str) -> str:
    """The text of a cell without emphasis, code marks and brackets, and with plain minus signs.

    Examples:
        >>> from responsa.book.examples import bare
        >>> bare("**−1**"), bare("[13.4k]")
        ('-1', '13.4k')
    """
    return re.sub(r"\[([^\[\]]+)\](?:\([^()\[\]]*\))?|[*`]", r"\1", cell).replace("\N{MINUS SIGN}", "-").strip()


def read_cell(cell: str) -> object:
    """The Python value of a cell: yes and no, whole numbers, fractions, a dash for nothing, several numbers, else text.

    Examples:
        >>> from responsa.book.examples import read_cell
        >>> read_cell("yes"), read_cell("−1"), read_cell("5/18"), read_cell("—"), read_cell("3, 4"), read_cell("siege")
        (True, -1, Fraction(5, 18), None, (3, 4), 'siege')
    """
    text = bare(cell)
    if text in ("yes", "no"):
        return text == "yes"
    if text == "—":
        return None
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d+/\d+", text):
        return Fraction(text)
    if re.fullmatch(r"\d+(?:, \d+)+", text):
        return tuple(int(part) for part in text.split(", "))
    return text


def show(value: object) -> str:
    """A value as a table cell shows it.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa.book.examples import show
        >>> show(True), show(None), show(Fraction(5, 18)), show((3, 4))
        ('yes', '—', '5/18', '3, 4')
    """
    if isinstance(value, bool | Ruling):
        return "yes" if value else "no"
    if value is None:
        return "—"
    if isinstance(value, tuple):
        return ", ".join(show(part) for part in value) or "—"
    return bare(str(value))
