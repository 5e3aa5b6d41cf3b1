import { describe, expect, it } from "@effect/vitest"
import { Decode, Extractor, Pagination, RecordKind, Row, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Exit, Schema, Stream } from "effect"
import { type Answer, converse } from "../FakeVendor.js"

const xml = Decode.xml({ lists: ["USERS.USER"] })

const send = (request: Partial<VendorHttp.VendorRequest> = {}) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ url: "/users", endpoint: "/users", ...request }))

const html: Answer = { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Sign in</title>" }

const answers =
  (...all: ReadonlyArray<Answer>) =>
  (_: unknown, index: number) =>
    all[index] ?? html

describe("An answer that is not JSON", () => {
  it("is read by the decoder of the connector, which also says what requests accept", async () => {
    const { exit, received } = await converse(answers({ body: "<USERS><USER>a</USER></USERS>" }), send(), {
      decode: xml
    })
    expect(exit).toMatchObject({ _tag: "Success", value: { body: { USERS: { USER: ["a"] } } } })
    expect(received[0]?.headers["accept"]).toBe("application/xml")
  })

  it("is read by the decoder of the request instead", async () => {
    const decode = Decode.csv({ columns: ["id"] })
    const csv = await converse(answers({ body: "id\n1" }), send({ decode }), { decode: xml })
    expect(csv.exit).toMatchObject({ value: { body: [{ id: "1" }] } })
    const json = await converse(answers({ body: { id: 1 } }), send({ decode: Decode.json }), { decode: xml })
    expect(json.exit).toMatchObject({ value: { body: { id: 1 } } })
    expect(json.received[0]?.headers["accept"]).toBe("application/json")
  })

  it("is retried like a 5xx if it cannot be read, and the error describes what was received", async () => {
    const cut = { headers: { "content-type": "application/xml" }, body: "<USERS><USER>Ada Lovelace" }
    const mended = await converse(answers(cut, html, { body: "<USERS/>" }), send(), { decode: xml })
    expect(mended.exit).toMatchObject({ _tag: "Success", value: { body: { USERS: { USER: [] } } } })
    const { exit, received } = await converse(() => cut, send(), { decode: xml })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
    const failure = await Effect.runPromise(Effect.flip(exit))
    expect(VendorError.healthOf(failure)).toBe("VENDOR_SERVER_ERROR")
    expect(failure.detail).toBe("the XML is cut short (status 200, application/xml, 25 bytes: <USERS><…>…)")
  })

  it("is refused without a retry if it exceeds a bound", async () => {
    const bounds = { bytes: { max: 1_000, setting: "MAX_BYTES" }, rows: { max: 2, setting: "MAX_ROWS" } }
    const rows = { body: `<USERS>${"<USER/>".repeat(3)}</USERS>` }
    const { exit, received } = await converse(() => rows, send(), { decode: xml }, bounds)
    expect(await Effect.runPromise(Effect.flip(exit))).toMatchObject({
      _tag: "AnswerTooLarge",
      detail: "a list in the answer has more than 2 rows (MAX_ROWS)"
    })
    expect(received).toHaveLength(1)
    const long = await converse(
      () => ({ body: `<USERS>${" ".repeat(1_000)}</USERS>` }),
      send(),
      { decode: xml },
      bounds
    )
    expect(await Effect.runPromise(Effect.flip(long.exit))).toMatchObject({
      detail: "the answer is larger than 1,000 bytes (MAX_BYTES)"
    })
  })

  it("is not counted as JSON, whatever it begins with", async () => {
    const bounds = { bytes: { max: 1_000, setting: null }, rows: { max: 3, setting: null } }
    const { exit } = await converse(
      () => ({ body: "[a,b,c,d,id\n1,2,3,4,5" }),
      send({ decode: Decode.csv({ columns: ["id"] }) }),
      {},
      bounds
    )
    expect(Exit.isSuccess(exit)).toBe(true)
  })

  it("does not change how token answers are read, which stay JSON", async () => {
    const auth = { url: "https://acme.example/token", form: {} }
    const answer = ({ url }: { readonly url: string }): Answer =>
      url.endsWith("/token") ? { body: { access_token: "token" } } : { body: "<USERS/>" }
    const { exit, received } = await converse(answer, send(), { decode: xml, auth })
    expect(exit).toMatchObject({ _tag: "Success" })
    expect(received.map(({ headers }) => headers["accept"])).toEqual(["application/json", "application/xml"])
  })
})

const Group = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })

const groups = {
  record: RecordKind.ItsmGroup,
  endpoint: "/groups",
  row: Group,
  pagination: Pagination.none(),
  permissions: ["groups.read"],
  toRecord: ({ id, name }: Schema.Schema.Type<typeof Group>) => ({
    name: name ?? id,
    vendor_id: id,
    vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
  })
}

const idsOf = async (extractor: Extractor.Any, answer: (url: string) => Answer) => {
  const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
  const pages = extractor.pages({ owner, since: null, checkpoint: null, delta: null })
  const { exit } = await converse(
    ({ url }) => answer(new URL(url).pathname),
    Effect.map(Stream.runCollect(pages), (all) => [...all].flatMap(({ batches }) => batches)),
    { decode: xml }
  )
  return (await Effect.runPromise(exit)).flatMap(({ records }) => records.map(({ vendorId }) => vendorId))
}

describe("A list with its own decoder", () => {
  it("reads its pages with that decoder", async () => {
    const extractor = Extractor.make({ ...groups, decode: Decode.csv({ columns: ["id"] }) })
    expect(await idsOf(extractor, () => ({ body: "id,name\n1,Admins\n2,\n" }))).toEqual(["1", "2"])
  })

  it("reads the chunks of its export with the decoder of the job, and the rest with that of the connector", async () => {
    const extractor = Extractor.make({
      ...groups,
      endpoint: "/export",
      exportJob: {
        start: "/export",
        body: {},
        id: "JOB.ID",
        status: "/export/{id}/status",
        read: () => ({ state: "finished", chunks: [1], total: 1 }),
        chunk: "/export/{id}/chunks/{chunk}",
        decode: Decode.ndjson
      }
    })
    const answer = (path: string): Answer => ({
      body: path.includes("/chunks/") ? '{"id":"1"}\n{"id":"2"}' : "<JOB><ID>7</ID></JOB>"
    })
    expect(await idsOf(extractor, answer)).toEqual(["1", "2"])
  })
})
