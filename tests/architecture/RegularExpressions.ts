import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"

/** A regular expression in a source file. */
export interface RegularExpression {
  /** The file and the line, such as `core/src/Timestamp.ts:4`. */
  readonly place: string
  /** What is between the slashes; null if it is made of more than constants, so that only a run would show it. */
  readonly source: string | null
  readonly flags: string
}

const FOLDERS = ["core/src", "runtime-http/src", "cli/src", "client/src", "create", "connectors", "examples"]

const SOURCE_FILE = /\.(?:ts|mjs|js)$/
const OTHER_FOLDER = /(?:^|\/)(?:node_modules|dist|test)\//

/** The source files of everything that is published or served. */
export const files = (): ReadonlyArray<string> =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => SOURCE_FILE.test(file) && !OTHER_FOLDER.test(file))
      .map((file) => `${folder}/${file}`)
  )

/** The texts that constants of a file have, by name. */
const constantsOf = (file: ts.SourceFile): ReadonlyMap<string, ts.Expression> => {
  const found = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const isConstant = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0
      if (isConstant) found.set(node.name.text, node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The text that an expression always has; null if it depends on anything else than constants. */
const textOf = (node: ts.Expression | undefined, constants: ReadonlyMap<string, ts.Expression>): string | null => {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return textOf(constants.get(node.text), constants)
  if (!ts.isTemplateExpression(node)) return null
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, constants)
    return text === null ? null : text + literal.text
  })
  return parts.includes(null) ? null : node.head.text + parts.join("")
}

/** The regular expressions in a source text: literals, and calls of `RegExp`. */
export const find = (path: string, text: string): ReadonlyArray<RegularExpression> => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const found: Array<RegularExpression> = []
  const add = (node: ts.Node, source: string | null, flags: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push({ place: `${path}:${line + 1}`, source, flags })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [source, flags] = node.arguments ?? []
      const known = flags === undefined ? "" : textOf(flags, constants)
      add(node, known === null ? null : textOf(source, constants), known ?? "")
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The regular expressions in all source files. */
export const all = (): ReadonlyArray<RegularExpression> =>
  files().flatMap((path) => {
    const text = readFileSync(path, "utf8")
    return text.includes("/") ? find(path, text) : []
  })
