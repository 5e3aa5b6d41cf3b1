/** The header of a list, or of counts, whose kind the connector of the connection does not export. */
export const NOT_EXPORTED = "X-Not-Exported"
