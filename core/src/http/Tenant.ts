import { at } from "./JsonPath.js"
import type { Query } from "./Request.js"
import { withoutTrailingSlashes } from "./Request.js"

/** A request whose answer names tenants; it must only read. */
export interface TenantRequest {
  /** The path below the base address, which begins with a slash; or a full address on a declared host. */
  readonly path: string
  /** Parameters of the address; none by default. */
  readonly query?: Query
  /** The body, sent as JSON with POST, such as a GraphQL query; none by default. */
  readonly body?: unknown
  /** What the answer names: the path of a text, such as `container_uuid`, or a function of the body. Several names are a set; null or undefined means that the answer names no tenant. */
  readonly names: string | ((body: unknown) => string | ReadonlyArray<string> | null | undefined)
  /** The parameters of the next page of a long answer; null after the last page. By default there is one page. */
  readonly next?: (body: unknown, sent: Query) => Query | null
}

/** Whose data the credentials lead to, and what shows it in the rows. */
export interface Tenant {
  /**
   * What the vendor calls the tenant: a text in the credentials, such as a directory id, or a request that asks the vendor. It must not be a
   * secret, and must stay the same if a key or token is replaced. Null if nothing names it; then only the base address distinguishes tenants.
   */
  readonly id: string | TenantRequest | null
  /** What a raw row of the list at this endpoint names as its tenant; null or undefined if it names none. By default no row does. */
  readonly ofRow?: (row: unknown, endpoint: string) => string | null | undefined
  /**
   * Every tenant whose rows the credentials cover, besides `id`: names, and requests that ask the vendor for them. A row of another tenant
   * fails the export. If this is absent, or the vendor does not answer one of the requests, rows of any tenant are stored, and the status of
   * the connection shows the new ones.
   */
  readonly covers?: ReadonlyArray<string | TenantRequest>
  /** What the rate limit of a tenant is kept under while `id` is no text, such as the id of an access key; by default the credentials. */
  readonly limitedAs?: string
}

/** A base address as it identifies a tenant that has no other name: its host and path. */
export const addressOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl)
  return withoutTrailingSlashes(`${host}${pathname}`)
}

/** The host of an address in a row, such as a self link; null if it is no address. */
export const hostOf = (address: unknown): string | null =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).host : null

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The id of a directory that a customer entered by its id or by one of its domains, in lower case. `discovery` is the address of its OpenID
 * discovery document, which names the id in the issuer and needs no permission: https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export const directory = (entered: string, discovery: string): string | TenantRequest =>
  UUID.test(entered)
    ? entered
    : {
        path: discovery,
        names: (body) => {
          const issuer = at(body, "issuer")
          return typeof issuer === "string" ? issuer.split("/").find((part) => UUID.test(part)) : null
        }
      }

/** The declaration of a connector in full; a text is the name of the tenant, and without one the base address is. */
export const declared = (settings: {
  /** The address that every path is relative to. */
  readonly baseUrl: string
  /** What the connector says of the tenant; the base address names it by default. */
  readonly tenant?: string | Tenant
}): Tenant => {
  const { baseUrl, tenant = addressOf(baseUrl) } = settings
  return typeof tenant === "string" ? { id: tenant } : tenant
}
