import * as Batch from "../../record/Batch.js"

type Fields = Readonly<Record<string, unknown>>

/** What a draft of `Extractor.readRows` lacks. A symbol, which is no field of a record, and which a copy of the draft has, too. */
const LACKING: unique symbol = Symbol.for("@tributary/core/Lacking")

type Lacking = Pick<Batch.PartlyRead, "unread" | "unreadable">

/** The draft for an author, who may copy it; it says what could not be read. */
export const of = (mapped: Fields | Batch.PartlyRead): Fields => {
  if (!(mapped instanceof Batch.PartlyRead)) return mapped
  const { draft, unread, unreadable } = mapped
  const lacking: Lacking = { unread, unreadable }
  return { ...draft, [LACKING]: lacking }
}

/** What the author's draft lacks, and `fields`, which a request left unread. */
export const read = (
  draft: Fields & { readonly [LACKING]?: Lacking },
  fields: ReadonlyArray<string>
): Fields | Batch.PartlyRead => {
  const { [LACKING]: lacking } = draft
  if (lacking === undefined && fields.length === 0) return draft
  const { unread, unreadable } = lacking ?? { unread: [], unreadable: [] }
  return new Batch.PartlyRead({ draft, unread: [...new Set([...unread, ...fields])], unreadable })
}
