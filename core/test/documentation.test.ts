import ts from "typescript"
import { expect, it } from "vitest"
import * as DocComments from "./DocComments.js"

/** What authors of connectors and of their tests import, and the two files with the options of a runtime. */
const ENTRIES = [
  "core/src/index.ts",
  "core/src/testing/index.ts",
  "core/src/testing/replay/index.ts",
  "runtime-http/src/Runtime.ts",
  "runtime-http/src/RuntimeConfig.ts"
]

const isInScope = (file: ts.SourceFile): boolean =>
  file.fileName.includes("/core/src/") || ENTRIES.some((entry) => file.fileName.endsWith(`/${entry}`))

const isDocumented = (node: ts.Node): boolean =>
  ts.getJSDocCommentsAndTags(node).some((comment) => ts.isJSDoc(comment) && (comment.comment ?? "") !== "")

/** The comment of a union's member says what its tag means. */
const isTag = (name: ts.PropertyName): boolean => ts.isIdentifier(name) && name.text === "_tag"

/** The parts of a declaration that its users see: of a function or a constant no more than the types. */
const visibleParts = (node: ts.Node): ReadonlyArray<ts.Node | undefined> => {
  if (ts.isFunctionLike(node)) return node.parameters.map(({ type }) => type)
  if (ts.isVariableDeclaration(node)) {
    const { initializer, type } = node
    return [type, initializer !== undefined && ts.isArrowFunction(initializer) ? initializer : undefined]
  }
  if (ts.isClassDeclaration(node)) {
    return [...(node.heritageClauses ?? []), ...node.members.filter(ts.isPropertyDeclaration)]
  }
  return node.getChildren()
}

/** The types that a node names; a result or a constraint that is written in place needs only the function's comment. */
const namedTypes = (node: ts.Node): ReadonlyArray<ts.Node> =>
  ts.isTypeReferenceNode(node) ? [node] : node.getChildren().flatMap(namedTypes)

/** The members of interfaces and options that have no comment, as `file:line name`. */
const undocumented = (): ReadonlyArray<string> => {
  const program = DocComments.programOf(ENTRIES)
  const checker = program.getTypeChecker()
  const missing = new Set<string>()
  const seen = new Set<ts.Node>()

  const visitSymbol = (symbol: ts.Symbol): void => {
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    for (const declaration of original.declarations ?? []) {
      if (!isInScope(declaration.getSourceFile()) || ts.isTypeParameterDeclaration(declaration)) continue
      if (ts.isSourceFile(declaration)) checker.getExportsOfModule(original).forEach(visitSymbol)
      else visit(declaration)
    }
  }

  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && !isTag(node.name) && !isDocumented(node)) {
      missing.add(`${DocComments.placeOf(node)} ${node.name.getText()}`)
    }
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const symbol = checker.getSymbolAtLocation(ts.isTypeReferenceNode(node) ? node.typeName : node.expression)
      if (symbol !== undefined) visitSymbol(symbol)
    }
    const inPlace = ts.isFunctionLike(node) ? [...(node.typeParameters ?? []), ...(node.type ? [node.type] : [])] : []
    for (const part of [...visibleParts(node), ...inPlace.flatMap(namedTypes)]) if (part !== undefined) visit(part)
  }

  for (const entry of ENTRIES) DocComments.exportsOf(program, entry).forEach(visitSymbol)
  return [...missing]
}

it("every member of an exported interface and every option has a comment that says what it means", () => {
  expect(undocumented()).toEqual([])
})
