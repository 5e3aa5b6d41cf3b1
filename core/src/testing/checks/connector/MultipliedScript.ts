import type { RunReport } from "../../run/ConnectorRun.js"
import * as CopiedIds from "../../vendor/CopiedIds.js"
import type { MultipliedList } from "../../vendor/MultipliedVendor.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { parse, type Replies } from "../../vendor/ScriptedVendor.js"
import type { ScriptedList } from "../kit/ScriptedList.js"
import { idsIn } from "../list/RowIdChecks.js"

/** What a vendor that plays a script several times over needs to know of the script. */
export interface MultipliedScript {
  /** Its ids, and those of its copies. */
  readonly ids: CopiedIds.CopiedIds
  /** The lists of which there is one, so that a page of them has the rows of all copies. */
  readonly lists: ReadonlyArray<MultipliedList>
  /** Whether each copy has replies of its own instead of those of the list: not if the list is that of the tenant, or if its rows have no ids. */
  readonly isCopied: (list: ScriptedList) => boolean
}

/** A field of a row in an endpoint, which makes it a list of each row. */
const PLACEHOLDER = /\{[^$][^{}]*\}/

/** The values of an endpoint's placeholders in the path of a key, such as `g1` in `/groups/g1/users` or in `/groups('g1')/users`. */
const idsInPath = (endpoint: string, key: string): ReadonlyArray<string> => {
  const names = (endpoint.split("?")[0] ?? "").split("/")
  const parts = parse(key).path.split("/")
  const behind = parts.length - names.length
  return names.flatMap((name, at) => {
    const [before = "", after] = name.split(PLACEHOLDER)
    const part = parts[at + behind] ?? ""
    if (after === undefined || !part.startsWith(before) || !part.endsWith(after)) return []
    return [decodeURIComponent(part.slice(before.length, part.length - after.length))]
  })
}

const idsInPaths = ({ list: { endpoint }, replies }: ScriptedList): ReadonlyArray<string> =>
  [...replies.keys()].flatMap((key) => idsInPath(endpoint, key))

/** Whether the key has the rows below one row of which there are no copies. */
const isBelowOne = ({ list }: ScriptedList, key: string, isId: (id: string) => boolean): boolean => {
  const { endpoint, lookup, role } = list
  const ids = idsInPath(endpoint, key)
  const isList = role === "own" || role === "child" || role === "parent" || lookup?.asks === "all rows"
  return isList && ids.length > 0 && !ids.some(isId)
}

/** Every text and number in a value, in lower case. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [String(value).toLowerCase()]

/** Whether there is one such list, rather than one for each row of another. */
export const isWhole = ({ extractor, list: { endpoint, lookup, role } }: ScriptedList): boolean => {
  if (role === "lookup") return lookup?.asks === "all rows" && !PLACEHOLDER.test(endpoint)
  if (role !== "own") return role === "parent" && !PLACEHOLDER.test(endpoint)
  // Without rows above it, the path names what a job of the vendor has prepared.
  return !PLACEHOLDER.test(endpoint) || !extractor.lists.some((other) => other.role === "parent")
}

/** The value of every field that names an id and has one of the ids behind a slash or a colon, such as `gid://acme/Issue/7`. */
const idsAround = (value: unknown, ids: ReadonlySet<string>): ReadonlyArray<string> =>
  value === null || typeof value !== "object"
    ? []
    : Object.entries(value).flatMap(([name, item]) => {
        if (typeof item !== "string") return idsAround(item, ids)
        const last = /[/:]([^/:]+)$/.exec(item.toLowerCase())?.[1]
        return last !== undefined && ids.has(last) && CopiedIds.NAMES_ID.test(name) ? [item] : []
      })

/** Takes the ids of a script from a run without faults; `more` are other texts of its rows that differ between copies. */
export const make = (
  scripted: ReadonlyArray<ScriptedList>,
  replies: Replies,
  healthy: RunReport,
  more: ReadonlyArray<string> = []
): MultipliedScript => {
  const records = [...healthy.stored.values()].flatMap(idsIn)
  const rows = scripted.flatMap(({ replies }) => [...replies.values()].flatMap(ReplyEdit.rowsOf))
  // The tenant stays one, and its credentials cover no copies of what they name.
  const tenants = new Set(healthy.tenantRequests.flatMap(({ key }) => textsIn(replies[key ?? ""]?.body)))
  const found = [...records, ...idsAround(rows, new Set(records)), ...scripted.flatMap(idsInPaths), ...more]
  const ids = CopiedIds.make(found.filter((id) => !tenants.has(id.toLowerCase())))
  const isId = (id: string) => ids.originalOf(id) !== null
  const namesId = (key: string): boolean => {
    const { body, path, query } = parse(key)
    const texts = [...path.split("/").map(decodeURIComponent), ...new URLSearchParams(query).values()]
    return ids.isCopied(body) || texts.some((text) => [text, ...text.split(/[,()'"=:;]+/)].some(isId))
  }
  const listOf = (list: ScriptedList): ReadonlyArray<MultipliedList> => {
    const { pagination, lookup } = list.list
    const isNamed = lookup?.asks === "several keys" && list.list.role === "lookup"
    const keys = [...list.replies.keys()]
    // A list below the tenant, or below what stays one, has the rows of all copies.
    const own = isWhole(list) || isNamed ? keys : keys.filter((key) => isBelowOne(list, key, isId))
    return own.length === 0 ? [] : [{ pagination, keys: new Set(own), isNamed }]
  }
  const lists = scripted.flatMap(listOf)
  const isCopied: MultipliedScript["isCopied"] = ({ list: { role }, replies }) =>
    [...replies].every(([key, reply]) => {
      const isShared = role === "details" || lists.some(({ keys }) => keys.has(key))
      return isShared ? ReplyEdit.rowsOf(reply).every(ids.isCopied) : namesId(key)
    })
  return { ids, lists, isCopied }
}
