/** The beginning of every secret of a connection, which no answer may contain. */
export const SECRET = "fuzz-secret-"
