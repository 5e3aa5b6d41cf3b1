import { RecordKind } from "@tributary/core"

/** The header that names the fields that items omit, because they have more ids than an item shows. */
export const OMITTED_FIELDS = "X-Omitted-Fields"

/** Every field that an item may omit for this reason. */
export const omissible: ReadonlySet<string> = new Set(
  Object.values(RecordKind.table).flatMap(({ relatedIds }) => Object.keys(relatedIds))
)
