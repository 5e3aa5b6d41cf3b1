import type { RecordKind } from "@tributary/core"

/** A record as a list serves it. */
export interface Item {
  readonly id: string
  readonly vendorId: string
  /** The field that changes with every revision of the row. */
  readonly name: string
  readonly isDeleted: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: any record of any kind
type Wire = any

const nameOf = (item: Wire): string => item.control ?? item.hostnames?.[0] ?? item.name

/** Reads what the checks compare from a record of any kind. */
export const read = (kind: RecordKind.Any, item: Wire): Item => {
  const { deletion } = kind
  const marks = { Flag: item.is_deleted === true, Hide: false, Status: false }
  return {
    id: item.id,
    vendorId: item.vendor_id ?? item.vendor_attributes.id,
    name: nameOf(item),
    isDeleted: deletion._tag === "Status" ? item[deletion.field] === "DELETED" : marks[deletion._tag]
  }
}

/** What a reader knows of a list: the last state that it saw of each record. */
export class Mirror {
  readonly items = new Map<string, Item>()

  constructor(readonly kind: RecordKind.Any) {}

  /** Takes over the items of a page. */
  see(items: ReadonlyArray<unknown>): ReadonlyArray<Item> {
    const read_ = items.map((item) => read(this.kind, item))
    for (const item of read_) this.items.set(item.id, item)
    return read_
  }
}
