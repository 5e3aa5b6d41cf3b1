import {
  Changes,
  Child,
  Connector,
  Credentials,
  type DataExportType,
  Extractor,
  Lookup,
  Mention,
  Pagination,
  RecordKind,
  Row
} from "@tributary/core"
import { Schema } from "effect"
import { exportOf, paginationOf } from "../../support/vendor/pagination.js"
import type { ListShape } from "./ListShape.js"
import type { Role } from "./TenantList.js"

/** The vendor's name in connections and records. */
export const VENDOR = "SIMULATED"

/** What the vendor offers in a history: one list, or two. */
export interface VendorShape {
  /** The list of users, whose rows can have applications below them and name an application. */
  readonly users: ListShape
  /** A second list, of the same export type as the users or of another; null for none. */
  readonly second: { readonly kind: "groups" | "devices"; readonly shape: ListShape } | null
  /** Whether both lists have the same address, and the body of the request says which one it wants. */
  readonly isGraphql: boolean
}

/** The shapes of the lists by their names. */
export const shapesOf = ({ users, second }: VendorShape): Readonly<Record<string, ListShape>> => ({
  users,
  ...(second === null ? {} : { [second.kind]: second.shape })
})

/** The kinds of record that each list feeds, by the name of the list. */
export const kindsOf: Readonly<Record<string, Readonly<Partial<Record<Role, RecordKind.Any>>>>> = {
  users: {
    row: RecordKind.IdpUser,
    child: RecordKind.IdpApplicationAssignment,
    mention: RecordKind.Resource
  },
  groups: { row: RecordKind.IdpGroup },
  devices: { row: RecordKind.DeviceGroup }
}

/** When the vendor says that everything was created: it does not matter. */
const CREATED = "2029-01-01T00:00:00.000Z"

const Item = Schema.Struct({ id: Schema.String, name: Schema.String, owner: Row.nullish(Schema.String) })
type Item = Schema.Schema.Type<typeof Item>
const Below = Schema.Struct({ id: Schema.String })
const JoinedAnswer = Schema.Struct({ id: Schema.String, value: Schema.String })
const Answer = Schema.Struct({ value: Schema.String })
/** An answer to the question about a user; with the user's id if it is one of several. */
interface Title {
  readonly id?: string
  readonly value: string
}

const LoggedChange = Schema.Struct({ id: Schema.String, isRemoved: Schema.Boolean })
const Marked = Schema.Struct({ id: Schema.String, removed: Row.nullish(Schema.Boolean) })

/** How the vendor tells what changed after a token: the list itself has the changed rows, or a list of changes names them. */
const changesOf = (name: string, { delta }: ListShape) => {
  if (delta === "token") {
    return {
      changes: Changes.of<Item>()({ row: Marked, toChange: ({ id, removed }) => ({ id, isRemoved: removed === true }) })
    }
  }
  if (delta !== "feed") return {}
  return {
    changes: Changes.of<Item>()({
      list: {
        endpoint: `/${name}/changes`,
        query: {},
        pagination: Pagination.deltaLink({ items: "items", from: "next", delta: "delta" }),
        permissions: [`${name}.read`]
      },
      row: LoggedChange,
      toChange: ({ id, isRemoved }) => ({ id, isRemoved }),
      reread: { queries: (ids) => [{ ids: ids.join(",") }] }
    })
  }
}

/** How to read a list, whatever its rows become. */
const listOptions = (name: string, shape: ListShape, isGraphql: boolean) => ({
  name,
  endpoint: isGraphql ? "/graphql" : `/${name}/items`,
  ...(isGraphql ? { post: { list: name } } : {}),
  row: Item,
  permissions: [`${name}.read`],
  pagination: paginationOf(shape, { counts: shape.hides ? "requested" : "returned" }),
  ...(shape.delta === "since" ? { since: (since: string) => ({ since }) } : {}),
  ...changesOf(name, shape),
  ...(shape.hasDetails
    ? {
        detailRequest: {
          endpoint: `/${name}/details`,
          batch: 3,
          query: (ids: ReadonlyArray<string>) => ({ ids: ids.join(",") }),
          items: "items",
          permissions: [`${name}.read`]
        }
      }
    : {}),
  ...(shape.paging === "exportJob"
    ? {
        endpoint: `/${name}/exports`,
        exportJob: exportOf(name)
      }
    : {})
})

