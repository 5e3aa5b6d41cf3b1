import { Batch, OperatingSystem, RecordKind, Result } from "@tributary/core"
import { Schema } from "effect"
import { normalize } from "../../../core/src/record/normalize.js"
import { describe } from "../../../core/src/record/safeMessage.js"
import * as Timestamp from "../../../core/src/Timestamp.js"
import { repeated, rows, type TextStep } from "../TextStep.js"
import { PIECE, TEXT } from "./bounds.js"

const OWNER = { connectionId: "8f14e45f-ceea-467f-ab0d-4c1f3a1b7e11", vendor: "ACME" }

const draftOf = (name: string, description: string) => ({
  name,
  description,
  types: [],
  vendor_id: name,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const group = (text: string) => normalize(RecordKind.IdpGroup, OWNER, draftOf(text, text))

const deviceGroup = (description: string) =>
  normalize(RecordKind.DeviceGroup, OWNER, { name: "Laptops", vendor_id: "1", description })

/** Drafts of one piece, each with this description. */
const groupsWith =
  (description: (index: number) => string, id: (index: number) => string) =>
  (length: number): ReadonlyArray<Batch.Mapped> =>
    Array.from({ length }, (_, index) => Result.succeed(draftOf(id(index), description(index))))

const Row = Schema.Struct({ id: Schema.Number, name: Schema.Number })
const decodeRow = Schema.decodeUnknownEither(Row, { errors: "all" })

export const recordSteps: ReadonlyArray<TextStep> = [
  ...rows("record", TEXT, group, {
    plain: repeated("a"),
    "null characters": repeated("\0"),
    "lone surrogates": repeated("\uD800"),
    quotes: repeated('"')
  }),
  ...rows("text that may be absent", TEXT, deviceGroup, {
    "white space": repeated(" "),
    "white space before a letter": repeated(" ", "", "a")
  }),
  ...rows(
    "rows of a piece",
    PIECE,
    (drafts: ReadonlyArray<Batch.Mapped>) => Batch.makeInTurns(RecordKind.IdpGroup, OWNER, drafts),
    {
      "one id with other content in each": groupsWith(
        (index) => `${index}`.padEnd(20_000, "a"),
        () => "a"
      ),
      "long ones": groupsWith(() => "a".repeat(131_072), String)
    }
  ),
  ...rows("instant", TEXT, Timestamp.normalize, {
    digits: repeated("1", "2020-01-02T03:04:05.", "Z"),
    "digits and no zone": repeated("1", "2020-01-02T03:04:05.")
  }),
  ...rows("instant that means never", TEXT, Timestamp.isNever, {
    digits: repeated("1"),
    parentheses: repeated("("),
    words: repeated("a ", "2020 ")
  }),
  ...rows("operating system", TEXT, (name: string) => OperatingSystem.toPlatform(name), {
    "white space": repeated(" ", "", "x"),
    "parts of names": repeated("mac os x", "", "q")
  }),
  ...rows("version of an operating system", TEXT, (name: string) => OperatingSystem.toVersion(name), {
    "white space": repeated(" ", "", "x"),
    digits: repeated("1", "Linux ", "x"),
    "digits and dots": repeated("1.", "Linux ", "-"),
    "versions behind no system": repeated("1 "),
    "service packs": repeated("pack 1 ", "Windows ")
  }),
  ...rows(
    "what is wrong with a row",
    TEXT,
    (text: string) => {
      const found = decodeRow({ id: text, name: [text] })
      return found._tag === "Left" ? describe(found.left) : null
    },
    { "a long text": repeated("a"), commas: repeated(", actual ") }
  )
]
