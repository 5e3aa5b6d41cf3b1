import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import {
  type AnswerErrors,
  Child,
  Connector,
  type ConnectorCheck,
  Credentials,
  Decode,
  Extractor,
  Lookup,
  Pagination,
  RecordKind,
  Row,
  VendorError,
  type VendorHttp
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted, Schema } from "effect"
import { failing } from "../FailingChecks.js"

/** A small connector for an invented vendor that answers in other formats than JSON, in parts that a test can break. */

const Group = Schema.Struct({
  ID: Schema.String,
  NAME: Row.nullish(Schema.String),
  TAGS: Row.nullish(Schema.Struct({ TAG: Row.nullish(Schema.Array(Schema.String)) }))
})

const toGroup = ({ ID, NAME, TAGS }: Schema.Schema.Type<typeof Group>) => ({
  name: NAME ?? ID,
  description: TAGS?.TAG?.join(", ") ?? null,
  vendor_id: ID,
  vendor_attributes: { id: ID, vendor: "ACME", created_at: null, updated_at: null, data: null }
})

const groups = {
  record: RecordKind.ItsmGroup,
  endpoint: "/groups",
  row: Group,
  id: "ID",
  permissions: ["groups.read"],
  toRecord: toGroup
}

const xmlGroups = Extractor.make({
  ...groups,
  pagination: Pagination.nextLink({ items: "OUTPUT.GROUPS.GROUP", from: "OUTPUT.NEXT" })
})

interface Parts {
  readonly groups?: Extractor.Extractor<"itsm_groups">
  readonly http?: Partial<VendorHttp.VendorHttpSettings>
  readonly check?: string | ConnectorCheck
}

const acme = ({ groups = xmlGroups, http = {}, check = "/me" }: Parts = {}): Connector.Connector =>
  Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "An invented directory.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://acme.example/docs",
    credentials: Schema.Struct({ api_key: Credentials.secret({ title: "API key", help: "Settings > Keys." }) }),
    http: ({ api_key }) => ({
      baseUrl: ConnectorTest.BASE_URL,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) },
      ...http
    }),
    check,
    exports: { itsm_groups: [groups] }
  })

const lists = ["OUTPUT.GROUPS?.GROUP", "OUTPUT.GROUPS.GROUP.TAGS.TAG"]
const decode = Decode.xml({ lists })

const page = (groups: string, next = ""): ConnectorTest.Reply => ({
  headers: { "content-type": "text/xml; charset=utf-8" },
  text: `<?xml version="1.0"?><!DOCTYPE OUTPUT SYSTEM "https://vendor.example/output.dtd">
    <OUTPUT><GROUPS>${groups}</GROUPS>${next === "" ? "" : `<NEXT><![CDATA[${next}]]></NEXT>`}</OUTPUT>`
})

const group = (id: string, tags = "<TAG>red</TAG><TAG>BLUE_GREEN</TAG>") =>
  `<GROUP><ID>${id}</ID><NAME>Group &lt;${id}&gt;</NAME><TAGS>${tags}</TAGS></GROUP>`

const replies: ConnectorTest.Replies = {
  "GET /groups": page(group("1") + group("2", ""), `${ConnectorTest.BASE_URL}/groups?after=2`),
  "GET /groups?after=2": page(group("3", "<TAG>red</TAG>"))
}

const UNREADABLE = "/groups: an unreadable row is rejected and counted, and the other rows are kept"
const SINGLE = "/groups: a list with a single element is read as a list"

