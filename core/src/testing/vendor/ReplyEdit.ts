import { nextLinkOf } from "../../extract/walk/Pagination.js"
import { lowerCased } from "../../http/Request.js"
import { at, namesOf } from "../../JsonPath.js"
import type { Reply } from "./ScriptedVendor.js"

/** Another host, which no connector declares. */
export const FOREIGN_HOST = "foreign.example"

/** A row as the vendor sends it. */
export type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => value !== null && typeof value === "object" && !Array.isArray(value)

const isRows = (value: unknown): value is ReadonlyArray<Row> =>
  Array.isArray(value) && value.length > 0 && value.every(isRow)

/** The path to the rows of a body, which are the first array of objects from the outside in; null if there is none. */
const rowsPath = (body: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<string> | null => {
  if (isRows(body)) return path
  if (!isRow(body)) return null
  for (const [name, value] of Object.entries(body)) {
    const found = rowsPath(value, [...path, name])
    if (found !== null) return found
  }
  return null
}

const edit = (body: unknown, path: ReadonlyArray<string>, change: (rows: ReadonlyArray<Row>) => unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return change(body as ReadonlyArray<Row>)
  const object = body as Row
  return { ...object, [name]: edit(object[name], rest, change) }
}

/** The reply with another body, which is written instead of the scripted text. */
export const withBody = ({ bytes: _, text: __, ...reply }: Reply, body: unknown): Reply => ({ ...reply, body })

/** The reply with its only row changed; null if it has none, or would have several. */
const onlyRow = (reply: Reply, place: string, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<unknown>) => {
  const names = namesOf(place)
  const row = at(reply.body, place)
  if (!isRow(row)) return null
  const [changed, ...more] = change([row])
  if (more.length > 0) return null
  if (names.length === 0) return withBody(reply, changed ?? null)
  return withBody(reply, withField(reply.body as Row, names, changed))
}

/** The reply with its rows changed; null if it has none. */
export const rows = (reply: Reply, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<unknown>): Reply | null => {
  if (reply.rowAt !== undefined) return onlyRow(reply, reply.rowAt, change)
  const path = rowsPath(reply.body)
  return path === null ? null : withBody(reply, edit(reply.body, path, change))
}

/** The reply with its first row changed; null if it has no rows, or if the row stays as it was. */
export const firstRow = (reply: Reply, change: (row: Row) => unknown): Reply | null => {
  const changed = rows(reply, ([first, ...rest]) => [change(first ?? {}), ...rest])
  return JSON.stringify(changed?.body) === JSON.stringify(reply.body) ? null : changed
}

/** How many rows the replies hold in total. */
export const rowCount = (replies: Iterable<Reply>): number => [...replies].flatMap(rowsOf).length

/** The rows of a reply; empty if it has none. */
export const rowsOf = (reply: Reply): ReadonlyArray<Row> => {
  let found: ReadonlyArray<Row> = []
  rows(reply, (all) => {
    found = all
    return all
  })
  return found
}

/** What another reply has where this one has its rows; a reply without rows would not say where they would be. */
export const rowsBeside = (reply: Reply, other: Reply): ReadonlyArray<unknown> => {
  if (reply.rowAt !== undefined) return [at(other.body, reply.rowAt) ?? undefined]
  const found = rowsPath(reply.body)?.reduce<unknown>(
    (value, name) => (isRow(value) ? value[name] : undefined),
    other.body
  )
  return Array.isArray(found) ? found : []
}

/** The reply without its rows; as it is if it has none. */
export const withoutRows = (reply: Reply): Reply => rows(reply, () => []) ?? reply

const hasNextLink = (reply: Reply, host: string): boolean =>
  nextLinkOf(lowerCased(reply.headers)["link"]) !== null ||
  JSON.stringify(withoutRows(reply).body ?? null).includes(`://${host}`)

/** The reply with its next link pointed from `host` to another host, and its rows as they were; null if it has no next link with a host. */
export const foreignNextLink = (reply: Reply, host: string): Reply | null => {
  if (!hasNextLink(reply, host)) return null
  const replace = (text: string) => text.replaceAll(`://${host}`, `://${FOREIGN_HOST}`)
  const headers = Object.fromEntries(Object.entries(reply.headers ?? {}).map(([name, value]) => [name, replace(value)]))
  const replaced = withBody(reply, JSON.parse(replace(JSON.stringify(reply.body ?? null))))
  const own = rowsOf(reply)
  return { ...(rows(replaced, () => own) ?? replaced), headers }
}

const CAPITALS = /^[A-Z][A-Z_]{2,}$/
const SMALL_LETTERS = /^(?=.{3})[a-z]+(?:[_-][a-z]+)*$/

/** The value with every word that may be one of an enum, in capitals or in small letters, replaced by an unknown one, at any depth; the `names` stay. */
export const unknownEnums = (value: unknown, names: ReadonlySet<string>): unknown => {
  if (typeof value === "string") {
    if (CAPITALS.test(value)) return "TRIBUTARY_UNKNOWN_VALUE"
    return SMALL_LETTERS.test(value) && !names.has(value) ? "tributary_unknown_value" : value
  }
  if (Array.isArray(value)) return value.map((item) => unknownEnums(item, names))
  if (!isRow(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unknownEnums(item, names)]))
}

/** The value with every list in it cut to its first element, at any depth. */
export const singleElements = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(singleElements)
  if (!isRow(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, singleElements(item)]))
}

/** The paths of all fields of a row, including those of the objects inside it, and of the first of the rows at `inner`. */
export const fieldPaths = (row: Row, inner = ""): ReadonlyArray<ReadonlyArray<string>> => {
  const below = (name: string): string => (inner.startsWith(`${name}.`) ? inner.slice(name.length + 1) : "")
  return Object.entries(row).flatMap(([name, value]) => {
    const first = name === inner && Array.isArray(value) && isRow(value[0]) ? value[0] : null
    return [
      [name],
      ...(isRow(value) ? fieldPaths(value, below(name)).map((path) => [name, ...path]) : []),
      ...(first === null ? [] : fieldPaths(first).map((path) => [name, FIRST, ...path]))
    ]
  })
}

/** Stands in a path for the first row of a list. */
const FIRST = "0"

/** The row with another value at the path, if it has the objects on the way; undefined leaves the field out. */
export const withField = (row: Row, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): Row => {
  const { [name]: inner, ...others } = row
  if (rest[0] === FIRST && Array.isArray(inner) && isRow(inner[0])) {
    return { ...row, [name]: [withField(inner[0], rest.slice(1), value), ...inner.slice(1)] }
  }
  if (rest.length > 0) return isRow(inner) ? { ...row, [name]: withField(inner, rest, value) } : row
  return value === undefined ? others : { ...row, [name]: value }
}
