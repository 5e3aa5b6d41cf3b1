import { Connector, type ConnectorEntry } from "@tributary/core"

/** Connectors as the catalogue shows them, ordered by vendor. `logo_url` starts with `baseUrl`. */
export const entriesOf = (
  connectors: ReadonlyArray<Connector.Connector>,
  baseUrl: string
): ReadonlyArray<ConnectorEntry> =>
  connectors
    .map((connector) => Connector.toEntry(connector, `${baseUrl}/connectors/${connector.vendor}/logo`))
    .toSorted((a, b) => a.vendor.localeCompare(b.vendor, "en"))
