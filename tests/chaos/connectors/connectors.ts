import { Changes, Child, Connector, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { exportOf, paginationOf } from "../../support/vendor/pagination.js"
import * as StandInConnector from "../../support/vendor/StandInConnector.js"
import { type List, lists, MEMBERS_PATH } from "./lists.js"

/** A row of any list; a delta marks removed rows. */
const ChaosRow = Schema.Struct({ id: Schema.String, name: Schema.String })
interface ChaosRow extends Schema.Schema.Type<typeof ChaosRow> {}

const ChaosMember = Schema.Struct({ id: Schema.String })

/** Sends the name of the walk back with every page, so that the stand-in knows which pages were read together. */
const inWalk = (pagination: Pagination.Pagination): Pagination.Pagination => ({
  ...pagination,
  next: (answer) => {
    const next = pagination.next(answer)
    const walk = Pagination.at(answer.response.body, "walk")
    if (next === null || "url" in next || typeof walk !== "string") return next
    return { ...next, query: { ...next.query, walk } }
  }
})

/** The options that follow from a list's entry in the table. */
const common = (list: List) => ({
  endpoint: `/${list.kind.name}/${list.paging === "exportJob" ? "exports" : "items"}`,
  row: ChaosRow,
  pagination: inWalk(paginationOf(list)),
  permissions: [`${list.kind.name}:read`],
  ...(list.paging === "exportJob" ? { exportJob: exportOf(list.kind.name) } : {})
})

const SINCE = "2020-01-01T00:00:00.000Z"

const attributes = ({ id }: ChaosRow) => ({ id, vendor: "CHAOS", created_at: null, updated_at: null, data: null })

const [links, cursors, scrolls, totals] = lists.CHAOS_TOKENS
const [offsets, numbers, indexes, bareOffsets, bareNumbers] = lists.CHAOS_INDEXES
const [deltas, parents, filtered, exported] = lists.CHAOS_CHANGES
const [bulk] = lists.CHAOS_BULK

const resources = Extractor.make({
  ...common(links),
  record: RecordKind.Resource,
  toRecord: ({ id, name }) => ({ name, type: "chaos", vendor_id: id })
})

const devicePolicies = Extractor.make({
  ...common(cursors),
  record: RecordKind.DevicePolicy,
  toRecord: ({ id, name }) => ({ name, vendor_id: id })
})

const scanConfigurations = Extractor.make({
  ...common(scrolls),
  record: RecordKind.ScanConfiguration,
  toRecord: ({ id, name }) => ({ name, vendor_id: id })
})

const itsmUsers = Extractor.make({
  ...common(totals),
  record: RecordKind.ItsmUser,
  toRecord: (row) => ({ name: row.name, status: "ACTIVE", vendor_attributes: attributes(row) })
})

const devices = Extractor.make({
  ...common(offsets),
  record: RecordKind.Device,
  toRecord: ({ id, name }) => ({
    status: "ACTIVE",
    platform: "LINUX",
    hostnames: [name],
    fqdns: [],
    ipv4s: [],
    ipv6s: [],
    mac_addresses: [],
    source_vendors: [],
    vendor_id: id
  })
})

const deviceGroups = Extractor.make({
  ...common(numbers),
  record: RecordKind.DeviceGroup,
  toRecord: ({ id, name }) => ({ name, vendor_id: id })
})

const itsmGroups = Extractor.make({
  ...common(indexes),
  record: RecordKind.ItsmGroup,
  toRecord: (row) => ({ name: row.name, vendor_id: row.id, vendor_attributes: attributes(row) })
})

const compliances = Extractor.make({
  ...common(bareOffsets),
  record: RecordKind.Compliance,
  toRecord: ({ id, name }) => ({ standard: "CHAOS", control: name, result: "PASS", vendor_id: id })
})

const itsmProjects = Extractor.make({
  ...common(bareNumbers),
  record: RecordKind.ItsmProject,
  toRecord: (row) => ({ name: row.name, vendor_id: row.id, vendor_attributes: attributes(row) })
})

const users = Extractor.make({
  ...common(deltas),
  record: RecordKind.IdpUser,
  changes: Changes.of<ChaosRow>()({
    row: Schema.Struct({ id: Schema.String, removed: Row.nullish(Schema.Boolean) }),
    toChange: ({ id, removed }) => ({ id, isRemoved: removed === true })
  }),
  toRecord: ({ id, name }) => ({
    domain: "chaos.example",
    email_addr: `${id}@chaos.example`,
    full_name: name,
    name,
    vendor_id: id,
    vendor_status: "ACTIVE",
    vendor_created_at: SINCE
  })
})

const toMembership = (member: { readonly id: string }, group: ChaosRow) => ({
  user_vendor_id: member.id,
  group_vendor_id: group.id
})

const members = Child.of<ChaosRow>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: MEMBERS_PATH,
  row: ChaosMember,
  pagination: Pagination.cursor({ items: "items", limit: 5, from: "next", param: "after" }),
  permissions: ["members:read"],
  toRecord: toMembership
})

