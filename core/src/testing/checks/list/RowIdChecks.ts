import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** No vendor's field has this form, so that a row schema that reads the field refuses the row. */
const WRONG_FORM = { unexpected: { form: true } }

/** Shorter ids occur in other texts by chance. */
const SHORTEST_PART = 8

/** Whether a value of a row, or something inside it, is a part of one of the ids. */
export const isPartOf = (ids: ReadonlyArray<string>, value: unknown): boolean => {
  if (value === null || value === "" || typeof value === "boolean") return false
  if (typeof value === "object") return Object.values(value).some((inner) => isPartOf(ids, inner))
  const text = String(value).toLowerCase()
  return ids.some((id) => id.includes(text) || (id.length >= SHORTEST_PART && text.includes(id)))
}

/** The ids of stored records in the source tool, in lower case, because some vendors spell one id in several ways. */
export const idsIn = (records: ReadonlyMap<string, string> | undefined): ReadonlyArray<string> =>
  [...(records ?? new Map<string, string>()).values()].flatMap((wire) => {
    const record = JSON.parse(wire) as Readonly<Record<string, unknown>>
    const attributes = record["vendor_attributes"] as Readonly<Record<string, unknown>> | null | undefined
    return [record["vendor_id"], attributes?.["id"]].flatMap((id) => (typeof id === "string" ? [id.toLowerCase()] : []))
  })

/** A row that cannot be read, but still has everything that its id is made of; null if the schema needs nothing else. */
const unreadable = ({ list, replies }: List, ids: ReadonlyArray<string>): ScriptedList.Change | null => {
  const [sample] = [...replies.values()].flatMap(ReplyEdit.rowsOf)
  if (sample === undefined || list.accepts === null) return null
  const names = Object.keys(sample).filter((name) => !isPartOf(ids, sample[name]))
  const broken = names.find((name) => list.accepts?.({ ...sample, [name]: WRONG_FORM }) === false)
  if (broken === undefined) return null
  return ScriptedList.changeOf(replies, (reply) =>
    ReplyEdit.firstRow(reply, (row) => ({ ...row, [broken]: WRONG_FORM }))
  )
}

/**
 * The id of a row is read before the row is decoded, so that a row that cannot be decoded protects its own record, and no
 * other one.
 */
export const rowIdChecks =
  (subject: ConnectorUnderTest) =>
  (list: List): ReadonlyArray<Check> => {
    const { kind, role } = list.list
    if (kind === null || role === "lookup" || ReplyEdit.rowCount(list.replies.values()) < 2) return []
    const run = async () => {
      const { stored } = await subject.healthy()
      const change = unreadable(list, idsIn(stored.get(kind.name)))
      if (change === null) return
      const { after } = await subject.alone(list, changing(change))
      const unknown = after.rejections.filter(
        (rejection) => rejection.kind === kind.name && rejection.vendorId === null
      )
      insist(
        unknown.length === 0,
        () =>
          `${list.list.endpoint}: the id of a row that cannot be decoded is unknown, so that no record of ${kind.name} can be deleted. Let the list's \`id\` read the raw row.`
      )
    }
    return [{ name: "a row that cannot be decoded is still known by its id", run }]
  }
