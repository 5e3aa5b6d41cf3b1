import { Connector, Credentials, Extractor, RecordKind } from "@tributary/core"
import { Schema, Stream } from "effect"

/** What a board of people and groups of devices holds; a test changes it between jobs. */
export interface Board {
  readonly connector: Connector.Connector
  /** The people by id, whose records get the status `DELETED`, with their names. */
  readonly people: Map<string, string>
  /** The groups of devices by id, whose records leave their list, with their names. */
  readonly groups: Map<string, string>
}

/** A connector for the kinds that say otherwise than by `is_deleted` that a record is gone. Every job reads all of it. */
export const make = (): Board => {
  const people = new Map<string, string>()
  const groups = new Map<string, string>()
  const read = <Draft>(entries: Map<string, string>, draft: (id: string, name: string) => Draft) =>
    Stream.sync(() => ({ drafts: [...entries].map(([id, name]) => draft(id, name)), checkpoint: null }))
  const connector = Connector.make({
    vendor: "BOARD",
    name: "Board",
    description: "People and groups of devices.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://vendor.example/docs",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({ title: "Address", help: "Anywhere." }),
      token: Credentials.secret({ title: "Token", help: "Any." })
    }),
    http: ({ base_url }) => ({ baseUrl: base_url }),
    check: "/check",
    exports: {
      itsm_users: [
        Extractor.fromStream({
          record: RecordKind.ItsmUser,
          endpoint: "/people",
          permissions: ["people.read"],
          pages: () =>
            read(people, (id, name) => ({
              name,
              status: "ACTIVE" as const,
              vendor_attributes: { id, vendor: "BOARD", created_at: null, updated_at: null, data: null }
            }))
        })
      ],
      device_groups: [
        Extractor.fromStream({
          record: RecordKind.DeviceGroup,
          endpoint: "/groups",
          permissions: ["groups.read"],
          pages: () => read(groups, (id, name) => ({ name, vendor_id: id }))
        })
      ]
    }
  })
  return { connector, people, groups }
}
