import { validateHeaderName, validateHeaderValue } from "node:http"

/** A fault to inject: the next `times` requests that match `path` fail as described. */
export interface Fault {
  /** Regular expression, matched against the path with and without its query. */
  readonly path: string
  /** Number of requests that fail, from 1 to 1,000,000. */
  readonly times: number
  /** Status of the answer; 500 by default, 502 with `html`. */
  readonly status?: number
  /** Additional headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Body of the answer; by default the Okta error for the status. */
  readonly body?: unknown
  /** Cuts the connection without an answer. */
  readonly drop?: boolean
  /** Accepts the request but never answers. */
  readonly hang?: boolean
  /** Answers with a web page, like a proxy or a login wall. */
  readonly html?: boolean
  /** Sends the real answer without the second half of its body. */
  readonly truncate?: boolean
}

const WAYS = ["drop", "hang", "html", "truncate"] as const
const KEYS: ReadonlySet<string> = new Set(["path", "times", "status", "headers", "body", ...WAYS])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const pathProblem = (path: unknown): string | undefined => {
  if (typeof path !== "string" || path === "") return "path must be a regular expression, as a string"
  try {
    new RegExp(path)
    return undefined
  } catch {
    return `path is not a valid regular expression: ${path}`
  }
}

const headersProblem = (headers: unknown): string | undefined => {
  if (headers === undefined) return undefined
  if (!isObject(headers)) return "headers must be an object of strings"
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string") return `header ${name} must be a string`
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      return `header ${name} cannot be sent`
    }
  }
  return undefined
}

const isCount = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most

const problemOf = (fault: Record<string, unknown>): string | undefined => {
  const unknownKey = Object.keys(fault).find((key) => !KEYS.has(key))
  if (unknownKey !== undefined) return `unknown key ${unknownKey}; known keys are ${[...KEYS].join(", ")}`
  const badFlag = WAYS.find((way) => fault[way] !== undefined && typeof fault[way] !== "boolean")
  if (badFlag !== undefined) return `${badFlag} must be true or false`
  const ways = WAYS.filter((way) => fault[way] === true)
  if (ways.length > 1) return `${ways.join(" and ")} cannot be combined`
  if (!isCount(fault.times, 1, 1_000_000)) return "times must be a whole number from 1 to 1000000"
  if (fault.status !== undefined && !isCount(fault.status, 200, 599)) return "status must be from 200 to 599"
  const answer = ["status", "headers", "body"].find((key) => fault[key] !== undefined)
  if ((fault.drop === true || fault.hang === true) && answer)
    return `${ways[0]} sends no answer, so ${answer} has no effect`
  if (fault.truncate === true && answer) return `truncate sends the real answer, so ${answer} has no effect`
  return pathProblem(fault.path) ?? headersProblem(fault.headers)
}

/** Checks that `input` is a valid fault; throws a TypeError that says what is wrong. */
export const parseFault = (input: unknown): Fault => {
  if (!isObject(input)) throw new TypeError('a fault is an object like {"path": "^/api/v1/users", "times": 1}')
  const problem = problemOf(input)
  if (problem !== undefined) throw new TypeError(problem)
  return { ...input } as unknown as Fault
}

/** A queue of faults: `take` returns the oldest one that matches a request, and counts it down. */
export const makeFaults = () => {
  let waiting: Array<{ readonly fault: Fault; readonly pattern: RegExp; left: number }> = []
  return {
    add: (fault: Fault): void => {
      waiting.push({ fault, pattern: new RegExp(fault.path), left: fault.times })
    },
    clear: (): void => {
      waiting = []
    },
    take: (path: string, pathAndQuery: string): Fault | undefined => {
      const entry = waiting.find(({ pattern }) => pattern.test(path) || pattern.test(pathAndQuery))
      if (entry === undefined) return undefined
      entry.left--
      if (entry.left === 0) waiting = waiting.filter((other) => other !== entry)
      return entry.fault
    }
  }
}