describe("The checks of a connector for XML", () => {
  it("are the same as for JSON, and hold for a sound connector", async () => {
    const names = ConnectorTest.checks(acme({ http: { decode } }), { replies }).map(({ name }) => name)
    expect(names).toContain("/groups: truncated data")
    expect(names).toContain("/groups: a next link to another host is not followed")
    expect(names).toContain(UNREADABLE)
    expect(names).toContain(SINGLE)
    expect(await failing(acme({ http: { decode } }), replies)).toEqual([])
  })

  it("catch a list within a row that the decoder does not declare", async () => {
    const text = (reply: ConnectorTest.Reply | undefined) =>
      reply?.text?.replaceAll("<TAG>red</TAG><", "<TAG>red</TAG><TAG>green</TAG><")
    const several = Object.fromEntries(
      Object.entries(replies).map(([key, reply]) => [
        key,
        { ...reply, text: (text(reply) ?? "").replace("<TAGS><TAG>red</TAG></TAGS>", "") }
      ])
    )
    const broken = acme({ http: { decode: Decode.xml({ lists: lists.slice(0, 1) }) } })
    expect(await failing(broken, several)).toEqual([SINGLE])
  })

  it("catch a list of rows that the decoder does not declare", async () => {
    const broken = acme({ http: { decode: Decode.xml({ lists: lists.slice(1) }) } })
    const several = { ...replies, "GET /groups?after=2": page(group("3") + group("4")) }
    expect(await failing(broken, several, /single element/)).toEqual([SINGLE])
  })

  it("catch a decoder that makes an empty list of anything it receives", async () => {
    const lenient = {
      ...decode,
      read: () => decode.read({ bytes: new Uint8Array(Buffer.from("<OUTPUT/>")), contentType: null }, BOUNDS)
    }
    const names = await failing(acme({ http: { decode: lenient } }), replies, /truncated|unexpected shape/)
    expect(names).toEqual(["/groups: truncated data", "/groups: data of an unexpected shape"])
  })

  it("report that the run without faults fails if the script cannot be read", async () => {
    const cut = { ...replies, "GET /groups": { text: "<OUTPUT>" } }
    expect(await failing(acme({ http: { decode } }), cut, /every page of every list/)).toEqual([
      "every page of every list is read exactly once"
    ])
  })
})

const BOUNDS = { bytes: { max: 1_000, setting: null }, rows: { max: 10, setting: null } }

const listOf = (decode: Decode.Decoder) =>
  Extractor.make({
    ...groups,
    decode,
    row: Schema.Struct({ ID: Schema.String, NAME: Row.nullish(Schema.String) }),
    pagination: Pagination.none(),
    toRecord: (line) => toGroup({ ...line, TAGS: null })
  })

describe("The checks of a list with its own decoder", () => {
  it("hold for CSV", async () => {
    const csv = { headers: { "content-type": "text/csv" }, text: 'ID,NAME\r\n1,"Group, 1"\r\n2,\r\n' }
    expect(await failing(acme({ groups: listOf(Decode.csv({ columns: ["ID"] })) }), { "GET /groups": csv })).toEqual([])
  })

  it("hold for lines of JSON in a gzip file", async () => {
    const bytes = gzipSync('{"ID":"1","NAME":"Group 1"}\n{"ID":"2"}\n')
    const packed = listOf(Decode.gunzip(Decode.ndjson))
    expect(await failing(acme({ groups: packed }), { "GET /groups": { bytes } })).toEqual([])
  })

  it("hold for a format of the author's own", async () => {
    const pairs = Decode.make({
      mediaType: "text/plain",
      read: ({ text }) => {
        if (!text.endsWith(".")) throw new Error("cut short")
        return text.slice(0, -1) === ""
          ? []
          : text
              .slice(0, -1)
              .split(";")
              .map((row) => {
                const [ID, NAME] = row.split("=")
                return {
                  ...(ID === "" ? {} : { ID }),
                  ...(NAME === undefined ? {} : { NAME: NAME === "" ? null : NAME })
                }
              })
      },
      write: (value) =>
        Array.isArray(value)
          ? `${value.map((row) => (typeof row === "string" ? "" : [row.ID ?? "", ...("NAME" in row ? [row.NAME ?? ""] : [])].join("="))).join(";")}.`
          : "?"
    })
    expect(await failing(acme({ groups: listOf(pairs) }), { "GET /groups": { text: "1=Group 1;2=." } })).toEqual([])
  })
})

