import fc from "fast-check"
import type { Document, Operation, Parameter } from "../contract/Document.js"
import { distortions } from "../send/distortions.js"
import { ACCOUNTS } from "./accounts.js"
import { honestBody, wildBody } from "./bodies.js"
import { valueOf } from "./json.js"
import type { Key, Plan, Value } from "./Plan.js"
import { combinationsOf } from "./sources.js"
import { hostileText, plainText } from "./text.js"
import { follow, honest, hostileValue, known, wild } from "./values.js"

/** The usual values this many times as often as the others. */
const mostly = <A>(weight: number, usual: fc.Arbitrary<A>, other: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other })

const wildKey: fc.Arbitrary<Key> = fc.constantFrom(
  "missing",
  "empty",
  "mangled",
  "unknown",
  "repeated",
  "in the query",
  "reading"
)

type Pair = readonly [name: string, value: Value]

const pairOf =
  (operation: Operation, document: Document, valueOf: typeof honest) =>
  ({ name, schema }: Parameter): fc.Arbitrary<Pair> =>
    fc.tuple(fc.constant(name), valueOf(operation, name, schema, document))

/** A subset of the parameters, each with one value. `cursor` is never among them: it is only valid with the query that it came from. */
const honestQuery = (operation: Operation, document: Document): fc.Arbitrary<ReadonlyArray<Pair>> => {
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.name !== "cursor")
    .map((parameter) => {
      const pair = pairOf(operation, document, honest)(parameter)
      return parameter.required ? pair : fc.option(pair, { freq: 2 })
    })
  const combination = fc.constantFrom(...[{}, ...combinationsOf(operation)])
  return fc.tuple(fc.tuple(...pairs), combination).map(([all, values]) =>
    all
      .filter((pair): pair is Pair => pair !== null)
      .map(([name, value]): Pair => {
        const text = values[name]
        return [name, text === undefined ? value : { _tag: "Text", text }]
      })
  )
}

const strangeNames = ["", "limit[]", "limit[$gt]", "LIMIT", "__proto__", "constructor", "page", "a\u0000", "😀"]

/** Any parameters in any number, known and unknown. */
const wildQuery = (operation: Operation, document: Document): fc.Arbitrary<ReadonlyArray<Pair>> => {
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(pairOf(operation, document, wild))
  const unknown: fc.Arbitrary<Pair> = fc.tuple(mostly(2, fc.constantFrom(...strangeNames), hostileText), hostileValue)
  const any = pairs.length === 0 ? unknown : mostly(8, fc.oneof(...pairs), unknown)
  return fc.array(any, { minLength: 1, maxLength: 5 })
}

const pathOf = (
  operation: Operation,
  document: Document,
  valueOf: typeof honest
): fc.Arbitrary<Readonly<Record<string, Value>>> =>
  fc.record(
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name, schema }) => [name, valueOf(operation, name, schema, document)])
    )
  )

const ownConnection = fc.tuple(known("connection", { isWild: false }))

const wildConnection: fc.Arbitrary<ReadonlyArray<Value>> = fc.array(
  mostly(3, known("connection", { isWild: true }), hostileValue),
  { maxLength: 2 }
)

const isList = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === "cursor")

const strangeHeaders: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["accept", ["text/html", "*/*;q=0", "application/xml", ""]],
  ["accept-encoding", ["gzip, br", "identity;q=0", "*"]],
  [
    "content-type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-16", ""]
  ],
  ["content-encoding", ["gzip", "br"]],
  ["x-http-method-override", ["DELETE"]],
  ["x-forwarded-for", ["127.0.0.1, ::1"]],
  ["x-forwarded-proto", ["javascript"]],
  ["traceparent", ["00-0-0-0", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]],
  ["if-none-match", ["*"]],
  ["if-modified-since", ["never"]],
  ["range", ["bytes=0-1", "bytes=-1"]],
  ["origin", ["https://evil.example", "null"]],
  ["cookie", ["a=b; __proto__=c"]],
  ["authorization", ["Basic Og==", "Bearer x"]],
  ["x-request-id", ["", "a b", "../../x", "é", "x".repeat(129), "x".repeat(128)]]
]

const header: fc.Arbitrary<readonly [string, string]> = fc
  .constantFrom(...strangeHeaders)
  .chain(([name, values]) =>
    fc.tuple(fc.constant(name), mostly(3, fc.constantFrom(...values), mostly(1, plainText, hostileText)))
  )

