import { type Records, Row } from "@tributary/core"
import { Schema } from "effect"

/** Where a sign-in came from: https://learn.microsoft.com/en-us/graph/api/resources/signinlocation */
export const EntraLocation = Schema.Struct({ city: Row.text, state: Row.text, countryOrRegion: Row.text })
export interface EntraLocation extends Schema.Schema.Type<typeof EntraLocation> {}

/** The place; null if Graph does not know it. */
export const toLocation = (place: EntraLocation | null): Records.GeoLocation | null =>
  place === null ? null : { city: place.city, state: place.state, country: place.countryOrRegion }
