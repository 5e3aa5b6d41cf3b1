import type { Page } from "../../extract/Extractor.js"
import { toWire } from "../../record/normalize.js"
import * as RecordId from "../../record/RecordId.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as StoredFields from "../../record/StoredFields.js"

/** The records of one connection: by kind, then by id, each as its JSON text. */
export type Stored = ReadonlyMap<string, ReadonlyMap<string, string>>

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
    RecordId.derive(connectionId, kind, String(fields[field]))
  )
}

/** A store in memory that deletes by the same rules as the runtime's store. */
export class MemoryStore {
  private readonly records = new Map<string, Map<string, string>>()

  constructor(
    private readonly connectionId: string,
    initial: Stored = new Map()
  ) {
    for (const [kind, records] of initial) this.records.set(kind, new Map(records))
  }

  get stored(): Stored {
    return this.records
  }

  private of(kind: RecordKind.Any): Map<string, string> {
    const known = this.records.get(kind.name)
    if (known !== undefined) return known
    const made = new Map<string, string>()
    this.records.set(kind.name, made)
    return made
  }

  /** Begins a scan; a delta never removes a record because it is absent. */
  scan(kinds: ReadonlyArray<RecordKind.Any>, mode: "full" | "delta"): MemoryScan {
    const seen = new Set<string>()
    const incomplete = new Set<string>()
    const kept = new Map<string, Set<string>>()
    const id = (kind: string, vendorId: string) => RecordId.derive(this.connectionId, kind, vendorId)
    return {
      write: (page) => {
        for (const batch of page.batches) {
          const records = this.of(batch.kind)
          const fields = [...batch.kind.fields, ...batch.kind.onRequest]
          for (const record of batch.records) {
            seen.add(record.id)
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
          for (const { vendorId } of batch.rejections) if (vendorId !== null) seen.add(id(batch.kind.name, vendorId))
        }
      },
      close: () => {
        if (mode === "delta") return
        for (const kind of kinds.filter(({ name }) => !incomplete.has(name))) {
          const records = this.of(kind)
          for (const [known, wire] of [...records]) {
            const isKept = endsOf(kind, this.connectionId, wire).some((end) => kept.get(kind.name)?.has(end) === true)
            if (!seen.has(known) && !isKept) records.delete(known)
          }
        }
      }
    }
  }
}
