import { Schema } from "effect"
import * as Field from "./Field.js"

/** The code repository that an issue is in. */
export const CodeRepository = Field.struct("CodeRepository", {
  /** The repository's name with its owner, such as `acme/shop`. */
  name: Schema.String,
  /** The repository's page. Null if unknown. */
  url: Schema.NullOr(Schema.String)
})

export interface CodeRepository extends Schema.Schema.Type<typeof CodeRepository> {}
