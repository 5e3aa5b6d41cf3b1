import { Schema } from "effect"
import * as Field from "./Field.js"

/** A postal address, as far as the source tool knows it. */
export const Address = Field.struct("Address", {
  /** Street and house number. Null if unknown. */
  street: Field.optional(Schema.String),
  /** City or town. Null if unknown. */
  city: Field.optional(Schema.String),
  /** State, province or region. Null if unknown. */
  state: Field.optional(Schema.String),
  /** Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown. */
  country: Field.optional(Schema.String),
  /** Postal or ZIP code. Null if unknown. */
  postal_code: Field.optional(Schema.String)
})

export interface Address extends Schema.Schema.Type<typeof Address> {}
