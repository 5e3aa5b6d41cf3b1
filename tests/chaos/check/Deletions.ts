import type { Journal } from "../../support/run/Journal.js"
import { isIndexed } from "../../support/vendor/PagedList.js"
import type { Customer } from "../vendor/Customer.js"
import { hasServed } from "../vendor/Walk.js"
import type { Observer } from "../watch/Observer.js"

interface Gone {
  readonly connection: string
  readonly kind: string
  readonly vendorId: string
  readonly at: number
}

interface Scan {
  readonly connection: string
  readonly extractor: string
  readonly mode: "full" | "delta"
  readonly from: number
  readonly until: number
}

/** The extractor that reads a kind: of the same name, except for the members of groups. */
const extractorOf = (kind: string): string => (kind === "idp_group_membership" ? "idp_group" : kind)

const millis = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

const goneRows = `select connection_id as connection, kind, vendor_id as "vendorId", ${millis("gone_at")} as at from chaos.gone`
const scanRows = `
  select connection_id as connection, extractor, mode, ${millis("started_at")} as from, ${millis("ended_at")} as until
  from chaos.scan order by ended_at`

/** Why a record must not have been marked as gone; null if the vendor's answers allow it. */
const objection = (gone: Gone, customer: Customer, scans: ReadonlyArray<Scan>): string | null => {
  const rows = customer.rowsOf(gone.kind)
  const own = scans.filter(
    ({ connection, extractor }) => connection === gone.connection && extractor === extractorOf(gone.kind)
  )
  const index = own.findIndex(({ until }) => until >= gone.at)
  const earlier = index < 0 ? own : own.slice(0, index)
  const current = own[index]
  // A scan that was given up has no end: then the one before it is the last that says what the vendor held.
  const scan = current !== undefined && current.from <= gone.at ? current : earlier.at(-1)
  const wasHeld = (since: Scan) => rows.wasHeld(gone.vendorId, since.from, gone.at)
  if (scan === undefined) return "although no scan had ended"
  const server = customer.listOf(gone.kind)
  const canMiss = server !== undefined && (isIndexed(server.list) || server.list.paging === "scroll")
  if (!canMiss) return wasHeld(scan) ? "although the vendor held it since before the scan began" : null

  const hasSeen = (each: Scan) => {
    const walks = server.walks.within(each.from, each.until)
    return wasHeld(each) && walks.length > 0 && walks.every((walk) => hasServed(walk, gone.vendorId))
  }
  if (hasSeen(scan)) return "although the scan that ended then was served it"
  const previous = own.filter(({ mode, until }) => mode === "full" && until <= scan.from).at(-1)
  if (previous === undefined) return wasHeld(scan) ? "after only one complete scan" : null
  return hasSeen(previous) ? "although the complete scan before was served it" : null
}

/** Checks every record that was ever marked as gone, even for a moment; returns those that the vendor's answers allow. */
export const check = async (
  observer: Observer,
  customers: ReadonlyMap<string, Customer>,
  journal: Journal
): Promise<ReadonlySet<string>> => {
  const gone = await observer.insist<Gone>(goneRows)
  const scans = await observer.insist<Scan>(scanRows)
  const allowed = new Set<string>()
  for (const each of gone) {
    const customer = customers.get(each.connection)
    if (customer === undefined) continue
    const reason = objection(each, customer, scans)
    if (reason === null) {
      allowed.add(`${each.connection} ${each.kind} ${each.vendorId}`)
      continue
    }
    const at = new Date(each.at).toISOString()
    journal.broken(
      "no record that the vendor holds is deleted",
      `${customer.name} ${each.vendorId} at ${at}, ${reason}`
    )
  }
  journal.peak("store: deletions", gone.length)
  journal.peak("store: complete scans", scans.length)
  return allowed
}