const errors: AnswerErrors = {
  at: ["OUTPUT.ERROR.CODE"],
  codes: { LOGIN: 401, DENIED: 403, GONE: 404, SLOW: 429, BAD: 400, DOWN: 503, EXPIRED: "expired", FINE: "ok" }
}

const Id = Schema.Struct({ id: Schema.String })
type Id = Schema.Schema.Type<typeof Id>
const Note = Schema.Struct({ ID: Schema.String, TEXT: Row.nullish(Schema.String) })
const Label = Schema.Struct({ KEY: Schema.String, LABEL: Schema.String })

const note = Lookup.of<Id & Schema.Schema.Type<typeof Group>>()({
  endpoint: "/groups/{ID}/note",
  row: Note,
  pagination: Pagination.none({ items: "OUT.NOTE" }),
  decode: Decode.xml({ lists: ["OUT.NOTE"] }),
  permissions: ["groups.read"]
})

const label = Lookup.batched<Id & Schema.Schema.Type<typeof Group>>()({
  endpoint: "/labels",
  row: Label,
  pagination: Pagination.none(),
  decode: Decode.csv({ columns: ["KEY", "LABEL"] }),
  permissions: ["groups.read"],
  batch: 10,
  query: (keys) => ({ keys: keys.join(",") }),
  key: ({ KEY }) => KEY,
  keys: ({ ID }) => ID
})

/** The groups of each region: the regions are JSON, their groups are XML, and what is asked about a group is XML or CSV. */
const mixed = (ofGroups: Decode.Decoder = decode) =>
  Extractor.below({
    endpoint: "/regions",
    row: Id,
    pagination: Pagination.none({ items: "regions" }),
    permissions: ["groups.read"],
    child: Child.of<Id>()({
      ...groups,
      endpoint: "/regions/{id}/groups",
      pagination: Pagination.none({ items: "OUTPUT.GROUPS.GROUP" }),
      decode: ofGroups,
      lookups: { note, label },
      toRecord: (row, _, { label, note }) => ({
        ...toGroup(row),
        name: label?.[0]?.LABEL ?? row.ID,
        description: note?.[0]?.TEXT ?? null
      })
    })
  })

const mixedReplies: ConnectorTest.Replies = {
  "GET /regions": { body: { regions: [{ id: "all" }, { id: "eu" }] } },
  "GET /regions/all/groups": page(group("1") + group("2", "")),
  "GET /regions/eu/groups": page(group("3", "<TAG>red</TAG>")),
  "GET /groups/1/note": { text: "<OUT><NOTE><ID>1</ID><TEXT>first</TEXT></NOTE></OUT>" },
  "GET /groups/2/note": { text: "<OUT><NOTE><ID>2</ID><TEXT>second</TEXT></NOTE></OUT>" },
  "GET /groups/3/note": { text: "<OUT><NOTE><ID>3</ID></NOTE></OUT>" },
  "GET /labels": { headers: { "content-type": "text/csv" }, text: "KEY,LABEL\n1,One\n2,Two\n3,Three\n" }
}

