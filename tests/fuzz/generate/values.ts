import fc from "fast-check"
import type { Document, JsonSchema, Operation } from "../contract/Document.js"
import { type Json, valueOf } from "./json.js"
import type { Known, Source, Twist, Value } from "./Plan.js"
import { narrowed, sourceOf } from "./sources.js"
import { hostileText, plainText, rawPart } from "./text.js"

const PICKS = 1_000_000

const twist: fc.Arbitrary<Twist> = fc.constantFrom("cut", "flipped", "upper", "doubled")

/** Where a real value in a request may come from. */
export interface Honesty {
  /** Whether it may be damaged, or belong to another account. */
  readonly isWild: boolean
}

/** Real values of a source. */
export const known = (source: Source, { isWild }: Honesty): fc.Arbitrary<Known> =>
  fc.record({
    _tag: fc.constant("Known" as const),
    source: fc.constant(source),
    pick: fc.nat(PICKS),
    isForeign: isWild ? fc.oneof(fc.constant(false), fc.constant(true)) : fc.constant(false),
    twist: isWild
      ? fc.oneof({ weight: 3, arbitrary: fc.constant("none" as const) }, { weight: 1, arbitrary: twist })
      : fc.constant("none" as const)
  })

/** Which cursor to follow. */
export const follow = ({ isWild }: Honesty) =>
  fc.record({
    pick: fc.nat(PICKS),
    isForeign: isWild ? fc.boolean() : fc.constant(false),
    twist: isWild ? fc.oneof(fc.constant("none" as const), twist) : fc.constant("none" as const)
  })

const text = (value: string): Value => ({ _tag: "Text", text: value })

/** The form of a list: comma-separated, with quotes around a value that has a comma or a quote. */
const listText = (items: ReadonlyArray<Json>): string =>
  items.map((item) => (/[",]/.test(String(item)) ? `"${String(item).replaceAll('"', '""')}"` : String(item))).join(",")

const encoded = (value: Json): Value => text(Array.isArray(value) ? listText(value) : String(value))

/** Values of a parameter that the document allows. */
export const honest = (
  operation: Operation,
  name: string,
  schema: JsonSchema,
  document: Document
): fc.Arbitrary<Value> => {
  const source = sourceOf(operation, name)
  if (source !== null) return known(source, { isWild: false })
  return valueOf(narrowed(name, schema), { resolve: document.resolve, text: plainText }).map(encoded)
}

/** Values of a parameter of which half are hostile. */
export const wild = (
  operation: Operation,
  name: string,
  schema: JsonSchema,
  document: Document
): fc.Arbitrary<Value> => {
  const source = sourceOf(operation, name)
  return fc.oneof(
    { weight: 4, arbitrary: honest(operation, name, schema, document) },
    { weight: 4, arbitrary: hostileText.map(text) },
    { weight: 1, arbitrary: rawPart.map((raw): Value => ({ _tag: "Raw", text: raw })) },
    ...(source === null ? [] : [{ weight: 6, arbitrary: known(source, { isWild: true }) }])
  )
}

export const hostileValue: fc.Arbitrary<Value> = hostileText.map(text)
