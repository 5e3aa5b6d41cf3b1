/** The header of a catalogue that is empty because no connector has the category of the request. */
export const KNOWN_CATEGORIES = "X-Known-Categories"
