import { Connector, Credentials, Extractor, Pagination, RecordKind, Row, SharedList } from "@tributary/core"
import { Schema } from "effect"

const Host = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })

const hosts = SharedList.make({
  endpoint: "/hosts",
  pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
  permissions: ["hosts.read"]
})

/** A connector with two export types that come from one list. */
export const rack = Connector.make({
  vendor: "RACK",
  name: "Rack",
  description: "An invented vendor with one list for two export types.",
  category: "ITAM",
  authType: "API_KEY",
  docsUrl: "https://rack.example/docs",
  credentials: Schema.Struct({ api_key: Credentials.secret({ title: "API key", help: "Settings > Keys." }) }),
  http: ({ api_key }) => ({ baseUrl: "https://api.rack.example", headers: { "x-api-key": api_key } }),
  check: "/me",
  exports: {
    device_groups: [
      Extractor.make({
        ...hosts,
        record: RecordKind.DeviceGroup,
        row: Host,
        toRecord: ({ id, name }) => ({ name: name ?? id, vendor_id: id })
      })
    ],
    device_policies: [
      Extractor.make({
        ...hosts,
        record: RecordKind.DevicePolicy,
        row: Host,
        toRecord: ({ id, name }) => ({ name: name ?? id, vendor_id: id })
      })
    ]
  }
})
