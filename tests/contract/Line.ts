/** A test that goes red where a line is broken. */
export interface Proof {
  /** From the root of the repository. */
  readonly file: string
  /** The full title as vitest prints it; of an `each` its template. */
  readonly test: string
  /** The row of an `each` that is meant, by a text that stands in it. */
  readonly row?: string
}

/** One line of a specification, or several fields of one table, with what proves them. */
export interface Line {
  /** `2.2 user`: the section and the table; `4.11 rule 6`; of a statement its first words. */
  readonly key: string
  /** The rows of the table that the proof covers one by one; without them the key is the line's own. */
  readonly fields?: ReadonlyArray<string>
  /** What holds, in our own words. */
  readonly says: string
  readonly proof: ReadonlyArray<Proof>
  /** What of the line does not hold yet, and why. */
  readonly gap?: string
}

export const inFile =
  (file: string) =>
  (test: string, row?: string): Proof => ({ file, test, ...(row === undefined ? {} : { row }) })

/** The keys of the specification's lines that an entry stands for. */
export const keysOf = ({ key, fields }: Line): ReadonlyArray<string> =>
  fields === undefined ? [key] : fields.map((field) => `${key}${key.includes(" ") ? "." : " "}${field}`)

/** The words of a text, so that a table of fields can be written without quotes. */
export const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
