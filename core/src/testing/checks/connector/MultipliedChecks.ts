import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type RunReport, run } from "../../run/ConnectorRun.js"
import type * as CopiedIds from "../../vendor/CopiedIds.js"
import * as MultipliedVendor from "../../vendor/MultipliedVendor.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { describeFailures, describeRejections, insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import type { ScriptedList } from "../kit/ScriptedList.js"
import { idsIn } from "../list/RowIdChecks.js"
import * as MultipliedScript from "./MultipliedScript.js"

/** What a run may leave on the heap: the caches of the engine, and so many bytes for each row, which is less than any row has. */
const KEPT_BYTES = 1_000_000
const KEPT_BYTES_PER_ROW = 64

/** A script may have one row about which the vendor has nothing; so many copies of it are more than a sound vendor has. */
const OF_HOLES = /(?:is missing|answered 404) for \d+ of \d+/

/** Most of so many runs must keep too much before the connector is blamed: the engine keeps something by chance, or lets it go. */
const ROUNDS = 3

/** How often an index is asked for rows behind its end. */
const PROBES = 1

/** Whether a value of the row, at any depth, is the id. */
const holds = (value: unknown, id: string): boolean =>
  value !== null && typeof value === "object"
    ? Object.values(value).some((inner) => holds(inner, id))
    : String(value).toLowerCase() === id

/** The ids of the records of a kind that a row of its list has as they are, so that copies of the row have others. */
const copiedOf = (
  lists: ReadonlyArray<ScriptedList>,
  kind: string,
  { stored }: RunReport,
  ids: CopiedIds.CopiedIds
): ReadonlyArray<string> => {
  const rows = lists
    .filter(({ list }) => list.kind?.name === kind && (list.role === "own" || list.role === "details"))
    .flatMap(({ replies }) => [...replies.values()].flatMap(ReplyEdit.rowsOf))
  return [...new Set(idsIn(stored.get(kind)))].filter((id) =>
    rows.some((row) => holds(row, id) && !holds(ids.translated(row, 1), id))
  )
}

const requestsOf = ({ replies }: ScriptedList, { requests }: RunReport): number =>
  requests.filter(({ key }) => key !== null && replies.has(key)).length

/** The bytes of the heap after a collection, which no garbage is part of. */
const heapBytes = (): number => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

/** What changes with the number of rows, for a test that asks for it. */
export const multipliedChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { connector, lists, options } = subject
  const { times } = options
  if (times === undefined) return []
  const read = async () => {
    const healthy = await subject.healthy()
    const { ids, lists: whole } = MultipliedScript.make(lists, options.replies, healthy)
    const answering = MultipliedVendor.make(options.replies, { ids, lists: whole, times })
    return { copied: ids, healthy, many: await run(connector, { ...options, answering }) }
  }
  const arrives: Check = {
    name: `${times} times as many rows all arrive, with no more requests than they need`,
    run: async () => {
      const { copied, healthy, many } = await read()
      const failures = many.failures.filter(({ detail }) => !OF_HOLES.test(detail))
      const ofHoles = new Set(many.failures.map(({ extractor }) => extractor))
      insist(
        failures.length + many.rejections.length === 0,
        () => `With ${times} times as many rows: ${describeFailures({ ...many, failures })}.${describeRejections(many)}`
      )
      const kinds = [...healthy.stored.keys()].map((kind) => ({ kind, ids: copiedOf(lists, kind, healthy, copied) }))
      insist(
        kinds.some(({ ids }) => ids.length > 0),
        () => "times: no row of the script has the id of its record as a value, so that the kit cannot multiply rows."
      )
      const isCut = (kind: string) =>
        lists.some(({ extractor }) => ofHoles.has(extractor.name) && extractor.kinds.some(({ name }) => name === kind))
      for (const { ids, kind } of kinds.filter(({ kind }) => !isCut(kind))) {
        const found = many.stored.get(kind)?.size ?? 0
        insist(
          found >= ids.length * times,
          () =>
            `${kind}: ${ids.length * times} rows with different ids became ${found} records. Take the id of a record from what differs between any two rows.`
        )
      }
      for (const list of lists) {
        const [before, after] = [requestsOf(list, healthy), requestsOf(list, many)]
        const most = MultipliedScript.isWhole(list) ? before + PROBES : before * times
        insist(
          after <= most,
          () =>
            `${list.list.endpoint}: ${after} requests for ${times} times as many rows, ${most} at most. Ask once for what many rows share.`
        )
      }
    }
  }
  const lets: Check = {
    name: `a run keeps nothing of ${times} times as many rows`,
    run: async () => {
      // The first run fills the caches of the engine.
      let rows = 0
      await read()
      const grown: Array<number> = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = heapBytes()
        rows = [...(await read()).many.stored.values()].reduce((sum, { size }) => sum + size, 0)
        grown.push(heapBytes() - before)
      }
      const kept = grown.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
      insist(
        kept <= KEPT_BYTES + rows * KEPT_BYTES_PER_ROW,
        () =>
          `After a run with ${rows} records, ${Math.round(kept / 1_000)} kB more are held than before it. Keep no rows beyond their page, such as in a variable of the module.`
      )
    }
  }
  return [arrives, lets]
}
