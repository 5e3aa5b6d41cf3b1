import { ParseResult } from "effect"

/** The messages of a parser that never quote what they found; every other one may. */
const HARMLESS = /^(Expected |is missing$|is unexpected$)/

/** Shorter values are parts of ordinary words, so finding them in a message proves nothing. */
const SHORTEST_QUOTE = 4

const quotes = (message: string, value: unknown): boolean => {
  if (typeof value === "string" || typeof value === "number") {
    return String(value).length >= SHORTEST_QUOTE && message.includes(String(value))
  }
  return value !== null && typeof value === "object" && Object.values(value).some((item) => quotes(message, item))
}

/** What the schema expected, without the value that it found in `root`. */
export const expected = (issue: ParseResult.ArrayFormatterIssue, root: unknown): string => {
  if (!HARMLESS.test(issue.message)) return "Expected another value"
  const message = issue.message.replace(/,? actual [\s\S]*$/, "")
  let found = root
  for (const key of issue.path) found = (found as Readonly<Record<PropertyKey, unknown>> | null)?.[key]
  return quotes(message, found) ? "Expected another value" : message
}

/** A parse error as `path: Expected ...`, without the value that was found: it may be personal or secret. */
export const describe = (error: ParseResult.ParseError): ReadonlyArray<string> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => {
    const path = issue.path.map(String).join(".")
    const message = expected(issue, error.issue.actual)
    return path === "" ? message : `${path}: ${message}`
  })
