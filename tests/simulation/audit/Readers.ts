import { MICROSECOND, type StoredKind } from "../runtime/MemoryDatabase.js"

/** What one reader knows about the records of one kind. */
interface View {
  /** The contents by id; null for a record that is gone. */
  readonly records: Map<string, string | null>
  position: number
  /** The instant up to which it is complete, exclusively. */
  asOf: number
}

const newView = (): View => ({ records: new Map(), position: 0, asOf: 0 })

/** Two readers that poll for changes: one by change position, as a cursor does, and one by the instant up to which its last answer was complete. */
export class Readers {
  private readonly byPosition = new Map<string, View>()
  private readonly byTime = new Map<string, View>()

  private view(views: Map<string, View>, kind: string): View {
    const known = views.get(kind)
    if (known !== undefined) return known
    const made = newView()
    views.set(kind, made)
    return made
  }

  /** Both readers poll; returns what one of them has missed, or null. */
  poll(kinds: ReadonlyMap<string, StoredKind>): string | null {
    for (const [kind, { live, position, records, updatedAt }] of kinds) {
      const cursor = this.view(this.byPosition, kind)
      const timed = this.view(this.byTime, kind)
      let count = 0
      for (const record of records.values()) {
        const content = record.isGone ? null : record.wire
        if (record.position > cursor.position) cursor.records.set(record.id, content)
        if (record.updatedAt >= timed.asOf) timed.records.set(record.id, content)
        if (!record.isGone) count += 1
      }
      cursor.position = position
      timed.asOf = updatedAt + MICROSECOND
      if (count !== live) return `the counter of ${kind} says ${live}, but ${count} records are not gone`
      for (const { id, isGone, vendorId, wire } of records.values()) {
        const content = isGone ? null : wire
        if (cursor.records.get(id) !== content) return `a reader by cursor missed a change of ${kind} ${vendorId}`
        if (timed.records.get(id) !== content) return `a reader by updated time missed a change of ${kind} ${vendorId}`
      }
    }
    return null
  }
}
