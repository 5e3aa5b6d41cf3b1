import { Connector, Credentials, Extractor, RecordKind } from "@tributary/core"
import { Schema, Stream } from "effect"

/** As many users as a transaction of the store takes. */
const PAGE = 100

/** A connector that makes up its users: `count` of them, of whom every tenth has a new title in every job. */
export const make = (count: number): Connector.Connector => {
  let jobs = 0
  return Connector.make({
    vendor: "MANY_USERS",
    name: "Many users",
    description: "As many users as a test wants.",
    category: "IDP",
    authType: "API_KEY",
    docsUrl: "https://vendor.example/docs",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({ title: "Address", help: "Anywhere." }),
      token: Credentials.secret({ title: "Token", help: "Any." })
    }),
    http: ({ base_url }) => ({ baseUrl: base_url }),
    check: "/check",
    exports: {
      idp: [
        Extractor.fromStream({
          record: RecordKind.IdpUser,
          endpoint: "/users",
          permissions: ["users.read"],
          pages: () => {
            const title = `Job ${++jobs}`
            return Stream.range(0, count - 1).pipe(
              Stream.map((number) => ({
                domain: "acme.example",
                email_addr: `user${number}@acme.example`,
                full_name: `User ${number}`,
                name: `user${number}`,
                vendor_id: `u${number}`,
                vendor_status: "ACTIVE",
                vendor_created_at: "2024-01-01T00:00:00Z",
                job_title: isChanging(`u${number}`) ? title : "Constant"
              })),
              Stream.grouped(PAGE),
              Stream.map((drafts) => ({ drafts: [...drafts], checkpoint: null }))
            )
          }
        })
      ]
    }
  })
}

/** Whether the user with this id changes in every job. */
export const isChanging = (vendorId: string): boolean => Number(vendorId.slice(1)) % 10 === 0