const groups = Extractor.make({
  ...common(parents),
  record: RecordKind.IdpGroup,
  children: [members],
  toRecord: ({ id, name }) => ({ types: [], description: "", name, vendor_id: id, vendor_created_at: SINCE })
})

const policies = Extractor.make({
  ...common(filtered),
  record: RecordKind.IdpPolicy,
  since: (since) => ({ since }),
  lookbackSecs: 5,
  toRecord: ({ id, name }) => ({ name, type: "chaos", status: "ENABLED", vendor_id: id })
})

const vulnerabilities = Extractor.make({
  ...common(exported),
  record: RecordKind.Vulnerability,
  toRecord: ({ id, name }) => ({
    device: { id: "d1", hostnames: [], ipv4s: [], platform: "LINUX", vendor_id: "d1" },
    name,
    severity: "LOW",
    state: "OPEN",
    cve: [],
    vendor_id: id
  })
})

const applications = Extractor.make({
  ...common(bulk),
  record: RecordKind.IdpApplication,
  toRecord: ({ id, name }) => ({ name, vendor_id: id, vendor_status: "ACTIVE", vendor_created_at: SINCE })
})

const standIn = {
  ...StandInConnector.definition,
  http: (credentials: Parameters<typeof StandInConnector.impatientHttp>[0]) => ({
    ...StandInConnector.impatientHttp(credentials),
    // What all addresses of a customer begin with, so that another address is a move, and not another tenant.
    tenant: { id: new URL(credentials.base_url).pathname.replace(/^\/|-\d+$/g, "") }
  })
}

/** The connectors of the vendors that the stand-in plays; together they read every way of paging. */
export const connectors = [
  Connector.make({
    ...standIn,
    vendor: "CHAOS_TOKENS",
    name: "Chaos (tokens)",
    description: "Lists whose next page a token names.",
    exports: {
      resources: [resources],
      device_policies: [devicePolicies],
      vms_scan_configs: [scanConfigurations],
      itsm_users: [itsmUsers]
    }
  }),
  Connector.make({
    ...standIn,
    vendor: "CHAOS_INDEXES",
    name: "Chaos (indexes)",
    description: "Lists that shift while they are read.",
    exports: {
      devices: [devices],
      device_groups: [deviceGroups],
      itsm_groups: [itsmGroups],
      compliances: [compliances],
      itsm_projects: [itsmProjects]
    }
  }),
  Connector.make({
    ...standIn,
    vendor: "CHAOS_CHANGES",
    name: "Chaos (changes)",
    description: "Deltas, children and export jobs.",
    exports: { idp: [users, groups], idp_policies: [policies], vulnerabilities: [vulnerabilities] }
  }),
  Connector.make({
    ...standIn,
    vendor: "CHAOS_BULK",
    name: "Chaos (bulk)",
    description: "One page of 30,000 rows.",
    exports: { idp: [applications] }
  })
]
