import { Schema } from "effect"
import * as Field from "./Field.js"

/** A postal address, as far as the source tool knows it. */
export const Address = Schema.Struct({
  street: Field.optional(Schema.String),
  city: Field.optional(Schema.String),
  state: Field.optional(Schema.String),
  country: Field.optional(Schema.String),
  postal_code: Field.optional(Schema.String)
}).annotations({ identifier: "Address" })

export interface Address extends Schema.Schema.Type<typeof Address> {}
