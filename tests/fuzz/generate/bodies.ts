import fc from "fast-check"
import type { Document, JsonSchema, Operation } from "../contract/Document.js"
import { hostileJson, valueOf } from "./json.js"
import type { Body, Field } from "./Plan.js"
import { isShown, narrowed, sourceOf } from "./sources.js"
import { hostileText, plainText } from "./text.js"
import { known } from "./values.js"

const asJson = (json: Extract<Field, { readonly _tag: "Json" }>["json"]): Field => ({ _tag: "Json", json })

const honestField = (operation: Operation, name: string, schema: JsonSchema, document: Document) => {
  const source = sourceOf(operation, name)
  return source === null
    ? valueOf(narrowed(name, schema), { resolve: document.resolve, text: plainText }).map(asJson)
    : known(source, { isWild: false })
}

const wildField = (operation: Operation, name: string): fc.Arbitrary<Field> => {
  const source = sourceOf(operation, name)
  const any = fc.oneof(hostileText, hostileJson).map(asJson)
  return source === null ? any : fc.oneof(any, known(source, { isWild: true }))
}

type Fields = Readonly<Record<string, Field>>

/** Of a service's id and a source tool's, only one may be sent, and of the name of a type and its id. */
const withoutPairs = (fields: Fields): Fields => {
  const isSecond = (name: string): boolean =>
    name.endsWith("_vendor_id") &&
    (name.replace("_vendor_id", "_id") in fields || name.replace("_vendor_id", "") in fields)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isSecond(name)))
}

/** What the document allows. */
const honestFields = (operation: Operation, schema: JsonSchema, document: Document): fc.Arbitrary<Fields> => {
  const { properties = {}, required = [] } = schema
  const model = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isShown(operation, name))
      .map(([name, each]) => [name, honestField(operation, name, each, document)])
  )
  return (fc.record(model, { requiredKeys: [...required] }) as fc.Arbitrary<Fields>).map(withoutPairs)
}

/** The same with a few fields removed, replaced or added. */
const spoiledFields = (operation: Operation, schema: JsonSchema, document: Document): fc.Arbitrary<Fields> => {
  const names = Object.keys(schema.properties ?? {})
  const replaced = fc
    .constantFrom(...names)
    .chain((name) => wildField(operation, name).map((field): Fields => ({ [name]: field })))
  const added: fc.Arbitrary<Fields> = fc.dictionary(hostileText, hostileJson.map(asJson), { minKeys: 1, maxKeys: 3 })
  const change = fc.oneof({ weight: 4, arbitrary: replaced }, { weight: 1, arbitrary: added })
  const changes = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(change) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) }
  )
  const removed = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...names) }
  )
  return fc.tuple(honestFields(operation, schema, document), changes, removed).map(([fields, changes, removed]) => {
    const all: Record<string, Field> = Object.assign({}, fields, ...changes)
    if (removed !== null) delete all[removed]
    return all
  })
}

const MEBIBYTE = 1024 * 1024

/** Bodies that are too deep, too long or have too many values, and their largest neighbours that are not. */
const repeated: fc.Arbitrary<Body> = fc
  .constantFrom(
    { head: "", piece: "[", times: 3_000, tail: "" },
    { head: "", piece: "[", times: 31, tail: "]".repeat(31) },
    { head: '{"name":', piece: '{"a":', times: 100_000, tail: "" },
    { head: "{", piece: '"k#":1,', times: 90_000, tail: '"name":"x"}' },
    { head: "{", piece: '"k#":1,', times: 900, tail: '"name":"x"}' },
    { head: '{"name":"', piece: "a", times: MEBIBYTE + 1, tail: '"}' },
    { head: '{"name":"', piece: "a", times: MEBIBYTE - 11, tail: '"}' },
    { head: '{"name":"x","identifier":"', piece: "\\u0000", times: 100_000, tail: '"}' },
    { head: '{"name":', piece: "9", times: 500_000, tail: "}" },
    { head: "", piece: " ", times: 1_000_000, tail: "{}" }
  )
  .map((shape): Body => ({ _tag: "Repeated", ...shape }))

const texts: ReadonlyArray<string> = [
  "",
  "{",
  "}",
  "{}",
  "[]",
  "null",
  "1",
  '"text"',
  "undefined",
  "NaN",
  "{name: 'x'}",
  '{"name":"x",}',
  '{"name":"x"}{"name":"y"}',
  '{"name":"x","name":"y"}',
  '{"__proto__":{"name":"x"},"name":"y"}',
  '{"constructor":{"prototype":{"a":1}},"name":"y"}',
  '\ufeff{"name":"x"}',
  "name=x&vendor=OKTA",
  "<name>x</name>",
  '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n'
]

const junk: fc.Arbitrary<Body> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts).map((text): Body => ({ _tag: "Text", text })) },
  { weight: 3, arbitrary: hostileJson.map((json): Body => ({ _tag: "Text", text: JSON.stringify(json) })) },
  { weight: 1, arbitrary: hostileText.map((text): Body => ({ _tag: "Text", text })) },
  { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 60 }).map((bytes): Body => ({ _tag: "Bytes", bytes })) },
  { weight: 1, arbitrary: repeated }
)

const ofFields = (fields: fc.Arbitrary<Fields>): fc.Arbitrary<Body> =>
  fields.map((all): Body => ({ _tag: "Fields", fields: all }))

const schemaOf = ({ body }: Operation, document: Document): JsonSchema | null =>
  body?.$ref === undefined ? body : document.resolve(body.$ref)

/** Bodies that the document allows; null if the operation takes none. */
export const honestBody = (operation: Operation, document: Document): fc.Arbitrary<Body | null> => {
  const schema = schemaOf(operation, document)
  return schema === null ? fc.constant(null) : ofFields(honestFields(operation, schema, document))
}

/** Bodies of an operation that takes one, hardly any of which is what the document allows. */
export const wildBody = (operation: Operation, document: Document): fc.Arbitrary<Body | null> => {
  const schema = schemaOf(operation, document)
  if (schema === null) return junk
  return fc.oneof(
    { weight: 8, arbitrary: ofFields(spoiledFields(operation, schema, document)) },
    { weight: 3, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(null) }
  )
}
