import { SchemaAST as AST, Option, ParseResult } from "effect"
import * as WrongItems from "./WrongItems.js"

/** The parser's messages that never quote the value; any other message may. */
const HARMLESS = /^(Expected |is missing$|is unexpected$)/

/** Shorter values occur inside ordinary words, so finding one in a message proves nothing. */
const SHORTEST_QUOTE = 4

/** In how many parts of a value a quotation is looked for. Beyond them the message is not shown: a value can have a million parts. */
const MAX_PARTS = 1_000

/** Whether the message quotes the value, or may do so because the value has too many parts. */
const quotes = (message: string, value: unknown): boolean => {
  const parts = [value]
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (typeof part === "string" || typeof part === "number") {
      if (String(part).length >= SHORTEST_QUOTE && message.includes(String(part))) return true
    } else if (part !== null && typeof part === "object") {
      const inner: ReadonlyArray<unknown> = Array.isArray(part) ? part : Object.values(part)
      if (parts.length + inner.length > MAX_PARTS) return true
      parts.push(...inner)
    }
  }
  return false
}

/** What the schema expected, without quoting the value; `root` is the value that was parsed. */
export const expected = (issue: ParseResult.ArrayFormatterIssue, root: unknown): string => {
  if (!HARMLESS.test(issue.message)) return "Expected a different value"
  const message = issue.message.replace(/,? actual [\s\S]*$/, "")
  let found = root
  for (const key of issue.path) found = (found as Readonly<Record<PropertyKey, unknown>> | null)?.[key]
  return quotes(message, found) ? "Expected a different value" : message
}

/** Whether a value of this type has as many parts as the vendor likes. */
const isOpenEnded = (ast: AST.AST): boolean =>
  AST.isTupleType(ast) || (AST.isTypeLiteral(ast) && ast.indexSignatures.length > 0)

/** Whether the author words the issue, from the value. */
const isWorded = ({ ast, message }: ParseResult.Type): boolean =>
  message !== undefined ||
  Option.isSome(AST.getMessageAnnotation(ast)) ||
  Option.isSome(AST.getParseIssueTitleAnnotation(ast))

/**
 * The issue, in which each list or dictionary with too many wrong parts is one wrong value, and without the values, which the parser would print
 * as a whole, and of which no message says anything.
 */
const summarized = (issue: ParseResult.ParseIssue): ParseResult.ParseIssue => {
  switch (issue._tag) {
    case "Pointer":
      return new ParseResult.Pointer(issue.path, issue.actual, summarized(issue.issue))
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, issue.actual, issue.kind, summarized(issue.issue))
    case "Transformation":
      return new ParseResult.Transformation(issue.ast, issue.actual, issue.kind, summarized(issue.issue))
    case "Composite": {
      const { actual, ast, issues, output } = issue
      const all = [issues].flat() as ReadonlyArray<ParseResult.ParseIssue>
      if (isOpenEnded(ast) && all.length > WrongItems.MAX) {
        return new ParseResult.Type(ast, actual, `Expected at most ${WrongItems.MAX} wrong items`)
      }
      const [first = issue, ...rest] = all.map(summarized)
      return new ParseResult.Composite(ast, actual, [first, ...rest], output)
    }
    case "Type":
      return isWorded(issue) ? issue : new ParseResult.Type(issue.ast, null)
    default:
      return issue
  }
}

/** What is wrong with a value, place by place; one place for a list with very many wrong items. */
export const issuesOf = ({ issue }: ParseResult.ParseError): ReadonlyArray<ParseResult.ArrayFormatterIssue> =>
  ParseResult.ArrayFormatter.formatIssueSync(summarized(issue))

/** A parse error as lines of `path: Expected ...`, without the values, which may be personal or secret. */
export const describe = (error: ParseResult.ParseError): ReadonlyArray<string> =>
  issuesOf(error).map((issue) => {
    const path = issue.path.map(String).join(".")
    const message = expected(issue, error.issue.actual)
    return path === "" ? message : `${path}: ${message}`
  })
