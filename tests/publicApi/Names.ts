import ts from "typescript"
import { declarationsOf, type Entry } from "./Declarations.js"

/** The names that others know a declaration by, such as `Extractor.Options`, and the names of what they cannot import. */
export interface Names {
  /** The name of a declaration of these entries; that of a hidden one starts with its file, such as `PageWalk#Page`. */
  readonly of: (symbol: ts.Symbol) => string
  /** All names by which others can import a declaration. */
  readonly allOf: (symbol: ts.Symbol) => ReadonlyArray<string>
  /** Whether others can import a declaration. */
  readonly isExported: (symbol: ts.Symbol) => boolean
  /** What an entry exports, in the order of the names; namespaces are replaced by their members. */
  readonly exportsOf: (entry: Entry) => ReadonlyArray<ts.Symbol>
  /** The symbol that a name in a declaration stands for; undefined for what other packages declare. */
  readonly resolve: (name: ts.EntityName | ts.Expression) => ts.Symbol | undefined
  /** How a name of another package is written, regardless of what the file calls it, such as `Schema.Struct`. */
  readonly external: (name: ts.EntityName | ts.Expression) => string
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const first = (name: ts.Node): ts.Node => {
  if (ts.isQualifiedName(name)) return first(name.left)
  return ts.isPropertyAccessExpression(name) ? first(name.expression) : name
}

/** The module and the name that an import takes from it; `*` for the whole module. */
const importOf = (declaration: ts.Node): { readonly module: string; readonly name: string } | undefined => {
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration)
  if (statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined
  const name = ts.isImportSpecifier(declaration) ? (declaration.propertyName ?? declaration.name).text : "*"
  return { module: statement.moduleSpecifier.text, name }
}

export const make = (program: ts.Program, entries: ReadonlyArray<Entry>): Names => {
  const checker = program.getTypeChecker()
  const names = new Map<ts.Symbol, ReadonlyArray<string>>()

  const original = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  const visit = (module: ts.Symbol, prefix: string): ReadonlyArray<ts.Symbol> =>
    checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = original(exported)
      const name = `${prefix}${exported.name}`
      if (symbol.flags & ts.SymbolFlags.ValueModule && symbol.declarations?.some(ts.isSourceFile)) {
        return visit(symbol, `${name}.`)
      }
      names.set(symbol, [...(names.get(symbol) ?? []), name])
      return [symbol]
    })

  const exported = new Map(
    entries.map((entry) => {
      const file = program.getSourceFile(declarationsOf(entry))
      const module = file && checker.getSymbolAtLocation(file)
      if (module === undefined) throw new Error(`${entry.specifier} exports nothing`)
      return [entry, [...new Set(visit(module, ""))]] as const
    })
  )

  const nameOf = (symbol: ts.Symbol): string => {
    // Of several names for one declaration the shortest is the one to write.
    const [shortest] = (names.get(symbol) ?? []).toSorted((one, other) => one.length - other.length)
    if (shortest !== undefined) return shortest
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? ""
    return `${lastPart(file).replace(".d.ts", "")}#${symbol.name}`
  }

  return {
    of: nameOf,
    allOf: (symbol) => names.get(symbol) ?? [],
    isExported: (symbol) => names.has(symbol),
    exportsOf: (entry) => (exported.get(entry) ?? []).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
    resolve: (name) => {
      const found = checker.getSymbolAtLocation(name)
      const symbol = found && original(found)
      return symbol?.declarations === undefined ? undefined : symbol
    },
    external: (name) => {
      const text = name.getText()
      const start = first(name)
      const [declaration] = checker.getSymbolAtLocation(start)?.declarations ?? []
      const imported = declaration && importOf(declaration)
      if (imported === undefined) return text
      const rest = text.slice(start.getText().length)
      return `${imported.name === "*" ? lastPart(imported.module) : imported.name}${rest}`
    }
  }
}
