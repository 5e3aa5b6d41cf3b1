import type { Batch, RecordKind } from "@tributary/core"
import { Effect, Exit } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type Lease, runWithLease, type StaleFence, withLease } from "../schedule/Lease.js"
import * as IdPrefixes from "./IdPrefixes.js"
import * as KeptRelations from "./KeptRelations.js"
import * as SeenRule from "./rules/SeenRule.js"
import type { Scan } from "./Scan.js"
import * as SeenBlocks from "./SeenBlocks.js"

/*
 * Which records the full scan in progress has seen. The database holds it, in the transaction of each page. The process that runs the scan
 * keeps as much of it in memory as tells almost always without a query whether a row is the first with its id: the ids that are not merged
 * yet, and 4 bytes of each of the others. If a write fails, or its answer is lost, it reads the database again; and what the scan has missed
 * at its end, the database alone decides.
 */

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>
type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Ids that were stored and merged. */
interface Merged {
  readonly number: number
  readonly prefixes: Uint32Array
}

/** What the process knows of one kind. */
interface Memory {
  readonly list: SeenBlocks.List
  /** In the order of their numbers. */
  merged: ReadonlyArray<Merged>
  /** The numbers of what was not merged yet; higher than all merged ones. */
  unmerged: ReadonlyArray<number>
  /** The ids of `unmerged` that were stored. */
  readonly recent: Set<string>
  /** Merged ids that a page has repeated. */
  readonly repeated: Set<string>
  /** Whether there may be ids of which no row was stored. */
  hasUnstored: boolean
}

/** What a piece does to a memory once it is stored. */
type Change = () => void

/** What the process knows of a scan. */
interface Known {
  readonly memories: Map<string, Memory>
  /** What the piece that is being stored changes. */
  changes: Array<Change>
}

/** How many ids a scan keeps in memory before it merges them; they take some 6 MB. */
const MAX_RECENT = 65_536
/** How many merged ids a scan keeps that pages repeat. */
const MAX_REPEATED = 10_000
/** How many numbers a comparison reads that are not merged. */
const MAX_UNMERGED = 16

/** The ids of the records of a batch, including those of rejected rows. */
export const idsOf = (connectionId: string, batch: Batch.Batch): ReadonlyArray<string> => [
  ...batch.records.map((record) => record.id),
  ...SeenRule.rejectedIds(connectionId, batch)
]

const emptyOf = (connectionId: string, kind: string): Memory => ({
  list: { connectionId, kind },
  merged: [],
  unmerged: [],
  recent: new Set(),
  repeated: new Set(),
  hasUnstored: false
})

const lastMerged = ({ merged }: Memory): number => merged.at(-1)?.number ?? 0

const nextNumber = (memory: Memory): number => (memory.unmerged.at(-1) ?? lastMerged(memory)) + 1

/** The ids of a block; each takes 36 characters and a comma. */
const idsOfText = (text: string): ReadonlyArray<string> => (text === "{}" ? [] : text.slice(1, -1).split(","))

/** Reads what the database holds of a kind. */
const read = (connectionId: string, kind: string): Sql<Memory> =>
  Effect.gen(function* () {
    const memory = emptyOf(connectionId, kind)
    const unmerged = new Set<number>()
    const merged = new Map<number, Array<Uint32Array>>()
    let after = { number: 0, isStored: false, first: SeenBlocks.LOWEST_ID }
    for (;;) {
      const { blocks, isLast } = yield* SeenBlocks.next(memory.list, after)
      for (const { ids, isMerged, isStored, number } of blocks) {
        if (!isStored) memory.hasUnstored = true
        if (isMerged) {
          const parts = merged.get(number) ?? []
          merged.set(number, parts)
          if (isStored) parts.push(IdPrefixes.of(idsOfText(ids)))
        } else {
          unmerged.add(number)
          if (isStored) for (const id of idsOfText(ids)) memory.recent.add(id)
        }
      }
      const last = blocks.at(-1)
      if (last === undefined || isLast) break
      after = last
    }
    memory.merged = [...merged].map(([number, parts]) => ({ number, prefixes: IdPrefixes.concat(parts) }))
    memory.unmerged = [...unmerged]
    return memory
  })

/** The merged numbers that may hold an id as stored. */
const candidates = ({ merged }: Memory, id: string): ReadonlyArray<SeenBlocks.Candidate> =>
  merged.flatMap(({ number, prefixes }) => (IdPrefixes.mayHave(prefixes, id) ? [{ number, id }] : []))

/** Those of the ids that the scan has stored. */
const storedAmong = (memory: Memory, ids: Iterable<string>, changes: Array<Change>): Sql<ReadonlySet<string>> =>
  Effect.gen(function* () {
    const { list, recent, repeated } = memory
    const stored = new Set<string>()
    const doubtful: Array<SeenBlocks.Candidate> = []
    for (const id of ids) {
      if (recent.has(id) || repeated.has(id)) stored.add(id)
      else doubtful.push(...candidates(memory, id))
    }
    const found = yield* SeenBlocks.findStored(list, doubtful)
    for (const { id } of found) stored.add(id)
    changes.push(() => {
      if (repeated.size + found.length > MAX_REPEATED) repeated.clear()
      for (const { id } of found.slice(0, MAX_REPEATED)) repeated.add(id)
    })
    return stored
  })

