/*
 * What identifies the tenant to which credentials lead, without anything secret. Pure: the vendor is asked elsewhere.
 */

import { Tenant, type VendorHttp } from "@tributary/core"

/** What is known of the tenant of a connection. */
export interface TenantFingerprint {
  /** What the vendor calls the tenant; null if the vendor does not say. */
  readonly id: string | null
  /** The base address of the vendor's API, without its scheme. */
  readonly address: string
  /** The further base addresses, such as regions, in a fixed order. */
  readonly further: ReadonlyArray<string>
}

/** The fingerprint of a connector's settings, and of what the vendor said about the tenant. */
export const of = (
  { baseUrl, furtherBaseUrls = [] }: VendorHttp.VendorHttpSettings,
  id: string | null
): TenantFingerprint => ({
  id,
  address: Tenant.addressOf(baseUrl),
  further: furtherBaseUrls.map(Tenant.addressOf).toSorted()
})

/** Whether both are known to be the same tenant. */
export const isSame = (from: TenantFingerprint | null, to: TenantFingerprint): boolean =>
  from !== null && from.id !== null && from.id === to.id

/** Whether they are different tenants. Only what is known of both counts: two names, or else two addresses. */
export const isChanged = (from: TenantFingerprint | null, to: TenantFingerprint): boolean => {
  if (from === null) return false
  return from.id !== null && to.id !== null ? from.id !== to.id : from.address !== to.address
}

/** Whether the same tenant is read at other addresses, so that what a scan has read so far does not include them. */
export const hasMoved = (from: TenantFingerprint | null, to: TenantFingerprint): boolean =>
  from !== null && (from.address !== to.address || from.further.join() !== to.further.join())

/** What is known after the same tenant was seen again. */
export const merged = (from: TenantFingerprint | null, to: TenantFingerprint): TenantFingerprint => ({
  ...to,
  id: to.id ?? from?.id ?? null
})

/** Whether `to` says more, or something else, than what is stored. */
export const isNews = (from: TenantFingerprint | null, to: TenantFingerprint): boolean =>
  toText(merged(from, to)) !== (from === null ? "" : toText(from))

/** How a sentence names the tenant. */
export const nameOf = ({ address, id }: TenantFingerprint): string =>
  id === null || id === address ? address : `${id} at ${address}`

/** As the store keeps it. */
export const toText = ({ address, further, id }: TenantFingerprint): string => JSON.stringify({ id, address, further })

/** What `toText` wrote; null if nothing is stored. */
export const fromText = (text: string | null): TenantFingerprint | null =>
  text === null ? null : (JSON.parse(text) as TenantFingerprint)
