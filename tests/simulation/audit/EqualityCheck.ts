import type { HeldBackReason } from "@tributary/core"
import type { StoredRecord } from "../runtime/MemoryDatabase.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import type { Tenant } from "../vendor/Tenant.js"
import { type Item, type Role, relatedIds, type TenantList } from "../vendor/TenantList.js"

/** What the database holds of each kind. */
export interface Stored {
  /** The records that are not gone. */
  readonly live: (kind: string) => ReadonlyArray<StoredRecord>
  /** The records whose deletion waits for an operator, and why. */
  readonly heldBack: (kind: string) => ReadonlyArray<StoredRecord>
  readonly reasonOf: (kind: string) => HeldBackReason | null
}

/** Whether the vendor holds the record only in rows that nobody can read. */
const isUnreadable = (items: ReadonlyArray<Item>, role: Role, id: string): boolean =>
  items.filter((item) => relatedIds(item, role).includes(id)).every(({ defect }) => defect !== "none")

const checkKind = (list: TenantList, role: Role, kind: string, stored: Stored): string | null => {
  const items = [...list.items.values()]
  const held = list.ids(role)
  const live = new Set(stored.live(kind).map(({ vendorId }) => vendorId))
  const waiting = new Set(stored.heldBack(kind).map(({ vendorId }) => vendorId))
  const isHidden = (item: Item) => item.defect === "nameless" || (role === "mention" && item.defect === "unreadable")
  if (stored.reasonOf(kind) === "UNREADABLE_ROWS" && !items.some(isHidden)) {
    return `deletions of ${kind} wait for rows that cannot be read, although the ids of all rows can be`
  }
  const extra = [...live].find((id) => !held.has(id) && !waiting.has(id))
  if (extra !== undefined) return `${kind} ${extra} stays, although the vendor removed it, and no deletion waits`
  const missing = [...held].find((id) => !live.has(id) && !isUnreadable(items, role, id))
  return missing === undefined ? null : `${kind} ${missing} is missing, although the vendor holds it`
}

/**
 * What is wrong once nothing has disturbed anything for a while: the database must hold what the vendor holds, except
 * records whose deletion waits. Null if nothing is wrong.
 */
export const ofTenant = (tenant: Tenant, stored: Stored): string | null => {
  for (const list of tenant.lists.values()) {
    for (const [role, { name }] of Object.entries(kindsOf[list.name] ?? {})) {
      const wrong = checkKind(list, role as Role, name, stored)
      if (wrong !== null) return wrong
    }
  }
  return null
}
