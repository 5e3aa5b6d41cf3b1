import { RecordKind } from "@tributary/core"

/** The header that names the fields that items omit, because they have more ids than an item shows. */
export const OMITTED_FIELDS = "X-Omitted-Fields"

/** Every field that an item may omit for this reason. */
export const omissibleFields: ReadonlySet<string> = new Set(
  Object.values(RecordKind.table).flatMap(({ relatedIds }) => Object.keys(relatedIds))
)

/** The header of a catalogue that is empty because no connector has the category of the request. */
export const KNOWN_CATEGORIES = "X-Known-Categories"

/** The header of a list, or of counts, whose kind the connector of the connection does not export. */
export const NOT_EXPORTED = "X-Not-Exported"
