/** A test that fails if a line no longer holds. */
export interface Proof {
  /** From the root of the repository. */
  readonly file: string
  /** The full title as vitest prints it; the template if the test is an `each`. */
  readonly test: string
  /** One row of an `each`: any text in it that no other row has. */
  readonly row?: string
}

/** One line of a specification, or several fields of one table, with the tests that prove it. */
export interface Line {
  /** `2.2 user` (section and table), `4.11 rule 6`, or the section and the first words of a statement. */
  readonly key: string
  /** The rows of the table that this entry covers; without them the key is the line's own. */
  readonly fields?: ReadonlyArray<string>
  /** What holds, in our own words. */
  readonly says: string
  readonly proof: ReadonlyArray<Proof>
  /** The part of the line that does not hold yet, and why. */
  readonly gap?: string
}

export const inFile =
  (file: string) =>
  (test: string, row?: string): Proof => ({ file, test, ...(row === undefined ? {} : { row }) })

/** The keys of the specification's lines that an entry covers. */
export const keysOf = ({ key, fields }: Line): ReadonlyArray<string> =>
  fields === undefined ? [key] : fields.map((field) => `${key}${key.includes(" ") ? "." : " "}${field}`)

/** Splits a text into words, so that a table of fields needs no quotes. */
export const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
