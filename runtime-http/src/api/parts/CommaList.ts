import { Either } from "effect"

/**
 * Reads a list parameter: comma-separated values, with double quotes around a value that contains a comma or a quote
 * (RFC 4180). A repeated parameter adds to the list.
 */
export const parse = (sent: ReadonlyArray<string>): Either.Either<ReadonlyArray<string>, string> =>
  Either.map(Either.all(sent.map(parseOne)), (lists) => lists.flat())

/** One field and the comma or the end after it; a quote inside a quoted field is doubled. */
const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

const parseOne = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const values: Array<string> = []
  let position = 0
  for (;;) {
    field.lastIndex = position
    const match = field.exec(text)
    if (match === null) {
      return Either.left(
        "Expected comma-separated values; put double quotes around a value that contains a comma or a quote"
      )
    }
    const [whole, quoted, plain = "", separator] = match
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (separator === "") {
      return Either.right(values)
    }
    position += whole.length
  }
}

/** Writes a list as one comma-separated value; an empty list becomes no value at all. */
export const print = (values: ReadonlyArray<string>): string | ReadonlyArray<string> =>
  values.length === 0 ? [] : values.map(quote).join(",")

const quote = (value: string): string => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
