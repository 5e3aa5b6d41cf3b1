import { Connector, Credentials, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Redacted, Schema } from "effect"
import { toItsmUser } from "../../Acme.js"
import { type Broken, broken, users } from "./Broken.js"

const AcmeFinding = Schema.Struct({ id: Schema.String, device: Schema.String, found_at: Schema.Number })
type AcmeFinding = Schema.Schema.Type<typeof AcmeFinding>

const owners = Lookup.joined<AcmeFinding>()({
  endpoint: "/owners",
  row: Schema.Struct({ device: Schema.String, name: Row.text }),
  pagination: Pagination.none(),
  permissions: ["owners.read"],
  mayBeMissing: true,
  key: ({ device }) => device,
  matches: ({ device }) => device
})

const lookups = { owners }

interface Parts {
  readonly idOf?: (row: AcmeFinding) => string
  readonly millisOf?: (row: AcmeFinding) => number
  readonly ownerOf?: (owners: Lookup.Answers<typeof lookups>["owners"]) => string | null
}

const sorted = (names: Lookup.Answers<typeof lookups>["owners"]): string | null =>
  names?.map(({ name }) => name ?? "").sort()[0] ?? null

/** Findings that have the same number on several devices. */
const findings = ({ idOf = ({ device, id }) => `${device}/${id}`, millisOf, ownerOf = sorted }: Parts = {}) =>
  Connector.make({
    vendor: "ACME_CODE",
    name: "Acme Code",
    description: "An invented scanner.",
    category: "APPSEC",
    authType: "API_KEY",
    docsUrl: "https://acme.example/docs",
    credentials: Schema.Struct({ key: Credentials.secret({ title: "Key", help: "Settings > Keys." }) }),
    check: "/findings",
    http: ({ key }) => ({ baseUrl: "https://vendor.example", headers: { "x-api-key": key } }),
    exports: {
      issues: [
        Extractor.make({
          record: RecordKind.AppsecIssue,
          endpoint: "/findings",
          row: AcmeFinding,
          id: (row) => {
            const { device, id } = row as AcmeFinding
            return device === undefined || id === undefined ? null : idOf(row as AcmeFinding)
          },
          pagination: Pagination.none(),
          permissions: ["findings.read"],
          lookups,
          toRecord: (row, answers) => ({
            title: `Finding ${row.id}`,
            description: ownerOf(answers.owners),
            type: "OTHER",
            severity: "HIGH",
            state: "OPEN",
            resource_id: row.device,
            first_seen: new Date(millisOf?.(row) ?? row.found_at * 1_000).toISOString(),
            vendor_id: idOf(row)
          })
        })
      ]
    }
  })

const replies = {
  "GET /findings": {
    body: [
      { id: "1", device: "laptop", found_at: 1_700_000_000 },
      { id: "1", device: "phone", found_at: 1_700_000_100 },
      { id: "2", device: "phone", found_at: 1_700_000_200 }
    ]
  },
  "GET /owners": {
    body: [
      { device: "laptop", name: "Ada" },
      { device: "laptop", name: "Bob" }
    ]
  }
}

const wrong = (name: string, check: string, parts: Parts): Broken => ({
  name,
  check,
  replies,
  connector: findings(parts)
})

const SECRECY = "credentials stay Redacted, and out of the console"

/** What concerns the meaning of records, and whose they are. */
export const brokenRecords: ReadonlyArray<Broken> = [
  wrong("takes the number of a finding for its id", "rows with different content become different records", {
    idOf: ({ id }) => id
  }),
  wrong("takes seconds for milliseconds", "instants are in a year in which they can have been", {
    millisOf: ({ found_at }) => found_at
  }),
  wrong("takes milliseconds for seconds", "instants are in a year in which they can have been", {
    millisOf: ({ found_at }) => found_at * 100_000
  }),
  wrong("takes the owner that is listed first", "the rows of a page in another order become the same records", {
    ownerOf: (owners) => owners?.[0]?.name ?? null
  }),
  broken("puts the key into a header in plain text", SECRECY, {
    http: (key) => ({ headers: { authorization: `Bearer ${key}` } })
  }),
  broken("puts the key into a header as a password", SECRECY, {
    http: (key) => ({ headers: { authorization: `Basic ${btoa(`api:${key}`)}` } })
  }),
  broken("calls the tenant by the key", SECRECY, {
    http: (key) => ({ headers: { "x-api-key": Redacted.make(key) }, tenant: key })
  }),
  broken("writes the key to the console", SECRECY, {
    ...users({
      toRecord: (user) => {
        console.debug(`read with ${seen}`)
        return toItsmUser(user)
      }
    }),
    http: (key) => {
      seen = key
      return {}
    }
  }),
  broken("writes an error with the key to the console", SECRECY, {
    ...users({
      toRecord: (user) => {
        console.debug(new Error(`read with ${seen}`))
        return toItsmUser(user)
      }
    }),
    http: (key) => {
      seen = key
      return {}
    }
  })
]

let seen = ""

/** The connector without its faults. */
export const soundRecords = { connector: findings(), replies }