const otherMethods = [
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "GET",
  "POST",
  "PATCH",
  "DELETE",
  "PROPFIND",
  "PURGE",
  "M-SEARCH"
]

/** So few that requests of one account, and of different ones, send the same. */
const repeatedTexts = fc.constantFrom("again-1", "again-2", "again-3")

/** A subset of the parameters that are headers, each with one value. */
const honestHeaders = (operation: Operation, { resolve }: Document): fc.Arbitrary<Plan["headers"]> => {
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, schema }) => {
      const value = valueOf(schema, { resolve, text: plainText }).map(String)
      return fc.tuple(fc.constant(name.toLowerCase()), mostly(3, value, repeatedTexts))
    })
  return fc
    .tuple(...pairs.map((pair) => fc.option(pair, { freq: 2 })))
    .map((all) => all.filter((pair): pair is [string, string] => pair !== null))
}

/** Headers of any kind with any values, parameters among them. */
const wildHeaders = ({ parameters }: Operation): fc.Arbitrary<Plan["headers"]> => {
  const names = parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name.toLowerCase())
  const values = fc.oneof(hostileText, repeatedTexts)
  const ofParameters = names.map((name) => fc.tuple(fc.constant(name), values))
  return fc.array(fc.oneof(header, ...ofParameters), { minLength: 1, maxLength: 3 })
}

/** Methods that the path does not have. HEAD is one that every GET has. */
const methodsBeside = ({ method, path }: Operation, { operations }: Document): ReadonlyArray<string> => {
  const own = operations.filter((each) => each.path === path).map((each) => each.method)
  const taken = method !== "GET" && own.includes("GET") ? [...own, "HEAD"] : own
  return otherMethods.filter((each) => !taken.includes(each))
}

type Model = { readonly [Aspect in keyof Plan]: fc.Arbitrary<Plan[Aspect]> }

/** How often only this aspect of a request is spoiled; an operation without a body seldom gets one. */
const weightsOf = ({ body }: Operation): { readonly [Aspect in keyof Plan]?: number } => ({
  key: 2,
  connection: 2,
  path: 3,
  query: 4,
  follow: 2,
  headers: 2,
  body: body === null ? 1 : 10,
  method: 1,
  distortion: 1
})

/** What the document allows, from the key to the body. */
const honestModel = (operation: Operation, document: Document): Model => ({
  account: fc.nat(ACCOUNTS - 1),
  key: fc.constant("own"),
  connection: operation.takesConnection ? ownConnection : fc.constant([]),
  path: pathOf(operation, document, honest),
  query: honestQuery(operation, document),
  follow: isList(operation) ? mostly(2, fc.constant(null), follow({ isWild: false })) : fc.constant(null),
  headers: honestHeaders(operation, document),
  body: honestBody(operation, document),
  method: fc.constant(null),
  distortion: fc.constant(null)
})

/** The aspects of an operation that can be spoiled. */
const wildModel = (operation: Operation, document: Document): Partial<Model> => ({
  ...(operation.takesKey ? { key: wildKey } : {}),
  connection: wildConnection,
  ...(operation.path.includes("{") ? { path: pathOf(operation, document, wild) } : {}),
  query: wildQuery(operation, document),
  ...(isList(operation) ? { follow: follow({ isWild: true }) } : {}),
  headers: wildHeaders(operation),
  body: wildBody(operation, document),
  method: fc.constantFrom(...methodsBeside(operation, document)),
  distortion: fc.constantFrom(...Object.keys(distortions))
})

/** The plans of an operation: what the document allows, the same with one aspect spoiled, and with several. */
export const plansOf = (operation: Operation, document: Document): fc.Arbitrary<Plan> => {
  const usual = honestModel(operation, document)
  const spoiled = wildModel(operation, document)
  const aspects = Object.keys(spoiled) as ReadonlyArray<keyof Plan>
  const weights = weightsOf(operation)
  const single = aspects.map((aspect) => ({
    weight: weights[aspect] ?? 1,
    arbitrary: fc.record({ ...usual, [aspect]: spoiled[aspect] }) as fc.Arbitrary<Plan>
  }))
  const several = Object.fromEntries(
    aspects.map((aspect) => [aspect, mostly<unknown>(2, usual[aspect], spoiled[aspect] as fc.Arbitrary<unknown>)])
  )
  return fc.oneof({ weight: 10, arbitrary: fc.record(usual) }, ...single, {
    weight: 6,
    arbitrary: fc.record({ ...usual, ...several }) as fc.Arbitrary<Plan>
  })
}