/** What a piece contains of one kind. */
interface Part {
  readonly memory: Memory
  /** The ids of the records that the scan has not stored before. */
  readonly fresh: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
  /** The ids of records that the vendor reports as removed. */
  readonly gone: ReadonlySet<string>
  readonly keptBelow: ReadonlyArray<string>
}

const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlyArray<string> =>
  others.size === 0 ? [...ids] : [...ids].filter((id) => !others.has(id))

const isNothing = ({ fresh, gone, keptBelow, rejected }: Part): boolean =>
  fresh.size + gone.size + keptBelow.length + rejected.size === 0

/** Forgets ids that earlier pages have seen. */
const forget = ({ gone, keptBelow, memory }: Part, changes: Array<Change>): Sql<void> =>
  Effect.gen(function* () {
    if (gone.size === 0) return
    const { hasUnstored, list, recent, repeated } = memory
    const ids = [...gone]
    const merged = yield* SeenBlocks.findStored(
      list,
      ids.flatMap((id) => candidates(memory, id))
    )
    const stored = [...ids.filter((id) => recent.has(id)), ...merged.map(({ id }) => id)]
    const numbers = [...new Set(merged.map(({ number }) => number))]
    yield* SeenBlocks.remove(list, stored, { isStored: true, above: lastMerged(memory), numbers })
    if (hasUnstored || keptBelow.length > 0) {
      yield* SeenBlocks.remove(list, ids, { isStored: false, above: 0, numbers: [] })
    }
    changes.push(() => {
      for (const id of stored) {
        recent.delete(id)
        repeated.delete(id)
      }
    })
  })

/** Merges what was not merged yet, under the next number. */
const merge = (memory: Memory, number: number, changes: Array<Change>): Sql<void> =>
  Effect.gen(function* () {
    yield* SeenBlocks.merge(memory.list, lastMerged(memory), number)
    changes.push(() => {
      memory.merged = [...memory.merged, { number, prefixes: IdPrefixes.of(memory.recent) }]
      memory.unmerged = []
      memory.recent.clear()
    })
  })