describe("The checks of a list whose children, lookups and details have decoders of their own", () => {
  it("hold for children and lookups, and change the bodies of each", async () => {
    const sound = acme({ groups: mixed() })
    const names = ConnectorTest.checks(sound, { replies: mixedReplies }).map(({ name }) => name)
    for (const endpoint of ["/regions", "/regions/{id}/groups", "/groups/{ID}/note", "/labels"]) {
      expect(names).toContain(`${endpoint}: truncated data`)
    }
    expect(await failing(sound, mixedReplies)).toEqual([])
    const { records } = await ConnectorTest.run(sound, { replies: mixedReplies })
    expect(records["itsm_group"]).toMatchObject([
      { vendor_id: "1", name: "One", description: "first" },
      { vendor_id: "2", name: "Two", description: "second" },
      { vendor_id: "3", name: "Three", description: null }
    ])
  })

  it("catch a child list without the decoder that it needs", async () => {
    expect(await failing(acme({ groups: mixed(Decode.json) }), mixedReplies, /every page of every list/)).toEqual([
      "every page of every list is read exactly once"
    ])
  })

  it("hold for rows that a detail request reads", async () => {
    const detailed = Extractor.make({
      ...groups,
      pagination: Pagination.none({ items: "ids" }),
      detailRequest: {
        endpoint: "/groups/details",
        batch: 2,
        query: (ids) => ({ ids: ids.join(",") }),
        items: "OUTPUT.GROUPS.GROUP",
        permissions: ["groups.read"],
        decode
      }
    })
    const scripted = {
      "GET /groups": { body: { ids: ["1", "2", "3"] } },
      "GET /groups/details?ids=1,2": page(group("1") + group("2")),
      "GET /groups/details?ids=3": page(group("3", "<TAG>red</TAG>"))
    }
    expect(await failing(acme({ groups: detailed }), scripted)).toEqual([])
  })
})

describe("The checks of a connector with a table of errors", () => {
  const CODES = ["DOWN", "BAD", "SLOW", "GONE", "DENIED", "LOGIN", "EXPIRED", "TRIBUTARY_UNKNOWN_CODE"]

  it("inject each meaning of the table into each list, and hold for a sound connector", async () => {
    const sound = acme({ http: { decode, errors } })
    const names = ConnectorTest.checks(sound, { replies }).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith("/groups: 200 with the error")).toSorted()).toEqual(
      CODES.map((code) => `/groups: 200 with the error ${code}`).toSorted()
    )
    expect(await failing(sound, replies)).toEqual([])
  })

  it("hold for a list whose format differs from that of its errors", async () => {
    const csv = { headers: { "content-type": "text/csv" }, text: "ID,NAME\n1,One\n2,\n" }
    const sound = acme({ groups: listOf(Decode.csv({ columns: ["ID"] })), http: { errors } })
    expect(await failing(sound, { "GET /groups": csv })).toEqual([])
  })

  it("catch code of the connector that ignores the table", async () => {
    const classify = ({ body, endpoint, status }: VendorHttp.RawAnswer) =>
      JSON.stringify(body).includes("SLOW")
        ? new VendorError.ServerError({ endpoint, status, detail: "by hand" })
        : null
    const broken = acme({ http: { decode, errors, classify } })
    expect(await failing(broken, replies)).toEqual(["/groups: 200 with the error SLOW"])
  })
})

describe("The checks of the credential check", () => {
  const me = { ...replies, "POST /graphql": { text: "<OUTPUT><ME>7</ME></OUTPUT>" } }
  const check = { path: "/graphql", body: { query: "{ me }" }, has: "OUTPUT.ME" }

  it("hold for any request, with the errors of the table", async () => {
    const sound = acme({ check, http: { decode, errors } })
    const names = ConnectorTest.checks(sound, { replies: me }).map(({ name }) => name)
    expect(names).toContain("/graphql: the check fails after 200 with the error LOGIN")
    expect(await failing(sound, me)).toEqual([])
  })

  it("catch a check that expects a field that the answer does not have", async () => {
    const broken = acme({ check: { ...check, has: "OUTPUT.YOU" }, http: { decode } })
    expect(await failing(broken, me)).toEqual([
      "/graphql: the check succeeds with valid credentials, and tells refused ones"
    ])
  })

  it("catch a check that does not recognize a refusal", async () => {
    const classify = ({ endpoint, status }: VendorHttp.RawAnswer) =>
      status === 401 && endpoint === "/graphql" ? new VendorError.ClientError({ endpoint, status, detail: "x" }) : null
    expect(await failing(acme({ check, http: { decode, classify } }), me)).toEqual([
      "/graphql: the check succeeds with valid credentials, and tells refused ones"
    ])
  })
})
