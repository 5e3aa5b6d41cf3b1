import type { Journal } from "../../support/run/Journal.js"
import type { Api } from "../watch/Api.js"
import { type Item, type Mirror, read } from "../watch/Mirror.js"
import type { Readers } from "../watch/Readers.js"
import { nameOf, type Target } from "../watch/Target.js"

const LIMIT = 500
const EQUAL = "the store equals the vendor when things are quiet"

/** All items of a list, and the total that it announces. */
const walk = async (api: Api, target: Target, query = "") => {
  const items: Array<unknown> = []
  let cursor = ""
  for (;;) {
    const path = `${target.path}?enableCursor=true&limit=${LIMIT}${query}${cursor}`
    const answer = await api.read(path, target.connection)
    if (answer?.status !== 200) throw new Error(`${path} got ${answer?.status}: ${JSON.stringify(answer?.body)}`)
    items.push(...answer.body.items)
    if (answer.body.next_cursor === null) break
    cursor = `&cursor=${answer.body.next_cursor}`
  }
  const counted = await api.read(`${target.path}?limit=1`, target.connection)
  return { items, total: Number(counted?.body.total) }
}

const compare = (target: Target, served: ReadonlyArray<Item>, journal: Journal): void => {
  const name = nameOf(target)
  const byVendorId = new Map(served.map((item) => [item.vendorId, item]))
  for (const row of target.rows.byId()) {
    const item = byVendorId.get(row.id)
    if (item === undefined) journal.broken(EQUAL, `${name} lacks ${row.id}`)
    else if (item.isDeleted) journal.broken(EQUAL, `${name} shows ${row.id} as deleted`)
    else if (item.name !== row.name) journal.broken(EQUAL, `${name} shows "${item.name}" instead of "${row.name}"`)
  }
  for (const { isDeleted, vendorId } of served) {
    if (!isDeleted && !target.rows.has(vendorId)) journal.broken(EQUAL, `${name} still shows ${vendorId}`)
  }
}

/** What a reader that followed the list knows must be what the list shows now. */
const compareMirror = (target: Target, how: string, served: ReadonlyArray<Item>, mirror: Mirror, journal: Journal) => {
  for (const item of served) {
    const known = mirror.items.get(item.id)
    const isMissed = known === undefined || known.name !== item.name || known.isDeleted !== item.isDeleted
    if (!isMissed) continue
    journal.broken(
      "no reader misses a change",
      `${nameOf(target)} by ${how}: the list has ${JSON.stringify(item)}, the reader has seen ${JSON.stringify(known)}`
    )
  }
}

/** The members of every group, as the list of groups includes them. */
const compareMembers = async (api: Api, target: Target, journal: Journal): Promise<void> => {
  const { items } = await walk(api, target, "&includeIdpUsers=true")
  // biome-ignore lint/suspicious/noExplicitAny: the wire format of a group
  const groups = (items as ReadonlyArray<any>).filter(({ is_deleted }) => !is_deleted)
  const served = new Set(
    groups.flatMap(({ users, vendor_id }) =>
      users.map((user: { readonly vendor_id: string }) => JSON.stringify([vendor_id, user.vendor_id]))
    )
  )
  const held = target.customer.members.byId().map(({ id }) => id)
  for (const id of held) if (!served.has(id)) journal.broken(EQUAL, `${nameOf(target)} lacks the member ${id}`)
  for (const id of served) {
    if (!held.includes(id)) journal.broken(EQUAL, `${nameOf(target)} still shows the member ${id}`)
  }
}

/** Compares every list, as served, with the vendor and with what each reader has seen. */
export const check = async (
  api: Api,
  targets: ReadonlyArray<Target>,
  readers: Readers,
  journal: Journal
): Promise<void> => {
  for (const target of targets) {
    const { items, total } = await walk(api, target)
    const served = items.map((item) => read(target.kind, item))
    journal.count("store: records compared", served.length)
    if (total !== served.length) {
      journal.broken("a total is the number of rows", `${nameOf(target)} says ${total} and lists ${served.length}`)
    }
    compare(target, served, journal)
    const { byCursor, byTime } = readers.mirrorsOf(target)
    compareMirror(target, "cursor", served, byCursor, journal)
    compareMirror(target, "updatedSince", served, byTime, journal)
    if (target.kind.name === "idp_group") await compareMembers(api, target, journal)
  }
}
