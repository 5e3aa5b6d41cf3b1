import { Schema } from "effect"
import * as Field from "./Field.js"

/** Where a request came from, as far as the source tool knows it. */
export const GeoLocation = Field.struct("GeoLocation", {
  /** City or town. Null if unknown. */
  city: Schema.NullOr(Schema.String),
  /** State, province or region. Null if unknown. */
  state: Schema.NullOr(Schema.String),
  /** Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown. */
  country: Schema.NullOr(Schema.String)
})

export interface GeoLocation extends Schema.Schema.Type<typeof GeoLocation> {}
