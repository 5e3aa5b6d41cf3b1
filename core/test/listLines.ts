import ts from "typescript"
import { codeLines } from "./codeLines.js"

const isCode = (node: ts.Node): boolean =>
  ts.isCallExpression(node) || ts.isArrowFunction(node) || ts.forEachChild(node, isCode) === true

/** Whether a value is written as a table, in which nothing is called. */
const isTable = (value: ts.Expression | undefined): boolean =>
  value !== undefined && (ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value)) && !isCode(value)

/** What `toX` returns: the record, if it writes it as one object, whose lines each say what a field is read from. */
const recordOf = (name: string, value: ts.Expression | undefined): ts.Expression | undefined => {
  if (value === undefined || !/^to[A-Z]/.test(name) || !ts.isArrowFunction(value)) return undefined
  const last = ts.isBlock(value.body) ? value.body.statements.at(-1) : undefined
  const result = ts.isBlock(value.body) ? last && ts.isReturnStatement(last) && last.expression : value.body
  if (!result) return undefined
  const bare = ts.isParenthesizedExpression(result) ? result.expression : result
  return ts.isObjectLiteralExpression(bare) ? bare : undefined
}

/** The text of a row schema, of a table, or of the record of a mapping in a statement; empty if it has none. */
const exemptIn = (statement: ts.Statement): string => {
  if (ts.isInterfaceDeclaration(statement) && /extends Schema\.Schema\.Type</.test(statement.getText())) {
    return statement.getText()
  }
  if (!ts.isVariableStatement(statement)) return ""
  const [declared] = statement.declarationList.declarations
  const value = declared?.initializer
  if (isTable(value)) return statement.getText()
  if (value !== undefined && /^(?:Schema|Row)\./.test(value.getText())) return statement.getText()
  return recordOf(declared?.name.getText() ?? "", value)?.getText() ?? ""
}

/** How many lines of code the file of a list has besides row schemas, tables and the records that its mappings return. */
export const listLines = (text: string): number => {
  const { statements } = ts.createSourceFile("list.ts", text, ts.ScriptTarget.Latest, true)
  const exempt = statements.map((statement) => codeLines(exemptIn(statement)))
  return codeLines(text) - exempt.reduce((sum, lines) => sum + lines, 0)
}
