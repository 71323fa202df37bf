"""Finds numbers for which compiled rules return something else: GPUs wrap around numbers of more than 32 bits.

In the interpreter no number is too large. So every sum, product, power and shift in `rules.py` is passed through a
function that looks at it. Only the whole of `(1 << cards) - 1` has to fit: sums, products and shifts of numbers that
were wrapped around are right again where the result fits. The other operators cannot leave 32 bits. The bits of a
negative number are not what Python counts.
"""

import ast
from types import ModuleType
from typing import Any

from parlour.fast.rewrite import INTEGER_METHODS, NOT_COMPILED

WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift)  # operators that are right modulo 2**32
LOWEST, HIGHEST = -(2**31), 2**31 - 1


class WrongNumber(Exception):
    """The message names the number and the operation of the rules."""


def too_wide(what: object) -> WrongNumber:
    return WrongNumber(f"calculates {what}, which does not fit in 32 bits")


def fit(value: Any) -> Any:
    if type(value) is int and not LOWEST <= value <= HIGHEST:
        raise too_wide(value if value.bit_length() < 100 else f"a number of {value.bit_length()} bits")
    return value


def power(base: Any, exponent: Any) -> Any:
    if abs(base) > 1 and type(exponent) is int and exponent >= 32:  # not calculated: it may take all memory
        raise too_wide(f"{base} ** {exponent}")
    return fit(base**exponent)


def shift(number: Any, by: Any) -> Any:
    if number != 0 and type(by) is int and by >= 32:
        raise too_wide(f"{number} << {by}")
    return number << by


def natural(number: Any) -> Any:
    if type(number) is int and number < 0:
        raise WrongNumber(f"counts the bits of {number}, but only numbers of at least 0 have the same bits everywhere")
    return number


class Watched(ast.NodeTransformer):
    """Passes the results of operators through the functions above."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Pow):
            return call("power", node, self.visit(node.left), self.visit(node.right))
        if isinstance(node.op, WRAPPING):
            return call("fit", node, self._part(node))
        self.generic_visit(node)
        return node

    def _part(self, node: ast.expr) -> ast.expr:
        """A sum, a product or a shift within another one, which is checked as a whole."""
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING):
            expression: ast.expr = self.visit(node)
            return expression
        if isinstance(node.op, ast.LShift):
            return call("shift", node, self._part(node.left), self.visit(node.right))
        return ast.copy_location(ast.BinOp(self._part(node.left), node.op, self._part(node.right)), node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is not int or node.value <= HIGHEST + 1:  # one more, because -2147483648 fits
            return node
        return call("fit", node, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in INTEGER_METHODS:
            node.func.value = call("natural", node, node.func.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name):
            return node
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        new = ast.Assign([node.target], self.visit(ast.copy_location(value, node)))
        return ast.fix_missing_locations(ast.copy_location(new, node))


def call(function: str, old: ast.expr, *arguments: ast.expr) -> ast.expr:
    """A call of a function above, at the line of the old expression: an error names that line."""
    new = ast.Call(ast.Name(f"parlour_{function}", ast.Load()), list(arguments), [])
    return ast.fix_missing_locations(ast.copy_location(new, old))


def watch(rules: ModuleType) -> dict[str, Any]:
    """The definitions of `rules.py`. The functions that are compiled raise WrongNumber; the others stay as they are."""
    path = str(rules.__file__)
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    tree.body = [Watched().visit(node) for node in tree.body if is_compiled(node)]
    functions = {f"parlour_{function.__name__}": function for function in (fit, power, shift, natural)}
    namespace = {**vars(rules), **functions}
    exec(compile(tree, path, "exec"), namespace)  # annotations are not evaluated, as in this file
    return namespace


def is_compiled(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name not in NOT_COMPILED
    return isinstance(node, ast.Assign | ast.AnnAssign)  # constants
