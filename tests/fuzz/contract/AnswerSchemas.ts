import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import type { Document, Operation } from "./Document.js"

/** How many errors of one answer are told; the alternatives of a list have dozens. */
const MOST_ERRORS = 5

/** Says what is wrong with the JSON of an answer, by the OpenAPI document. */
export interface AnswerSchemas {
  /** By the schema of an operation's status. */
  readonly faults: (operation: Operation, status: number, body: unknown) => ReadonlyArray<string>
  /** The same for an answer to a request that leaves fields out: a record may lack every field but `id`. */
  readonly faultsOfPart: (operation: Operation, status: number, body: unknown) => ReadonlyArray<string>
  /** By the schema of a header, at its place in the document. */
  readonly faultsOfHeader: (place: string, text: string) => ReadonlyArray<string>
  /** By the schema of the answers to requests that reach no operation. */
  readonly faultsOfRefusal: (body: unknown) => ReadonlyArray<string>
}

/** The document with every object closed, so that a field that it does not have is a fault. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  const isObject = copy["type"] === "object" && typeof copy["properties"] === "object"
  return isObject && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy
}

/** The document with records of which only the `id` is required. */
const partial = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(partial)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === "required" && Array.isArray(each) && each.includes("id") ? [key, ["id"]] : [key, partial(each)]
    )
  )
}

const pointer = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")

/** Judges a body by the schema at a place of the document. */
type Judge = (place: string, body: unknown) => ReadonlyArray<string>

/** Compiles each schema once, when the first answer needs it. */
const judgeBy = (json: object): Judge => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: false })
  formats.default(ajv)
  // The other properties of an OpenAPI document are not keywords of JSON Schema.
  ajv.addVocabulary(Object.keys(json))
  ajv.addSchema(json, "openapi")
  const compiled = new Map<string, ValidateFunction>()
  return (place, body) => {
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `openapi#/${place}` })
    compiled.set(place, validate)
    validate(body)
    return (validate.errors ?? [])
      .slice(0, MOST_ERRORS)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  }
}

/** The schemas of the document's answers. */
export const make = ({ json }: Document): AnswerSchemas => {
  const judge = judgeBy(closed(json) as object)
  const judgePart = judgeBy(partial(closed(json)) as object)

  const placeOf = ({ answers, method, path }: Operation, status: number): string => {
    const type = answers.get(status)?.contentType ?? "application/json"
    return pointer("paths", path, method.toLowerCase(), "responses", String(status), "content", type, "schema")
  }

  return {
    faults: (operation, status, body) => judge(placeOf(operation, status), body),
    faultsOfPart: (operation, status, body) => judgePart(placeOf(operation, status), body),
    // A number is sent as text.
    faultsOfHeader: (place, text) => {
      const faults = judge(place, text)
      return faults.length === 0 || !/^\d+$/.test(text) ? faults : judge(place, Number(text))
    },
    faultsOfRefusal: (body) => judge(pointer("components", "schemas", "SimpleError"), body)
  }
}
