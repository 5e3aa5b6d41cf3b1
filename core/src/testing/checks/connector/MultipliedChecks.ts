import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type RunReport, run } from "../../run/ConnectorRun.js"
import * as CopiedIds from "../../vendor/CopiedIds.js"
import * as MultipliedVendor from "../../vendor/MultipliedVendor.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { parse } from "../../vendor/ScriptedVendor.js"
import { describeFailures, describeRejections, insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import type { ScriptedList } from "../kit/ScriptedList.js"
import { idsIn } from "../list/RowIdChecks.js"

/** What a run may leave on the heap: the caches of the engine, and so many bytes for each row, which is less than any row has. */
const KEPT_BYTES = 1_000_000
const KEPT_BYTES_PER_ROW = 64

/** A script may have one row about which the vendor has nothing; so many copies of it are more than a sound vendor has. */
const OF_HOLES = /(?:is missing|answered 404) for \d+ of \d+/

/** Most of so many runs must keep too much before the connector is blamed: the engine keeps something by chance, or lets it go. */
const ROUNDS = 3

/** How often an index is asked for rows behind its end. */
const PROBES = 1

/** The values of an endpoint's placeholders in the paths of the script, such as `g1` in `/groups/g1/users`. */
const idsInPaths = ({ list: { endpoint }, replies }: ScriptedList): ReadonlyArray<string> => {
  const names = (endpoint.split("?")[0] ?? "").split("/")
  return [...replies.keys()].flatMap((key) => {
    const parts = parse(key).path.split("/")
    const behind = parts.length - names.length
    return names.flatMap((name, at) => {
      const part = parts[at + behind]
      return /^\{[^$][^{}]*\}$/.test(name) && part !== undefined ? [decodeURIComponent(part)] : []
    })
  })
}

/** Every text and number in a value, in lower case. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [String(value).toLowerCase()]

/** Whether a value of the row, at any depth, is the id. */
const holds = (value: unknown, id: string): boolean =>
  value !== null && typeof value === "object"
    ? Object.values(value).some((inner) => holds(inner, id))
    : String(value).toLowerCase() === id

/** A field of a row in an endpoint, which makes it a list of each row. */
const OF_ROW = /\{[^$][^{}]*\}/

/** Whether there is one such list, rather than one for each row of another. */
const isWhole = ({ extractor, list: { endpoint, lookup, role } }: ScriptedList): boolean => {
  if (role === "lookup") return lookup?.asks === "all rows" && !OF_ROW.test(endpoint)
  if (role !== "own") return role === "parent" && !OF_ROW.test(endpoint)
  // Without rows above it, the path names what a job of the vendor has prepared.
  return !OF_ROW.test(endpoint) || !extractor.lists.some((other) => other.role === "parent")
}

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
    const records = [...healthy.stored.values()].flatMap(idsIn)
    const tenants = new Set(healthy.tenantRequests.flatMap(({ key }) => textsIn(options.replies[key ?? ""]?.body)))
    // The tenant stays one, and its credentials cover no copies of what they name.
    const named = [...records, ...lists.flatMap(idsInPaths)].filter((id) => !tenants.has(id.toLowerCase()))
    const ids = CopiedIds.make(named)
    const whole = lists
      .filter(isWhole)
      .map(({ list: { pagination }, replies }) => ({ pagination, keys: new Set(replies.keys()) }))
    const answering = MultipliedVendor.make(options.replies, { ids, lists: whole, times })
    return { copied: ids, healthy, many: await run(connector, { ...options, answering }) }
  }
  const arrives: Check = {
    name: `${times} times as many rows all arrive, with no more requests than they need`,
    run: async () => {
      const { copied, healthy, many } = await read()
      const isOfHoles = many.failures.some(({ detail }) => OF_HOLES.test(detail))
      insist(
        isOfHoles || many.failures.length + many.rejections.length === 0,
        () => `With ${times} times as many rows: ${describeFailures(many)}.${describeRejections(many)}`
      )
      const kinds = [...healthy.stored.keys()].map((kind) => ({ kind, ids: copiedOf(lists, kind, healthy, copied) }))
      insist(
        kinds.some(({ ids }) => ids.length > 0),
        () => "times: no row of the script has the id of its record as a value, so that the kit cannot multiply rows."
      )
      for (const { ids, kind } of isOfHoles ? [] : kinds) {
        const found = many.stored.get(kind)?.size ?? 0
        insist(
          found >= ids.length * times,
          () =>
            `${kind}: ${ids.length * times} rows with different ids became ${found} records. Take the id of a record from what differs between any two rows.`
        )
      }
      for (const list of lists) {
        const [before, after] = [requestsOf(list, healthy), requestsOf(list, many)]
        const most = isWhole(list) ? before + PROBES : before * times
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
