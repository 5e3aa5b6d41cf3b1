import type { HttpApiEndpoint } from "@effect/platform"
import { Option, type ParseResult, type Schema } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import { properties, type Rule, ruleOf } from "../../../api/parts/Parameter.js"
import { nearestName } from "../../../NearestName.js"
import * as UnknownNames from "./UnknownNames.js"

type Issue = ParseResult.ArrayFormatterIssue

/** The endpoint of a request, as far as its mistakes depend on it. */
interface Match {
  readonly route: { readonly endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps | null }
}

const ruleIn = (schema: Option.Option<Schema.Schema.All>, name: string): Option.Option<Rule> =>
  Option.flatMap(schema, (each) =>
    Option.fromNullable(properties(each).find((property) => property.name === name))
  ).pipe(Option.flatMap(({ type }) => ruleOf(type)))

const typeOf = (issue: Issue, rule: Option.Option<Rule>): string => {
  if (issue._tag === "Missing") return "missing"
  if (issue._tag === "Unexpected") return "unexpected"
  return Option.match(rule, { onNone: () => "invalid", onSome: ({ type }) => type })
}

const constraintsOf = (rule: Option.Option<Rule>): Readonly<Record<string, unknown>> =>
  Option.match(rule, { onNone: () => ({}), onSome: ({ constraints }) => constraints })

/** The default message of a schema ends with the value, which may be a secret; this keeps only what was expected. */
const expectation = ({ _tag, message }: Issue): string =>
  _tag === "Unexpected" ? "Unknown field. Check its spelling or remove it." : message.replace(/,? actual [\s\S]*$/, "")

/** How many characters of a field's name an error repeats. */
const MAX_NAME = 100

const clipped = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name)

/** The fields of a route's body. */
const fieldsOf = ({ endpoint }: Match["route"]): ReadonlyArray<string> =>
  Option.match(endpoint?.payloadSchema ?? Option.none(), { onNone: () => [], onSome: properties }).map(({ name }) =>
    String(name)
  )

/** What is wrong with a query parameter: by other parameters, by the names that it knows, or by what was expected. */
const explanation = (rule: Rule, name: string, query: URLSearchParams, expected: string) => {
  const sent = query.getAll(name)
  const refusal = sent.length === 1 ? rule.refuse?.(sent.join(), query) : null
  if (refusal) return UnknownNames.explainRefusal(refusal, sent.join())
  const unknown = UnknownNames.find(rule, sent)
  return {
    msg: unknown.length === 0 ? expected : UnknownNames.explain(rule, unknown),
    ctx: { ...rule.constraints, ...UnknownNames.nearestOf(unknown) }
  }
}

const detail = (issue: Issue, { route }: Match, sent: URLSearchParams): Errors.Mistake => {
  const [first, ...rest] = issue.path.map(String)
  const name = first ?? ""
  const msg = expectation(issue)
  const path = Option.fromNullable(route.endpoint?.pathSchema).pipe(Option.flatten)
  const query = Option.fromNullable(route.endpoint?.urlParamsSchema).pipe(Option.flatten)
  const inPath = ruleIn(path, name)
  if (Option.isSome(inPath)) {
    return { loc: ["path", name], msg, type: typeOf(issue, inPath), ctx: constraintsOf(inPath) }
  }
  const inQuery = ruleIn(query, name)
  if (Option.isSome(inQuery)) {
    const { ctx, msg: text } = explanation(inQuery.value, name, sent, msg)
    return { loc: ["query", name, ...rest], msg: text, type: typeOf(issue, inQuery), ctx }
  }
  const nearest = issue._tag === "Unexpected" && rest.length === 0 ? nearestName(name, fieldsOf(route)) : null
  return inBody({
    path: issue.path.map(String),
    msg: nearest === null ? msg : `Unknown field. Did you mean ${nearest}?`,
    type: typeOf(issue, Option.none()),
    ctx: nearest === null ? {} : { nearest }
  })
}

const key = ({ loc }: Errors.Mistake): string => JSON.stringify(loc)

/** Keeps one entry per location: a union reports a value once for each member that does not match. */
const distinct = (details: ReadonlyArray<Errors.Mistake>): ReadonlyArray<Errors.Mistake> =>
  [...new Map([...details].reverse().map((entry) => [key(entry), entry])).values()].reverse()

/** How many mistakes an error names; nobody reads more, and each of them costs time. */
const MAX_DETAILS = 100

/** The first mistakes, and how many more there are. */
const bounded = (details: ReadonlyArray<Errors.Mistake>): ReadonlyArray<Errors.Mistake> => {
  const count = details.length - MAX_DETAILS
  if (count <= 0) return details
  return [
    ...details.slice(0, MAX_DETAILS),
    { loc: [], msg: `${count} more mistakes are not listed`, type: "more", ctx: { count } }
  ]
}

/** The 422 for a request that does not match its endpoint's schemas. */
export const fromIssues = (issues: ReadonlyArray<Issue>, match: Match, query: URLSearchParams): Errors.ApiError => {
  const details = issues.map((issue) => detail(issue, match, query))
  return Errors.make("InvalidParameter", { detail: bounded(distinct(details)) })
}

/** The 422 for a body that is not JSON. */
export const notJson: Errors.ApiError = Errors.make("BodyNotJson", {
  detail: [{ loc: ["body"], msg: "The request body is not valid JSON", type: "json", ctx: {} }]
})

/** The 422 entry for one field of the body. */
export const inBody = (options: {
  readonly path: ReadonlyArray<string>
  readonly msg: string
  readonly type: string
  readonly ctx?: Readonly<Record<string, unknown>>
}): Errors.Mistake => ({
  loc: ["body", ...options.path.map(clipped)],
  msg: options.msg,
  type: options.type,
  ctx: options.ctx ?? {}
})
