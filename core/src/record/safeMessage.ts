import { ParseResult } from "effect"

/** The parser's messages that never quote the value; any other message may. */
const HARMLESS = /^(Expected |is missing$|is unexpected$)/

/** Shorter values occur inside ordinary words, so finding one in a message proves nothing. */
const SHORTEST_QUOTE = 4

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

/** A parse error as lines of `path: Expected ...`, without the values, which may be personal or secret. */
export const describe = (error: ParseResult.ParseError): ReadonlyArray<string> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => {
    const path = issue.path.map(String).join(".")
    const message = expected(issue, error.issue.actual)
    return path === "" ? message : `${path}: ${message}`
  })
