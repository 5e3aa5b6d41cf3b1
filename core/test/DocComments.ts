import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import type { Description, Descriptions } from "../src/records/Description.js"

/** The root of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** The repository's compiler options. */
export const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  return ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root).options
}

/** A program with these files, by their paths from the root. */
export const programOf = (paths: ReadonlyArray<string>): ts.Program =>
  ts.createProgram(
    paths.map((path) => root + path),
    compilerOptions()
  )

/** The exports of a file of the program. */
export const exportsOf = (program: ts.Program, path: string): ReadonlyArray<ts.Symbol> => {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(root + path)
  const symbol = file && checker.getSymbolAtLocation(file)
  if (symbol === undefined) throw new Error(`${path} is no module`)
  return checker.getExportsOfModule(symbol)
}

/** Where a node is, as `file:line`. */
export const placeOf = (node: ts.Node): string => {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(root, file.fileName)}:${line + 1}`
}

interface Found {
  readonly descriptions: Descriptions
  /** The schemas and fields without a comment, as `file:line name`. */
  readonly missing: ReadonlyArray<string>
}

/** The comments of the schemas that modules export, also of functions that make a schema, and of their fields. */
export const read = (paths: ReadonlyArray<string>): Found => {
  const program = programOf(paths)
  const checker = program.getTypeChecker()
  const missing: Array<string> = []

  const textOf = (symbol: ts.Symbol, label: string): string => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, " ").trim()
    const [declaration] = symbol.declarations ?? []
    if (text === "") missing.push(`${declaration === undefined ? "" : placeOf(declaration)} ${label}`)
    return text
  }

  const symbols = paths.flatMap((path) => exportsOf(program, path))
  const entries = symbols.flatMap((exported): ReadonlyArray<readonly [string, Description]> => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.valueDeclaration === undefined || !ts.isVariableDeclaration(symbol.valueDeclaration)) return []
    const type = checker.getTypeOfSymbol(symbol)
    const schema = type.getCallSignatures()[0]?.getReturnType() ?? type
    if (schema.getProperty("ast") === undefined) return []
    const struct = schema.getProperty("fields")
    const fields = struct === undefined ? [] : checker.getTypeOfSymbol(struct).getProperties()
    const { name } = exported
    return [
      [
        name,
        {
          text: textOf(symbol, name),
          fields: Object.fromEntries(fields.map((field) => [field.name, textOf(field, `${name}.${field.name}`)]))
        }
      ]
    ]
  })
  return { descriptions: Object.fromEntries(entries), missing }
}

const quoted = (texts: Readonly<Record<string, string>>, indent: string): string => {
  const lines = Object.entries(texts).map(([name, text]) => `${indent}  ${name}: ${JSON.stringify(text)}`)
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`
}

/**
 * The source of a module with the table of descriptions; `type` is the table's type, and `from` the module that exports
 * it.
 */
export const render = (
  descriptions: Descriptions,
  { from, type }: { readonly from: string; readonly type: string }
): string => {
  const rows = Object.entries(descriptions)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, { fields, text }]) =>
        `  ${name}: {\n    text: ${JSON.stringify(text)},\n    fields: ${quoted(fields, "    ")}\n  }`
    )
  return [
    "// Written by `pnpm generate` from the comments of the schemas: edit those.",
    `import type { ${type.split(".")[0]} } from "${from}"`,
    "",
    `export const descriptions: ${type} = {`,
    rows.join(",\n"),
    "}",
    ""
  ].join("\n")
}
