import type { RunReport } from "../../run/ConnectorRun.js"
import * as OtherValue from "../../vendor/OtherValue.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import type * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** The fields of the rows that the row schema requires, and of which the kit knows another value. */
const requiredIn = ({ list: { accepts }, replies }: List): ReadonlyArray<string> => {
  const [sample] = [...replies.values()].flatMap(ReplyEdit.rowsOf)
  if (sample === undefined || accepts === null || !accepts(sample)) return []
  return Object.entries(sample).flatMap(([name, value]) => {
    const isRequired = !accepts({ ...sample, [name]: null }) && !accepts(ReplyEdit.withField(sample, [name], undefined))
    return isRequired && OtherValue.of(value) !== null && accepts({ ...sample, [name]: OtherValue.of(value) })
      ? [name]
      : []
  })
}

/** The replies with another value of the field in every row. */
const changed = ({ replies }: List, name: string): ScriptedList.Change =>
  new Map(
    [...replies].flatMap(([key, reply]): ReadonlyArray<readonly [string, Reply]> => {
      const edited = ReplyEdit.rows(reply, (rows) =>
        rows.map((row) => (OtherValue.of(row[name]) === null ? row : { ...row, [name]: OtherValue.of(row[name]) }))
      )
      return edited === null ? [] : [[key, edited]]
    })
  )

const textOf = ({ stored }: RunReport): string =>
  JSON.stringify([...stored].map(([kind, records]) => [kind, [...records].sort()]))

/** Whether both runs ended alike, with the same records. */
const isSame = (before: RunReport, after: RunReport): boolean =>
  after.failures.length === 0 &&
  after.rejections.length === before.rejections.length &&
  textOf(before) === textOf(after)

/** A row that lacks a required field is rejected, so a field must be worth that. */
export const usedFieldChecks =
  (subject: ConnectorUnderTest) =>
  (list: List): ReadonlyArray<Check> => {
    const { kind, role } = list.list
    const names = kind !== null && (role === "own" || role === "child" || role === "details") ? requiredIn(list) : []
    if (names.length === 0) return []
    const run = async () => {
      for (const name of names) {
        const { after, before } = await subject.alone(list, changing(changed(list, name)))
        const isStruck = after.requests.some((request) => request.isStruck)
        insist(
          !isStruck || !isSame(before, after),
          () =>
            `The row schema requires ${name}, but no record depends on it: a row without it is rejected for nothing. Leave it out of \`row\`, so that it is kept in vendor_data, or use it.`
        )
      }
    }
    return [{ name: "a field that a row must have is used", run }]
  }
