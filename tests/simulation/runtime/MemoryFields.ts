import { type Batch, EmptyFields, type RecordKind, StoredFields } from "@tributary/core"
import type { SweepGuard } from "../../../runtime-http/src/store/write/rules/DeletionRule.js"
import * as EmptiedRule from "../../../runtime-http/src/store/write/rules/EmptiedRule.js"
import type { Scan } from "../../../runtime-http/src/store/write/Scan.js"
import { type KindCounts, noKindCounts, plusOfKind } from "../../../runtime-http/src/store/write/Scan.js"
import type { MemoryDatabase, StoredRecord } from "./MemoryDatabase.js"

type Records = Batch.Batch["records"]

/** What the scan in progress would empty of a record. */
interface Emptied {
  /** The empty values by path. */
  readonly values: Readonly<Record<string, unknown>>
  /** Whether the scan has changed other fields of the record. */
  readonly isChanged: boolean
}

const rowOf = ({ isGone, wire }: StoredRecord) => ({ isGone, wire, onRequest: null })

/** What the tables `emptied_field` and `kept_field` hold, and what scans count of fields; by the same rule as the store on Postgres. */
export class MemoryFields {
  /** What the scans in progress would empty, by kind and id. */
  private readonly emptied = new Map<string, Map<string, Emptied>>()
  /** By extractor, what its scan in progress has counted, what of that another run would know, and the fields that its records keep. */
  private readonly counts = new Map<string, EmptiedRule.FieldCounts>()
  private readonly saved = new Map<string, string>()
  private readonly kept = new Map<string, ReadonlyArray<EmptiedRule.KeptField>>()

  constructor(
    private readonly database: MemoryDatabase,
    private readonly guard: SweepGuard
  ) {}

  private emptiedOf(kind: string): Map<string, Emptied> {
    const known = this.emptied.get(kind)
    if (known !== undefined) return known
    const made = new Map<string, Emptied>()
    this.emptied.set(kind, made)
    return made
  }

  /** Forgets what scans would empty. */
  forget(kinds: ReadonlyArray<RecordKind.Any>): void {
    for (const { name } of kinds) this.emptied.delete(name)
  }

  /** A scan begins, or is read from its start again. */
  countAnew(extractor: string): void {
    this.counts.delete(extractor)
    this.saved.delete(extractor)
  }

  /** Another run goes on with a scan. */
  resume(extractor: string): void {
    this.counts.set(extractor, EmptiedRule.fromText(this.saved.get(extractor) ?? "[]"))
  }

  /** Saves what another run will know. */
  save(extractor: string): void {
    this.saved.set(extractor, EmptiedRule.toText(this.counts.get(extractor) ?? new Map()))
  }

  /** Forgets which fields records keep. */
  forgetKept(extractor: string): void {
    this.kept.delete(extractor)
  }

  /** The records, with what they have in the fields that the scan would empty. */
  hold({ extractor, isResumed, mode }: Scan, kind: RecordKind.Any, records: Records): Records {
    const counts = this.counts.get(extractor) ?? new Map()
    this.counts.set(extractor, counts)
    const fields = EmptiedRule.fieldsIn(counts, kind.name)
    const emptied = this.emptiedOf(kind.name)
    return records.map((record) => {
      EmptyFields.visitFilled(kind, record.value, (path) => EmptiedRule.count(fields, path, "filled"))
      if (mode === "delta" || isResumed) emptied.delete(record.id)
      const known = this.database.kind(kind.name).records.get(record.id)
      if (known === undefined || known.isGone) return record
      const row = rowOf(known)
      const all = Object.entries(EmptyFields.emptied(kind, StoredFields.valueOf(row), record))
      const lost = all.filter(([path]) => EmptiedRule.count(fields, path, "emptied"))
      if (lost.length === 0) return record
      const keeping = StoredFields.keep(kind, { ...record, unread: lost.map(([path]) => path) }, row)
      emptied.set(record.id, { values: Object.fromEntries(lost), isChanged: keeping.wire !== known.wire })
      return { ...keeping, unread: record.unread }
    })
  }

  /** Forgets what a scan would empty of these records, because other rows with their ids replace what it has read. */
  forgetRecords(kind: RecordKind.Any, records: Records): void {
    for (const { id } of records) this.emptiedOf(kind.name).delete(id)
  }

  /** Writes at the end of a complete scan what it has emptied, except for the fields that records keep. */
  settle(scan: Scan): { readonly kept: ReadonlyArray<EmptiedRule.KeptField>; readonly changed: KindCounts } {
    const counts = this.counts.get(scan.extractor) ?? new Map()
    const kept = EmptiedRule.keptAfter(this.guard, scan, counts, this.kept.get(scan.extractor) ?? [])
    this.kept.set(scan.extractor, kept)
    let changed = noKindCounts
    for (const kind of scan.kinds) {
      if (!EmptiedRule.hasEmptied(counts, kind.name)) continue
      const paths = new Set(kept.flatMap((field) => (field.kind === kind.name ? [field.path] : [])))
      for (const [id, { isChanged, values }] of this.emptiedOf(kind.name)) {
        const left = Object.entries(values).filter(([path]) => !paths.has(path))
        const known = this.database.kind(kind.name).records.get(id)
        if (known === undefined || known.isGone || left.length === 0) continue
        const content = StoredFields.replaced(kind, StoredFields.valueOf(rowOf(known)), Object.fromEntries(left))
        this.database.rewrite(kind, known, content.wire)
        if (!isChanged) changed = plusOfKind(changed, kind.name, { changed: 1, unchanged: -1 })
      }
    }
    return { kept, changed }
  }

  /** The fields that the records of an extractor keep. */
  keptBy(extractor: string): ReadonlyArray<EmptiedRule.KeptField> {
    return this.kept.get(extractor) ?? []
  }
}
