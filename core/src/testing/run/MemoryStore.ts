import type { Any as Extractor, Page } from "../../extract/Extractor.js"
import * as DuplicateRule from "../../record/DuplicateRule.js"
import * as FieldPath from "../../record/FieldPath.js"
import * as normalize from "../../record/normalize.js"
import { toWire } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as StoredFields from "../../record/StoredFields.js"

/** The records of one connection: by kind, then by id, each as its JSON text. */
export type Stored = ReadonlyMap<string, ReadonlyMap<string, string>>

/** By kind, the ids of the records that the last complete scan missed, but that no scan has proven to be gone. */
export type Missed = ReadonlyMap<string, ReadonlySet<string>>

/** A record that several rows of one scan became, although their content differs. */
export interface Rival {
  /** The name of its kind. */
  readonly kind: string
  /** Its id at the vendor. */
  readonly vendorId: string
}

/** One scan of an extractor over the records in memory. */
export interface MemoryScan {
  readonly write: (page: Page) => void
  /** Removes what the scan did not see; call it only when the extractor's stream ended without an error. */
  readonly close: () => void
}

/** The service's ids of the two ends of a stored relation; none for other kinds. */
const endsOf = ({ relation }: RecordKind.Any, connectionId: string, wire: string): ReadonlyArray<string> => {
  if (relation === null) return []
  const fields = JSON.parse(wire) as Readonly<Record<string, unknown>>
  return [relation.source, relation.target].map(({ field, kind }) =>
    normalize.deriveId(connectionId, kind, String(fields[field]))
  )
}

/** The list whose total a scan compares with the records that it has seen: the extractor's own, because a total counts rows. */
const countedKind = ({ kinds: [first], lists }: Extractor): string | null =>
  first !== undefined && lists.some(({ kind, role }) => role === "own" && kind === first) ? first.name : null

/** What a record refers to. */
const referencesIn = (
  { references, relation }: RecordKind.Any,
  { value }: Pick<DuplicateRule.Candidate, "value">
): string => {
  const paths = [...references.map(([path]) => path.join(".")), ...(relation === null ? [] : endFieldsOf(relation))]
  return JSON.stringify(paths.map((path) => FieldPath.read(value, path)))
}

const endFieldsOf = ({ source, target }: NonNullable<RecordKind.Any["relation"]>): ReadonlyArray<string> => [
  source.field,
  target.field
]

/** Whether the records of a kind are only mentioned in the rows of other records, which may each say something else about them. */
export const isMentioned = ({ lists }: Pick<Extractor, "lists">, kind: RecordKind.Any): boolean =>
  !lists.some((list) => list.kind === kind || list.also?.includes(kind) === true)

/**
 * A store in memory.
 *
 * By default a complete scan deletes whatever it missed: a second scan of the same answers would miss it too. Given what
 * earlier scans missed, it waits for that second scan, unless the vendor's total proves the absence, as the runtime does.
 */
export class MemoryStore {
  private readonly records = new Map<string, Map<string, string>>()
  private readonly missing = new Map<string, Set<string>>()
  private readonly rivals: Array<Rival> = []

  constructor(
    private readonly connectionId: string,
    initial: Stored = new Map(),
    private readonly before: Missed | null = null
  ) {
    for (const [kind, records] of initial) this.records.set(kind, new Map(records))
    for (const [kind, ids] of before ?? []) this.missing.set(kind, new Set(ids))
  }

  get stored(): Stored {
    return this.records
  }

  get missed(): Missed {
    return this.missing
  }

  get rivalry(): ReadonlyArray<Rival> {
    return this.rivals
  }

  private of(kind: RecordKind.Any): Map<string, string> {
    const known = this.records.get(kind.name)
    if (known !== undefined) return known
    const made = new Map<string, string>()
    this.records.set(kind.name, made)
    return made
  }

  /** Begins a scan; a delta never removes a record because it is absent. */
  scan(extractor: Extractor, mode: "full" | "delta"): MemoryScan {
    const { kinds } = extractor
    const seen = new Map<string, Set<string>>()
    /** The records that this scan has seen, of which a later one with other content may be a duplicate. */
    const current = new Map<string, DuplicateRule.Candidate>()
    let total: number | null = null
    const see = (kind: string, id: string) => seen.set(kind, (seen.get(kind) ?? new Set()).add(id))
    const incomplete = new Set<string>()
    const kept = new Map<string, Set<string>>()
    /** Whether two records with one id and different content are two things: those that refer to the same may be one that two rows mention. */
    const areRivals = (kind: RecordKind.Any, one: DuplicateRule.Candidate, other: DuplicateRule.Candidate): boolean =>
      !isMentioned(extractor, kind) || referencesIn(kind, one) !== referencesIn(kind, other)
    const id = (kind: string, vendorId: string) => normalize.deriveId(this.connectionId, kind, vendorId)
    return {
      write: (page) => {
        for (const batch of page.batches) {
          const records = this.of(batch.kind)
          const winners = new Map(batch.records.map((record) => [record.id, record]))
          for (const duplicate of batch.duplicates) {
            const winner = winners.get(duplicate.id)
            if (winner !== undefined && !areRivals(batch.kind, duplicate, winner)) continue
            this.rivals.push({ kind: batch.kind.name, vendorId: duplicate.vendorId })
          }
          const fields = [...batch.kind.fields, ...batch.kind.onRequest]
          for (const record of batch.records) {
            const before = mode === "full" ? current.get(record.id) : undefined
            if (before !== undefined && !DuplicateRule.isSame(record, before)) {
              if (areRivals(batch.kind, record, before))
                this.rivals.push({ kind: batch.kind.name, vendorId: record.vendorId })
              if (!DuplicateRule.wins(record, before)) continue
            }
            current.set(record.id, record)
            see(batch.kind.name, record.id)
            const wire = records.get(record.id)
            const kept =
              wire === undefined || record.unread.length === 0
                ? record
                : StoredFields.keep(batch.kind, record, { wire, onRequest: null, isGone: false })
            records.set(record.id, toWire({ ...batch.kind, fields }, kept.value))
          }
          for (const vendorId of batch.removed) records.delete(id(batch.kind.name, vendorId))
          kept.set(batch.kind.name, new Set([...(kept.get(batch.kind.name) ?? []), ...batch.keptBelow]))
          if (batch.isIncomplete) incomplete.add(batch.kind.name)
          for (const vendorId of [...batch.rejections.map((each) => each.vendorId), ...batch.undecided]) {
            if (vendorId !== null) see(batch.kind.name, id(batch.kind.name, vendorId))
          }
        }
        total = page.total ?? total
      },
      close: () => {
        if (mode === "delta" || extractor.isLog) return
        const counted = countedKind(extractor)
        for (const kind of kinds.filter(({ name }) => !incomplete.has(name))) {
          const records = this.of(kind)
          const own = seen.get(kind.name) ?? new Set()
          const isProven = kind.name === counted && own.size > 0 && own.size === total && incomplete.size === 0
          const missedBefore = this.missing.get(kind.name)
          const missedNow = new Set<string>()
          for (const [known, wire] of [...records]) {
            const isKept = endsOf(kind, this.connectionId, wire).some((end) => kept.get(kind.name)?.has(end) === true)
            if (own.has(known) || isKept) continue
            if (this.before === null || isProven || missedBefore?.has(known) === true) records.delete(known)
            else missedNow.add(known)
          }
          this.missing.set(kind.name, missedNow)
        }
      }
    }
  }
}
