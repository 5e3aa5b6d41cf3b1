import type { RecordKind } from "@tributary/core"
import type { RowList } from "../../support/vendor/RowList.js"
import type { Customer } from "../vendor/Customer.js"

/** A list of a connection as the service serves it, with what the vendor holds of it. */
export interface Target {
  readonly connection: string
  readonly customer: Customer
  readonly kind: RecordKind.Any
  /** The path of the list below `/v1`. */
  readonly path: string
  readonly rows: RowList
}

/** The lists of a connection. */
export const ofConnection = (connection: string, customer: Customer): ReadonlyArray<Target> =>
  customer.lists.flatMap(({ list: { kind }, rows }) =>
    kind.path === null ? [] : [{ connection, customer, kind, path: kind.path, rows }]
  )

/** How messages name a list. */
export const nameOf = ({ customer, kind }: Target): string => `${customer.name} ${kind.name}`
