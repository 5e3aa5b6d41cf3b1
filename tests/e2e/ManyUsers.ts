import { Connector, Credentials, Extractor, RecordKind } from "@tributary/core"
import { Schema, Stream } from "effect"

/** A connector whose users come out of a function: many of them, changing from run to run. */
export const make = (users: () => ReadonlyArray<number>, title: () => string): Connector.Connector =>
  Connector.make({
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
            const name = title()
            return Stream.fromIterable(users()).pipe(
              Stream.map((number) => ({
                domain: "acme.example",
                email_addr: `user${number}@acme.example`,
                full_name: `User ${number}`,
                name: `user${number}`,
                vendor_id: `u${number}`,
                vendor_status: "ACTIVE",
                vendor_created_at: "2024-01-01T00:00:00Z",
                // Every tenth user changes with every run.
                job_title: number % 10 === 0 ? name : "Constant"
              })),
              Stream.grouped(500),
              Stream.map((drafts) => ({ drafts: [...drafts], checkpoint: null }))
            )
          }
        })
      ]
    }
  })