/** Which records full scans in progress have seen. */
export interface SeenRecords {
  /** Notes that a scan begins, so that nothing has to be read. */
  readonly begin: (scan: Scan) => void
  /** Stores a piece of a full scan, in which `add` may be called; what it has added counts if `write` succeeds. */
  readonly during: <A, E, R>(
    scan: Scan,
    write: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient>
  /** Remembers which records a piece contains; returns those that the scan has not stored before, as `SeenRule` says. */
  readonly add: (scan: Scan, batches: ReadonlyArray<Batch.Batch>) => Sql<SeenRule.IdsByKind>
  /** The numbers under which the database holds what the scan has seen, which has read its last page; few, because it merges the others. */
  readonly numbers: (scan: Scan, kind: string) => Leased<ReadonlyArray<number>>
  /** How many distinct records of a kind the scan has seen, including rejected rows with an id. */
  readonly count: (scan: Scan, kind: string) => Leased<number>
}

/** How many ids a process keeps in memory for each scan. */
export const make = (maxRecent = MAX_RECENT): SeenRecords => {
  const scans = new WeakMap<Scan, Known>()

  const knownOf = (scan: Scan): Known => {
    const known = scans.get(scan) ?? { memories: new Map(), changes: [] }
    scans.set(scan, known)
    return known
  }

  const memoryOf = (scan: Scan, kind: string): Sql<Memory> =>
    Effect.suspend(() => {
      const { memories } = knownOf(scan)
      const memory = memories.get(kind)
      return memory === undefined
        ? Effect.tap(read(scan.lease.connectionId, kind), (found) => Effect.sync(() => memories.set(kind, found)))
        : Effect.succeed(memory)
    })

  const begin = (scan: Scan): void => {
    const { connectionId } = scan.lease
    const memories = new Map(scan.kinds.map(({ name }) => [name, emptyOf(connectionId, name)]))
    scans.set(scan, { memories, changes: [] })
  }

  const during: SeenRecords["during"] = (scan, write) =>
    scan.mode === "delta"
      ? write
      : Effect.forEach(scan.kinds, ({ name }) => memoryOf(scan, name), { discard: true }).pipe(
          Effect.zipRight(
            Effect.suspend(() => {
              knownOf(scan).changes = []
              return write
            })
          ),
          Effect.onExit((exit) =>
            Effect.sync(() => {
              if (Exit.isSuccess(exit)) for (const change of knownOf(scan).changes) change()
              else scans.delete(scan)
            })
          )
        )

  const partOf = (scan: Scan, kind: string, batches: ReadonlyArray<Batch.Batch>, ids: SeenRule.SeenIds) =>
    Effect.gen(function* () {
      const memory = yield* memoryOf(scan, kind)
      const own = batches.filter((batch) => batch.kind.name === kind)
      const stored = ids.stored.get(kind) ?? new Set()
      const known = yield* storedAmong(memory, stored, knownOf(scan).changes)
      const part: Part = {
        memory,
        fresh: new Set(without(stored, known)),
        rejected: ids.rejected.get(kind) ?? new Set(),
        gone: new Set(own.flatMap((batch) => SeenRule.removedIds(scan.lease.connectionId, batch))),
        keptBelow: own.flatMap(({ keptBelow }) => keptBelow)
      }
      return part
    })

  /** What follows the insertion of a part's ids, under `number` and those after it. */
  const settle = (part: Part, number: number, changes: Array<Change>): Sql<void> =>
    Effect.gen(function* () {
      const { fresh, gone, keptBelow, memory, rejected } = part
      if (keptBelow.length > 0) {
        const ids = yield* KeptRelations.idsBelow(memory.list, keptBelow)
        yield* SeenBlocks.insertFrom(memory.list, number + 1, ids)
      }
      yield* forget(part, changes)
      const added = without(fresh, gone)
      changes.push(() => {
        for (const id of added) memory.recent.add(id)
        memory.unmerged = [...memory.unmerged, number, ...(keptBelow.length > 0 ? [number + 1] : [])]
        if (keptBelow.length > 0 || rejected.size > 0) memory.hasUnstored = true
      })
      if (memory.recent.size + added.length >= maxRecent) yield* merge(memory, number + 2, changes)
    })

  const add: SeenRecords["add"] = (scan, batches) =>
    Effect.gen(function* () {
      const { connectionId } = scan.lease
      const { changes } = knownOf(scan)
      const ids = SeenRule.idsOf(connectionId, batches)
      const kinds = [...new Set(batches.map(({ kind }) => kind.name))]
      const all = yield* Effect.forEach(kinds, (kind) => partOf(scan, kind, batches, ids))
      const parts = all.filter((part) => !isNothing(part)).map((part) => ({ part, number: nextNumber(part.memory) }))
      yield* SeenBlocks.insert(
        connectionId,
        parts.flatMap(
          ({
            number,
            part: {
              fresh,
              gone,
              memory: {
                list: { kind }
              },
              rejected
            }
          }) => [
            { kind, number, isStored: true, ids: without(fresh, gone) },
            { kind, number, isStored: false, ids: without(rejected, gone) }
          ]
        )
      )
      for (const { number, part } of parts) yield* settle(part, number, changes)
      return new Map(all.map(({ fresh, memory }) => [memory.list.kind, new Set(fresh)]))
    })

  const numbers: SeenRecords["numbers"] = (scan, kind) =>
    Effect.gen(function* () {
      const list = { connectionId: scan.lease.connectionId, kind }
      const all = yield* SeenBlocks.numbers(list)
      const merged = all.filter(({ isMerged }) => isMerged).map(({ number }) => number)
      if (all.length - merged.length <= MAX_UNMERGED) return all.map(({ number }) => number)
      const next = (all.at(-1)?.number ?? 0) + 1
      scans.delete(scan)
      yield* withLease(scan.lease, SeenBlocks.merge(list, merged.at(-1) ?? 0, next))
      return [...merged, next]
    })

  const count: SeenRecords["count"] = (scan, kind) =>
    Effect.gen(function* () {
      const all = yield* numbers(scan, kind)
      // A merged number has at least `maxRecent` ids, but for the last one.
      const parts = SeenBlocks.bounds(Math.max(1, all.length))
      const list = { connectionId: scan.lease.connectionId, kind }
      const counts = yield* Effect.forEach(parts, (part) => SeenBlocks.count(list, all, part))
      return counts.reduce((sum, each) => sum + each, 0)
    })

  return { begin, during, add, numbers, count }
}

const namesOf = (kinds: ReadonlyArray<RecordKind.Any>) => kinds.map(({ name }) => name)

/** Forgets that rows of a scan were stored, because it is read from its start again; see `SeenRule`. */
export const readAgain = (lease: Lease, kinds: ReadonlyArray<RecordKind.Any>): Leased<void> =>
  Effect.forEach(
    new Set(namesOf(kinds)),
    (kind) =>
      Effect.gen(function* () {
        const list = { connectionId: lease.connectionId, kind }
        let above = 0
        const all = yield* SeenBlocks.numbers(list)
        for (const [index, { isMerged, number }] of all.entries()) {
          // What many pages have added each by itself takes one transaction.
          if (!isMerged && index < all.length - 1) continue
          yield* withLease(lease, SeenBlocks.unstore(list, above, number))
          above = number
        }
      }),
    { discard: true }
  )

/** Forgets what scans of these kinds have seen; only while none of them is in progress. */
export const clear = (lease: Lease, kinds: ReadonlyArray<RecordKind.Any>): Leased<void> =>
  Effect.gen(function* () {
    if (kinds.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const some = runWithLease(lease, SeenBlocks.removeSome(sql, lease.connectionId, namesOf(kinds)))
    yield* Effect.repeat(some, { while: ({ length }) => length === SeenBlocks.MAX_BLOCKS })
  })
