import ts from "typescript"
import type { Names } from "./Names.js"

/** Whether others write a value of a type, such as options, or only receive one. */
type Direction = "passed in" | "given back"

const opposite: Readonly<Record<Direction, Direction>> = { "passed in": "given back", "given back": "passed in" }

/**
 * The types whose values others write: the parameters of exported functions, and what those consist of.
 *
 * A member that such a type requires of a sudden breaks what others have written; one that is given back breaks nothing.
 */
export const find = (names: Names, exported: ReadonlyArray<ts.Symbol>): ReadonlySet<ts.Symbol> => {
  const found = { "passed in": new Set<ts.Symbol>(), "given back": new Set<ts.Symbol>() }
  const waiting: Array<readonly [ts.Symbol, Direction]> = []

  const refer = (name: ts.EntityName | ts.Expression, direction: Direction): void => {
    const symbol = names.resolve(name)
    if (symbol !== undefined && !(symbol.flags & ts.SymbolFlags.TypeParameter)) waiting.push([symbol, direction])
  }

  const visit = (node: ts.Node, direction: Direction): void => {
    if (ts.isFunctionLike(node)) {
      for (const { type } of node.parameters) if (type !== undefined) visit(type, opposite[direction])
      if (node.type !== undefined) visit(node.type, direction)
      return
    }
    if (ts.isTypeReferenceNode(node)) refer(node.typeName, direction)
    if (ts.isTypeQueryNode(node)) refer(node.exprName, direction)
    if (ts.isExpressionWithTypeArguments(node)) refer(node.expression, direction)
    if (ts.isImportTypeNode(node) && node.qualifier !== undefined) refer(node.qualifier, direction)
    ts.forEachChild(node, (part) => visit(part, direction))
  }

  const isValue = (node: ts.Declaration): boolean =>
    ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
  for (const symbol of exported) if (symbol.declarations?.some(isValue)) waiting.push([symbol, "given back"])
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [symbol, direction] = next
    if (found[direction].has(symbol)) continue
    found[direction].add(symbol)
    for (const declaration of symbol.declarations ?? []) visit(declaration, direction)
  }
  return found["passed in"]
}
