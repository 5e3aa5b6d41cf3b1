import ts from "typescript"
import type { Names } from "./Names.js"

/** A type as text in one line, with the names that others know; `refer` is told what it names of these packages. */
export type Print = (node: ts.Node) => string

export const make = (names: Names, refer: (symbol: ts.Symbol) => void): Print => {
  const own = (symbol: ts.Symbol): string => {
    refer(symbol)
    return names.of(symbol)
  }

  const nameOf = (name: ts.EntityName | ts.Expression): string => {
    const symbol = names.resolve(name)
    if (symbol === undefined) return names.external(name)
    return symbol.flags & ts.SymbolFlags.TypeParameter ? name.getText() : own(symbol)
  }

  /** `import("effect/Schema").Struct` is `Schema.Struct`. */
  const importOf = ({ argument, isTypeOf, qualifier }: ts.ImportTypeNode): string => {
    const symbol = qualifier && names.resolve(qualifier)
    const module = argument.getText().slice(1, -1)
    const external = `${module.slice(module.lastIndexOf("/") + 1)}${qualifier ? `.${qualifier.getText()}` : ""}`
    return `${isTypeOf ? "typeof " : ""}${symbol === undefined ? external : own(symbol)}`
  }

  /** The names in a node that are written differently: until where each reaches, and what stands for it. */
  const replacements = (node: ts.Node): ReadonlyArray<readonly [start: number, end: number, text: string]> => {
    if (ts.isImportTypeNode(node)) {
      const { end } = node.qualifier ?? node.argument
      // The module's name is followed by a bracket.
      const last = node.qualifier === undefined ? end + 1 : end
      return [[node.getStart(), last, importOf(node)], ...(node.typeArguments ?? []).flatMap(replacements)]
    }
    if (ts.isEntityName(node) || ts.isPropertyAccessExpression(node)) {
      return [[node.getStart(), node.end, nameOf(node)]]
    }
    // The compiler writes the members of a union in the order in which it met them.
    if (ts.isUnionTypeNode(node)) return [[node.getStart(), node.end, members(node).map(print).join(" | ")]]
    const named = [
      ...(ts.isTypeReferenceNode(node) ? [node.typeName] : []),
      ...(ts.isTypeQueryNode(node) ? [node.exprName] : []),
      ...(ts.isExpressionWithTypeArguments(node) ? [node.expression] : [])
    ]
    if (named.length > 0) {
      const { typeArguments } = node as ts.NodeWithTypeArguments
      return [...named, ...(typeArguments ?? [])].flatMap(replacements)
    }
    const parts: Array<ts.Node> = []
    ts.forEachChild(node, (part) => void parts.push(part))
    return parts.flatMap((part) => (ts.isIdentifier(part) ? [] : replacements(part)))
  }

  const print: Print = (node) => {
    const file = node.getSourceFile().text
    let text = ""
    let position = node.getStart()
    for (const [start, end, written] of replacements(node)) {
      text += file.slice(position, start) + written
      position = end
    }
    return `${text}${file.slice(position, node.end)}`.replaceAll(/\s+/g, " ")
  }

  const members = (union: ts.UnionTypeNode) => sorted(union, print)
  return print
}

/** The members of a union in the order of their text; null and undefined come last. */
export const sorted = (union: ts.UnionTypeNode, print: Print): ReadonlyArray<ts.TypeNode> => {
  const keyed = union.types.map((type) => {
    const text = print(type)
    return { type, key: /^(null|undefined)$/.test(text) ? `~${text}` : text }
  })
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ type }) => type)
}
