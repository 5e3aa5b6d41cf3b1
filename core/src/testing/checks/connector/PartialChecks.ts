import { type AnswerErrors, namesOf, reportedIn } from "../../../http/answer/AnswerErrors.js"
import { lowerCased } from "../../../http/Request.js"
import type { VendorHttpSettings } from "../../../http/VendorHttpSettings.js"
import type { RunReport } from "../../run/ConnectorRun.js"
import { settingsOf } from "../../run/TestCredentials.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { parse, type Reply } from "../../vendor/ScriptedVendor.js"
import { describeFailures, insist, noneLost, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import * as DecodedReplies from "../kit/DecodedReplies.js"
import { isOutage, UNKNOWN_CODE } from "../kit/Faults.js"
import { type Change, type ScriptedList, SINCE } from "../kit/ScriptedList.js"
import { namesUnread } from "../list/LookupChecks.js"
import { announces } from "../list/PageChecks.js"
import { apart } from "./SideListChecks.js"

/** What an answer has that shows that it lacks something. */
interface Sign {
  /** The sign, as the name of a check has it. */
  readonly name: string
  /** The reply with the sign; null if it cannot have one. */
  readonly edit: (reply: Reply, key: string) => Reply | null
  /** Whether the vendor's count of all rows is the better witness. */
  readonly isOverruledByCount: boolean
  /** Whether what the answer has is kept; false if it counts as failed. */
  readonly isKept: boolean
  /** Whether the sign would be a field of the row in an answer that is one row. */
  readonly isFieldOfRow: boolean
}

/** Whether nothing but a sign shows that rows are missing: no reply announces how many there are. */
const isUncounted = ({ list, replies }: ScriptedList): boolean =>
  [...replies.values()].every((page) => !announces(list, page))

const isOneRow = ({ list: { pagination } }: ScriptedList): boolean => pagination?.isOneRow === true

/** The good replies behind which no page follows, with the sign; without those that cannot have it. */
const atTheEnd = (lists: ReadonlyArray<ScriptedList>, { edit, isFieldOfRow, isOverruledByCount }: Sign): Change =>
  new Map(
    lists
      .filter((list) => !isOverruledByCount || isUncounted(list))
      .filter((list) => !isFieldOfRow || !isOneRow(list))
      .flatMap(({ leading, replies }) =>
        [...replies].flatMap(([key, reply]) => {
          const isGood = reply.status === undefined || reply.status === 200
          const edited = isGood && !leading.has(key) ? edit(reply, key) : null
          return edited === null ? [] : [[key, edited] as const]
        })
      )
  )

/** The sign of a status: accepted (202), or partial content (206). */
const withStatus = (status: 202 | 206): Sign => ({
  name: `an answer with status ${status}`,
  edit: (reply) => ({ ...reply, status }),
  isOverruledByCount: true,
  isKept: true,
  isFieldOfRow: false
})

const unlinked: Sign = {
  name: "a last page without its Link header",
  // A proxy that removes the Link header may remove any other one too, such as one with a count.
  edit: (reply) => (lowerCased(reply.headers)["link"] === undefined ? null : { ...reply, headers: {} }),
  isOverruledByCount: true,
  isKept: true,
  isFieldOfRow: false
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The answers of GraphQL have a field for the data, and one for the errors of what they lack: https://spec.graphql.org/draft/#sec-Errors */
const withErrors = (reply: Reply, key: string): Reply | null =>
  parse(key).method === "POST" && isFields(reply.body) && isFields(reply.body["data"])
    ? ReplyEdit.withBody(reply, { ...reply.body, errors: [{ message: "injected by the test kit" }] })
    : null

/** Whether the connector reads an answer with this body, instead of making an error of it. */
const isRead = ({ classify, errors }: VendorHttpSettings, body: unknown): boolean =>
  (errors === undefined || reportedIn(errors, body, true) === null) &&
  (classify?.({ endpoint: "", status: 200, headers: {}, body }) ?? null) === null

/** The sign of GraphQL, for a connector that does not take it for a failure of the whole answer. */
const graphql = (settings: VendorHttpSettings): Sign => ({
  name: "a GraphQL answer with errors beside its data",
  edit: (reply, key) => {
    const edited = withErrors(reply, key)
    return edited === null || !isRead(settings, edited.body) ? null : edited
  },
  isOverruledByCount: false,
  isKept: true,
  isFieldOfRow: false
})

/** The body with a code at a path such as `errors[].extensions.code`. */
const withCode = (body: unknown, [name, ...rest]: ReadonlyArray<string>, code: string): unknown => {
  if (name === undefined) return code
  const fields = isFields(body) ? body : {}
  if (name.endsWith("[]")) return { ...fields, [name.slice(0, -2)]: [withCode({}, rest, code)] }
  return { ...fields, [name]: withCode(fields[name], rest, code) }
}

/** The sign of a connector's own table of errors: a code that the table lacks, beside the rows. None if the table takes such a code for a refusal. */
const tabled = (errors: AnswerErrors | undefined): ReadonlyArray<Sign> => {
  if (errors === undefined) return []
  const { at, otherwise = 500 } = errors
  if (otherwise !== "ok" && !isOutage(otherwise)) return []
  const edit = (reply: Reply): Reply | null => {
    if (!isFields(reply.body)) return null
    const rows = JSON.stringify(ReplyEdit.rowsOf(reply))
    const edited = [at]
      .flat()
      .map((path) => ReplyEdit.withBody(reply, withCode(reply.body, namesOf(path), UNKNOWN_CODE)))
    return (
      edited.find((each) => JSON.stringify(ReplyEdit.rowsOf(each)) === rows && DecodedReplies.isExpressible(each)) ??
      null
    )
  }
  return [
    {
      name: `an answer with the error ${UNKNOWN_CODE} beside its rows`,
      edit,
      isOverruledByCount: false,
      isKept: otherwise === "ok",
      isFieldOfRow: true
    }
  ]
}

/** Whether a reply of the list was sent with its sign. */
const isStruck = (report: RunReport, { extractor, replies }: ScriptedList, change: Change): boolean =>
  (report.requestsBy.get(extractor) ?? []).some(
    ({ isStruck, key }) => isStruck && key !== null && change.has(key) && replies.has(key)
  )

/** Every extractor one of whose lists got a reply with the sign has failed, and blames the vendor. */
const isIncomplete = (report: RunReport, lists: ReadonlyArray<ScriptedList>, change: Change, what: string): void => {
  for (const each of lists) {
    const endpoints = each.extractor.lists.map(({ endpoint }) => endpoint)
    const failure = report.failures.find(({ endpoint }) => endpoints.includes(endpoint))
    insist(
      !isStruck(report, each, change) || failure?.health === "VENDOR_SERVER_ERROR",
      () =>
        `${each.list.endpoint}: ${what} is not all of the list: expected VENDOR_SERVER_ERROR, saw ${describeFailures(report)}. An author's own stream emits \`missing\`, which \`Extractor.lackOf\` finds.`
    )
  }
}

/** Whether a list is read for the rows of another one, which cannot do without it. */
const isBeside = ({ list: { lookup, role } }: ScriptedList): boolean =>
  role === "child" || role === "details" || role === "further" || lookup?.isOptional === false

/** Whether a delta reads the list: its own rows, or what changed in it. */
const tellsChanges = ({ list: { pagination, role } }: ScriptedList): boolean =>
  role === "own" || role === "parent" || pagination?.delta !== undefined

/** What must follow an answer that shows that it lacks something. */
export const partialChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { connector, lists, options } = subject
  const firsts = lists.filter(({ extractor, list }) => extractor.lists[0] === list)
  const linked = [...firsts, ...lists.filter(({ list }) => list.role === "child")].filter(
    ({ list }) => list.pagination?.missing !== undefined
  )
  const incremental = lists.filter((list) => list.extractor.isIncremental && tellsChanges(list))
  // Without its rows, an answer that is one row would still be a row.
  const optional = lists.filter((each) => each.list.lookup?.isOptional === true && !isOneRow(each))

  /** A check with one run for each group of lists that can have the sign; none if no list can. */
  const incomplete = (
    scan: "first sync" | "delta",
    sign: Sign,
    groups: ReadonlyArray<ReadonlyArray<ScriptedList>>
  ): ReadonlyArray<Check> => {
    const changed = groups
      .map((group) => ({ group, change: atTheEnd(group, sign) }))
      .filter(({ change }) => change.size > 0)
    const run = async () => {
      const before = await subject.healthy()
      for (const { change, group } of changed) {
        const scope = scan === "delta" ? { since: SINCE, deltas: before.deltas } : { stored: new Map() }
        const after = await subject.again({ ...scope, faults: changing(change) })
        isIncomplete(after, group, change, sign.name)
        if (sign.isKept)
          noneLost({ before: scan === "delta" ? await subject.delta() : before, after }, `After ${sign.name}`)
      }
    }
    return changed.length === 0 ? [] : [{ name: `${sign.name} makes a ${scan} incomplete`, run }]
  }

  /** A check that the sign costs optional lookups their fields, and nothing else; none if no answer to one can have it. */
  const costsFields = (sign: Sign): ReadonlyArray<Check> => {
    // The answer lacks all rows: otherwise nothing shows which values come from rows that it lacks.
    const edit: Sign["edit"] = (reply, key) => sign.edit(ReplyEdit.withoutRows(reply), key)
    const changes = apart(optional)
      .map((group) => atTheEnd(group, { ...sign, edit }))
      .filter(({ size }) => size > 0)
    const run = async () => {
      const before = await subject.healthy()
      for (const change of changes) {
        const after = await subject.again({ faults: changing(change) })
        insist(after.failures.length === 0, () => `${sign.name}: expected HEALTHY, saw ${describeFailures(after)}.`)
        for (const each of optional) {
          if (isStruck(after, each, change)) namesUnread(subject, after, each.list, `it gave ${sign.name}`)
        }
        sameRecords({ before, after }, `After ${sign.name} to an optional lookup`)
      }
    }
    return changes.length === 0 ? [] : [{ name: `${sign.name} costs an optional lookup only its fields`, run }]
  }

  const settings = settingsOf(connector, options)
  const signs = [withStatus(202), withStatus(206), graphql(settings), ...tabled(settings.errors)]
  return [
    ...signs.flatMap((sign) => [
      ...incomplete("first sync", sign, [firsts, lists.filter(isBeside)]),
      ...incomplete("delta", sign, [incremental]),
      ...(sign.isKept ? costsFields(sign) : [])
    ]),
    ...incomplete("first sync", unlinked, [linked])
  ]
}
