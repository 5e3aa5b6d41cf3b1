import { Row } from "@tributary/core"
import { Schema } from "effect"

/** The id of another thing, which a row may lack; ids of Zendesk are numbers that JSON has exactly. */
export const Id = Row.nullish(Schema.Number)

/** An id as records have it. */
export const toId = (id: number | null): string | null => (id === null ? null : String(id))