/** The question about each user: its title. */
const lookups = ({ lookup }: ListShape): Record<string, Lookup.Lookup<Item, Title, "job_title">> => {
  if (lookup === null) return {}
  const { form } = lookup
  const fields = ["job_title"] as const
  const common = { permissions: ["titles.read"], fields, isOptional: !lookup.isRequired }
  if (form === "perRow") {
    const endpoint = "/users/items/{id}/answer"
    return { title: Lookup.of<Item>()({ ...common, endpoint, row: Answer, pagination: Pagination.one() }) }
  }
  const pagination = Pagination.cursor({ items: "items", from: "next", param: "after" })
  const list = { ...common, endpoint: "/users/answers", row: JoinedAnswer, pagination } as const
  const key = ({ id }: { readonly id: string }) => id
  if (form === "shared") return { title: Lookup.shared<Item>()(list) }
  if (form === "batched") {
    const query = (ids: ReadonlyArray<string>) => ({ ids: ids.join(",") })
    return { title: Lookup.batched<Item>()({ ...list, batch: 3, query, key, keys: key }) }
  }
  return { title: Lookup.joined<Item>()({ ...list, key, matches: key, mayBeMissing: form === "sparse" }) }
}

/** The title of a user among the answers to its question. */
const titleOf = (id: string, answers: ReadonlyArray<Title> | null | undefined): string | null =>
  answers?.find((title) => title.id === undefined || title.id === id)?.value ?? null

const assignments = Child.of<Item>()({
  record: RecordKind.IdpApplicationAssignment,
  endpoint: "/users/items/{id}/children",
  row: Below,
  pagination: Pagination.cursor({ items: "items", from: "next", param: "after" }),
  permissions: ["children.read"],
  toRecord: (row, user) => ({ user_vendor_id: user.id, application_vendor_id: row.id })
})

/** Of another export type than the users, so that one list fills two. */
const owners = Mention.of<Item>()({
  record: RecordKind.Resource,
  things: ({ owner }) => (owner === null ? [] : [owner]),
  toRecord: (owner) => ({ name: owner, type: "owner", vendor_id: owner })
})

const users = (shape: ListShape, options: ReturnType<typeof listOptions>): Extractor.Extractor<"idp" | "resources"> =>
  Extractor.make({
    ...options,
    record: RecordKind.IdpUser,
    lookups: lookups(shape),
    children: shape.hasChildren ? [assignments] : [],
    mentions: shape.hasMentions ? [owners] : [],
    toRecord: ({ id, name }, answers) => ({
      domain: "vendor.example",
      email_addr: `${id}@vendor.example`,
      full_name: name,
      name,
      vendor_id: id,
      vendor_status: "ACTIVE",
      vendor_created_at: CREATED,
      job_title: titleOf(id, answers["title"])
    })
  })

const groups = (_: ListShape, options: ReturnType<typeof listOptions>): Extractor.Extractor<"idp"> =>
  Extractor.make({
    ...options,
    record: RecordKind.IdpGroup,
    toRecord: ({ id, name }) => ({ types: [], description: "", name, vendor_id: id, vendor_created_at: CREATED })
  })

const devices = (_: ListShape, options: ReturnType<typeof listOptions>): Extractor.Extractor<"device_groups"> =>
  Extractor.make({
    ...options,
    record: RecordKind.DeviceGroup,
    toRecord: ({ id, name }) => ({ name, vendor_id: id })
  })

/** The extractor of a list, whose rows `build` makes into records. */
const extractorOf = <E extends DataExportType>(
  name: string,
  shape: ListShape,
  isGraphql: boolean,
  build: (shape: ListShape, options: ReturnType<typeof listOptions>) => Extractor.Extractor<E>
): Extractor.Extractor<E> => build(shape, listOptions(name, shape, isGraphql))

/** The connectors so far: like those of a server, one runs any number of jobs, and it compiles its schemas only in the first. */
const made = new WeakMap<VendorShape, Connector.Connector>()

/** The connector for a vendor of this shape. */
export const make = (vendor: VendorShape): Connector.Connector => {
  const connector = made.get(vendor) ?? build(vendor)
  made.set(vendor, connector)
  return connector
}

/** A connector for a vendor of this shape, made with the public API only. */
const build = ({ users: shape, second, isGraphql }: VendorShape): Connector.Connector => {
  const first = extractorOf("users", shape, isGraphql, users)
  const idp = second?.kind === "groups" ? [first, extractorOf("groups", second.shape, isGraphql, groups)] : [first]
  const others =
    second?.kind === "devices" ? { device_groups: [extractorOf("devices", second.shape, isGraphql, devices)] } : {}
  return Connector.make({
    vendor: VENDOR,
    name: "Simulated",
    description: "A vendor of the simulation.",
    category: "IDP",
    authType: "API_KEY",
    docsUrl: "https://vendor.example/docs",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({
        title: "Address",
        help: "Of the tenant.",
        example: "https://north.vendor.example"
      }),
      token: Credentials.secret({ title: "Token", help: "Any." })
    }),
    http: ({ base_url, token }) => ({
      baseUrl: base_url,
      headers: { authorization: token },
      tenant: {
        id: new URL(base_url).host,
        ofRow: (row) => (row as { readonly tenant?: string }).tenant,
        covers: []
      }
    }),
    check: "/check",
    exports: { idp, ...(shape.hasMentions ? { resources: [first] } : {}), ...others }
  })
}
