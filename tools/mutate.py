"""Changes code in one place at a time: operators, constants, conditions, returns, checks and rule ids."""

from __future__ import annotations
import __future__

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from types import CodeType

RULE = re.compile(r"(?:HEL|HIS|ROR) [A-Z]?\d+(?:\.\d+)*[a-z]?")

_FLAGS = __future__.annotations.compiler_flag

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one place.

    Attributes:
        module: The importable name of the module.
        place: The function (`may_withdraw`, `Stack.only`), the constant (`MAX_INSIDE`), or a default (`withdraw(by)`).
        line: The line in the module's file.
        before: The code as it is.
        after: The code as it would be.
        node: The number of the node in the walk over what is changed.
        variant: Which of the changes of that node.
    """

    module: str
    place: str
    line: int
    before: str
    after: str
    node: int
    variant: int

    @property
    def is_constant(self) -> bool:
        """Whether a constant of the module is changed and not a function."""
        return self.place.isupper()

    @property
    def is_default(self) -> bool:
        """Whether the default of an argument is changed."""
        return self.place.endswith(")")

    @property
    def is_rule_id(self) -> bool:
        """Whether only the rule on which something rests is changed."""
        return bool(RULE.fullmatch(self.before.strip("'")))

    def __str__(self) -> str:
        return f"{self.place}: {self.before}  ->  {self.after}"


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_in(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Every function and method with its qualified name; functions inside functions belong to these."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner


def constants_in(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Every constant of a module with its value."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name.isupper():
                yield name, value


def mutants_of(source: str, module: str) -> list[Mutant]:
    """Every change that can be made to a module, in the order of its lines."""
    tree = ast.parse(source)
    found: list[Mutant] = []
    for name, function in functions_in(tree):
        body = _bare(function)
        found += _mutants(module, name, body)
        for argument, default in _defaults(function):
            found += _mutants(module, f"{name}({argument})", default)
    for name, value in constants_in(tree):
        found += _mutants(module, name, value)
    return sorted(found, key=lambda mutant: (mutant.line, mutant.node, mutant.variant))


def _mutants(module: str, place: str, root: ast.AST) -> Iterator[Mutant]:
    spared = _spared(root)
    for number, node in enumerate(ast.walk(root)):
        if id(node) not in spared:
            for variant, (before, after) in enumerate(variants(node)):
                shown = (_shown(before), _shown(after) if after is not None else "nothing")
                yield Mutant(module, place, getattr(before, "lineno", 0), *shown, number, variant)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:97]}..."


def _bare(function: Function) -> Function:
    """A function without decorators, annotations, defaults and docstring: none of these is changed."""
    bare = deepcopy(function)
    bare.decorator_list, bare.returns = [], None
    if ast.get_docstring(bare, clean=False) is not None:
        bare.body = bare.body[1:] or [ast.Pass(lineno=bare.lineno, col_offset=0)]
    arguments = (*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs)
    for argument in (*arguments, *filter(None, (bare.args.vararg, bare.args.kwarg))):
        argument.annotation = None
    bare.args.defaults = [ast.Constant(None, lineno=function.lineno, col_offset=0) for _ in bare.args.defaults]
    bare.args.kw_defaults = [
        default and ast.Constant(None, lineno=function.lineno, col_offset=0) for default in bare.args.kw_defaults
    ]
    return bare


def _spared(root: ast.AST) -> set[int]:
    """Nodes that are no code to be changed: the types of variables, and of what inner functions take and give."""
    inside = list(ast.walk(root))
    types = [node.annotation for node in inside if isinstance(node, ast.AnnAssign | ast.arg)]
    types += [node.returns for node in inside if isinstance(node, Function)]
    return {id(inner) for node in types if node for inner in ast.walk(node)}


def _defaults(function: Function) -> Iterator[tuple[str, ast.expr]]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    yield from zip((argument.arg for argument in with_default), arguments.defaults, strict=True)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            yield argument.arg, default


# --- what can be changed ---


def variants(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """Each change of a node: what is shown as changed, and what stands in the node's place then."""
    match node:
        case ast.Compare():
            for number, operator in enumerate(node.ops):
                changed = deepcopy(node)
                changed.ops[number] = _COMPARE[type(operator)]()
                yield node, changed
        case ast.BoolOp():
            changed_bool = deepcopy(node)
            changed_bool.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, changed_bool
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, operand
        case ast.BinOp(op=operator) if type(operator) in _BINARY and not _is_text(node):
            changed_binary = deepcopy(node)
            changed_binary.op = _BINARY[type(operator)]()
            yield node, changed_binary
        case ast.If() | ast.While() | ast.IfExp():
            if not _is_negated_elsewhere(node.test):
                changed_test = deepcopy(node)
                changed_test.test = ast.UnaryOp(ast.Not(), changed_test.test)
                yield node.test, changed_test
        case ast.comprehension():
            for number, test in enumerate(node.ifs):
                if not _is_negated_elsewhere(test):
                    changed_for = deepcopy(node)
                    changed_for.ifs[number] = ast.UnaryOp(ast.Not(), changed_for.ifs[number])
                    yield test, changed_for
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.Constant(value=str(text)) if RULE.fullmatch(text):
            yield node, ast.Constant(f"{text[:3]} 99z")
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant) or value.value is not None:
            yield node, ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield node, ast.Pass()


def _is_text(node: ast.BinOp) -> bool:
    """Whether words are joined: a change would only raise an error."""
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _is_negated_elsewhere(test: ast.expr) -> bool:
    """Whether the change of its operator is already the opposite of a condition."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and not isinstance(test.ops[0], _ORDER)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return ast.copy_location(self.new, node) if hasattr(node, "lineno") else self.new
        return self.generic_visit(node)


def changed(root: ast.AST, mutant: Mutant) -> ast.AST:
    """A copy of what is changed, with the change made."""
    copy = deepcopy(root)
    node = list(ast.walk(copy))[mutant.node]
    _, new = list(variants(node))[mutant.variant]
    assert new is not None
    return ast.fix_missing_locations(_Put(node, new).visit(copy))


def changed_code(tree: ast.Module, mutant: Mutant, file: str) -> CodeType:
    """The compiled code of a function with the change made."""
    (function,) = [node for name, node in functions_in(tree) if name == mutant.place]
    node = changed(_bare(function), mutant)
    assert isinstance(node, Function)
    owner, _, name = mutant.place.rpartition(".")
    if any(isinstance(inner, ast.Name) and inner.id in ("super", "__class__") for inner in ast.walk(function)):
        node.body.insert(0, ast.parse("if 0: __class__").body[0])  # code that is put in must know its class as before
    body: list[ast.stmt] = [node]
    if owner:
        body = [ast.ClassDef(owner, [], [], body, [], lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)]
    code: CodeType = compile(ast.Module(body, []), file, "exec", flags=_FLAGS, dont_inherit=True)
    for part in filter(None, (owner, name)):
        (code,) = [const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == part]
    return code


def changed_value(tree: ast.Module, mutant: Mutant, file: str) -> CodeType:
    """The compiled expression of a constant or default with the change made, to be evaluated in its module."""
    if mutant.is_default:
        place, _, argument = mutant.place[:-1].partition("(")
        (function,) = [node for name, node in functions_in(tree) if name == place]
        value = dict(_defaults(function))[argument]
    else:
        value = dict(constants_in(tree))[mutant.place]
    expression = changed(value, mutant)
    assert isinstance(expression, ast.expr)
    code: CodeType = compile(ast.Expression(expression), file, "eval", flags=_FLAGS, dont_inherit=True)
    return code
