import { SchemaAST as AST, ParseResult } from "effect"

/** The parser's messages that never quote the value; any other message may. */
const HARMLESS = /^(Expected |is missing$|is unexpected$)/

/** Shorter values occur inside ordinary words, so finding one in a message proves nothing. */
const SHORTEST_QUOTE = 4

/** A list with more wrong items than this counts as wrong itself: to word and to replace each of thousands would take seconds. */
const MAX_WRONG_ITEMS = 20

const quotes = (message: string, value: unknown): boolean => {
  if (typeof value === "string" || typeof value === "number") {
    return String(value).length >= SHORTEST_QUOTE && message.includes(String(value))
  }
  return value !== null && typeof value === "object" && Object.values(value).some((item) => quotes(message, item))
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

/** The issue, in which each list or dictionary with too many wrong parts is one wrong value. */
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
      if (isOpenEnded(ast) && all.length > MAX_WRONG_ITEMS) {
        return new ParseResult.Type(ast, actual, `Expected at most ${MAX_WRONG_ITEMS} wrong items`)
      }
      const [first = issue, ...rest] = all.map(summarized)
      return new ParseResult.Composite(ast, actual, [first, ...rest], output)
    }
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
