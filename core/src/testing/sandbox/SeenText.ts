import * as ReplyEdit from "../vendor/ReplyEdit.js"

/** The fields of a row that people see, and that no other row refers to. */
const SEEN =
  /^(?:title|(?:first_?|last_?|full_?|real_?|user_?|file_?|display_?)?name|summary|subject|description|label|device_?name|computer_?name|host_?name|message)$/i

/** Those that name a machine. */
const OF_MACHINE = /^(?:device|computer|host)_?name$/i

/** Where a row has a text that people see: in a field of its own first, then in objects of it. */
export const pathsOf = (row: ReplyEdit.Row): ReadonlyArray<ReadonlyArray<string>> => {
  const fields = Object.entries(row)
  const own = fields.filter(([name, value]) => typeof value === "string" && value !== "" && SEEN.test(name))
  const inner = fields.flatMap(([name, value]) =>
    value === null || typeof value !== "object" || Array.isArray(value)
      ? []
      : pathsOf(value as ReplyEdit.Row).map((path) => [name, ...path])
  )
  return [...own.map(([name]) => [name]), ...inner]
}

/** The row with another text at one of these paths. */
export const changed = (
  row: ReplyEdit.Row,
  path: ReadonlyArray<string>,
  change: (text: string, field: string) => string
): ReplyEdit.Row => {
  const text = path.reduce<unknown>((value, name) => (value as ReplyEdit.Row)[name], row)
  return ReplyEdit.withField(row, path, change(String(text), path.at(-1) ?? ""))
}

/** The text with a mark that says which change it had last. */
export const revised =
  (mark: string) =>
  (text: string): string =>
    `${text.replace(/ \(\d+\)$/, "")} (${mark})`

/** The text in a copy: `Sales 7`, or `web-1-7.acme.example` for a machine. */
export const numbered =
  (mark: string) =>
  (text: string, field: string): string => {
    if (!OF_MACHINE.test(field) || text.includes(" ")) return `${text} ${mark}`
    const [first = "", ...domains] = text.split(".")
    return [`${first}-${mark}`, ...domains].join(".")
  }
