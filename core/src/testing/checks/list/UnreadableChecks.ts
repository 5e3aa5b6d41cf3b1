import { Schema } from "effect"
import * as Result from "../../../Result.js"
import type { Rejection } from "../../../record/normalize.js"
import { decode } from "../../../record/Row.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { endedWith, insist, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing, holds } from "../kit/ConnectorUnderTest.js"
import * as DecodedReplies from "../kit/DecodedReplies.js"
import * as ScriptedList from "../kit/ScriptedList.js"
import { idsIn, isPartOf } from "./RowIdChecks.js"

type List = ScriptedList.ScriptedList
type Path = ReadonlyArray<string>

/** No vendor's field has this form, so that a row schema that reads the field refuses its value. */
const WRONG_FORM = { unexpected: { form: true } }

const broken = (row: ReplyEdit.Row, paths: ReadonlyArray<Path>): ReplyEdit.Row =>
  paths.reduce((changed, path) => ReplyEdit.withField(changed, path, WRONG_FORM), row)

const valueAt = (row: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | null | undefined)?.[name], row) ??
  null

/** The fields of a list's first row that its schema reads, but also without a value that it can read. */
const nullableFields = ({ list, replies }: List): ReadonlyArray<Path> => {
  const [sample] = [...replies.values()].flatMap(ReplyEdit.rowsOf)
  if (sample === undefined || list.row === null || list.accepts === null) return []
  const strict = decode(Schema.make<unknown>(list.row))
  // Only a format other than JSON may have no way to write a value.
  const decoded = [...replies.values()].filter(({ decoder }) => decoder !== undefined)
  const isExpressible = (path: Path) =>
    decoded.every((reply) => {
      const changed = ReplyEdit.firstRow(reply, (row) => broken(row, [path]))
      return changed === null || DecodedReplies.isExpressible(changed)
    })
  return ReplyEdit.fieldPaths(sample, list.pagination?.inner?.path).filter((path) => {
    const row = broken(sample, [path])
    if (!isExpressible(path)) return false
    const isRead = (list.pagination?.inner?.of(row) ?? [row]).some((each) => Result.isFailure(strict(each)))
    return isRead && list.accepts?.(row) === true
  })
}

/** A value that cannot be read costs its field, not its row: the record keeps what it had in the field. */
export const unreadableChecks =
  (subject: ConnectorUnderTest) =>
  (list: List): ReadonlyArray<Check> => {
    const { kind, role } = list.list
    if (kind === null || role === "lookup") return []
    const paths = nullableFields(list)
    if (paths.length === 0) return []
    const runWith = async (some: ReadonlyArray<Path>): Promise<void> => {
      const change = ScriptedList.changeOf(list.replies, (reply) =>
        ReplyEdit.firstRow(reply, (row) => broken(row, some))
      )
      if (change === null) return
      const comparison = await subject.alone(list, changing(change))
      const { after, before } = comparison
      const what = `A value of ${some.map((path) => path.join(".")).join(", ")} that cannot be read`
      // A mapping that throws on a null has a check of its own.
      if (after.rejections.some(({ issues }) => issues.some((issue) => issue.startsWith("mapping: threw")))) return
      endedWith(after, list.list, "HEALTHY", what)
      // Without a value that decides whether a row is a record of the kind, nobody knows whether it is one.
      const isUndecided = ({ kind, vendorId }: Rejection) => vendorId !== null && (before.skipped.get(kind) ?? 0) > 0
      const rejected = after.rejections.filter((rejection) => !isUndecided(rejection))
      insist(
        rejected.length <= before.rejections.length,
        () =>
          `${what} rejected its row${[...new Set(rejected.flatMap(({ issues }) => issues))].map((issue) => ` (${issue})`).join("")}. If it decides which records the row becomes, script a row that is not a record of each kind.`
      )
      insist(after.unreadable.length > before.unreadable.length, () => `${what} was not counted.`)
      sameRecords(
        comparison,
        `${what} (if the mapping translates the vendor's words, script rows with several of them)`
      )
    }
    const run = async () => {
      const { stored } = await subject.healthy()
      const ids = idsIn(stored.get(kind.name))
      const [sample] = [...list.replies.values()].flatMap(ReplyEdit.rowsOf)
      // A row without a part of its id has no id, so it is rejected.
      const own = paths.filter((path) => !isPartOf(ids, valueAt(sample, path)))
      if (await holds(() => runWith(own))) return
      for (const path of own) await runWith([path])
    }
    return [{ name: "a value of a nullable field that cannot be read costs only the field", run }]
  }
