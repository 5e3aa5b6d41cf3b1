/* Finds parts of statements that read or write rows of a connection without saying of which one. */

/** The statements of a message, in which values that are no parameters stand as such. */
const statementsOf = (message: string): ReadonlyArray<string> =>
  message
    .replace(/--.*$/gm, "")
    .replace(/'(?:[^']|'')*'/g, "$$0")
    .split(";")

/** A part of a statement: what stands between two parentheses, without what stands in others inside of them. */
type Part = string

const partsOf = (text: string): ReadonlyArray<Part> => {
  const done: Array<Part> = []
  const open: Array<string> = [""]
  for (const character of text.replace(/"(\w+)"/g, "$1").replace(/\s+/g, " ")) {
    if (character === "(") {
      open.push("")
    } else if (character === ")") {
      const part = open.pop() ?? ""
      done.push(part)
      // A part without a query is a list of columns or arguments, which belongs to what is around it.
      const shown = /\b(select|delete|update|insert)\b/.test(part) ? "()" : `(${part})`
      open.push((open.pop() ?? "") + shown)
    } else {
      open.push((open.pop() ?? "") + character)
    }
  }
  return [...done, ...open].flatMap((part) => part.split(/ union(?: all)? /)).map((part) => part.trim())
}

/** The connection is a parameter, or that of rows that were found, whose own part says which it is. */
const binds = /\bconnection_id = (\$\d+|\w+\.connection_id|connection\.id)(?!\w)|\busing \(connection_id\)/
const inserts =
  /\binsert into \w+( as \w+)? \(\s*connection_id\b[^)]*\) (select|values \() ?(distinct )?(\$\d+|connection_id)(?!\w)/

/** The parts of the statements of a message that name one of the tables without a connection. */
export const unboundIn = (message: string, tables: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = new RegExp(`\\b(from|join|update|into|using) (${tables.join("|")})\\b`)
  const parts = statementsOf(message).flatMap(partsOf)
  return parts.filter((part) => named.test(part) && !binds.test(part) && !inserts.test(part))
}
