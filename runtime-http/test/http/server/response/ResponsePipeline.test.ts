import { request as httpRequest, type IncomingHttpHeaders } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Answer from "../../../../src/http/server/response/Answer.js"
import { dataHeaders, makeTenant, putRecords, start, type Tenant, type TestServer, user } from "../../TestServer.js"

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The bytes as they came: `fetch` would decompress them. */
  readonly body: Buffer
}

type Sent = Readonly<Record<string, string>>

const receive = (url: string, headers: Sent, method = "GET"): Promise<Received> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      )
    })
    sent.on("error", reject)
    sent.end()
  })

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync }

const decoded = ({ body, headers }: Received): string =>
  (decoders[headers["content-encoding"] ?? ""] ?? ((bytes: Buffer) => bytes))(body).toString()

/** The number of the user whose record is long enough to be compressed. */
const long = 3
const users = Array.from({ length: 30 }, (_, index) =>
  index === long ? { ...user(index), full_name: "Long ".repeat(400) } : user(index)
)

describe("an answer", () => {
  let server: TestServer
  let tenant: Tenant
  let ids: ReadonlyArray<string>
  beforeAll(async () => {
    server = await start()
    tenant = await server.run(makeTenant)
    ids = await server.run(putRecords(tenant.connection.id, RecordKind.IdpUser, users))
  })
  afterAll(() => server.stop())

  const get = (path: string, headers: Sent = {}, method?: string) =>
    receive(server.origin + path, { ...dataHeaders(tenant), ...headers }, method)
  const gzip = { "accept-encoding": "gzip" }

  it("is compressed if the client accepts it, and otherwise has the same content uncompressed", async () => {
    const plain = await get("/v1/idp/users")
    const zipped = await get("/v1/idp/users", gzip)
    const brotli = await get("/v1/idp/users", { "accept-encoding": "gzip, deflate, br" })
    expect([plain, zipped, brotli].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "gzip", "br"])
    for (const compressed of [zipped, brotli]) {
      expect(decoded(compressed)).toBe(plain.body.toString())
      expect(compressed.body.byteLength).toBeLessThan(plain.body.byteLength / 4)
    }
    for (const { body, headers, status } of [plain, zipped, brotli]) {
      expect([status, headers["vary"], headers["content-type"]]).toEqual([200, "Accept-Encoding", "application/json"])
      expect(Number(headers["content-length"])).toBe(body.byteLength)
      expect(headers["x-as-of"]).toBeDefined()
    }
  })

  it("is not compressed if it is up to 1,024 bytes long, has no body, or the client refuses compression", async () => {
    const short = await get("/v1/idp/users?limit=1", gzip)
    expect(short.body.byteLength).toBeLessThanOrEqual(Answer.MIN_BYTES)
    expect([short.headers["content-encoding"], short.headers["vary"]]).toEqual([undefined, undefined])
    const head = await get("/v1/idp/users", gzip, "HEAD")
    expect([head.status, head.headers["content-encoding"], head.body.byteLength]).toEqual([200, undefined, 0])
    const refused = await get("/v1/idp/users", { "accept-encoding": "gzip;q=0, identity" })
    expect(refused.headers["content-encoding"]).toBeUndefined()
  })

  it("is also compressed if it is an error", async () => {
    const unknown = Array.from({ length: 20 }, (_, index) => `unknown${index}=1`).join("&")
    const reply = await get(`/v1/idp/users?strict=true&${unknown}`, gzip)
    expect([reply.status, reply.headers["content-encoding"]]).toEqual([422, "gzip"])
    expect(reply.headers["x-error-code"]).toBe("UNKNOWN_PARAMETER")
    expect(JSON.parse(decoded(reply))).toMatchObject({ code: "UNKNOWN_PARAMETER" })
  })

  it("that never changes is compressed only once, as well as possible", async () => {
    const accepted = { "accept-encoding": "gzip, deflate, br" }
    const [first, second] = [await get("/v1/openapi.json", accepted), await get("/v1/openapi.json", accepted)]
    expect([first.headers["content-encoding"], second.body]).toEqual(["br", first.body])
    expect(first.body.byteLength).toBeLessThan(100_000)
    expect(JSON.parse(decoded(first))).toMatchObject({ openapi: "3.1.0" })
    expect(decoded(await get("/v1/openapi.json", gzip))).toBe(decoded(first))
  })

  it("is not compressed if the operator turns compression off", async () => {
    const off = await start({ settings: { compress: false } })
    const reply = await receive(`${off.origin}/v1/openapi.json`, gzip)
    expect([reply.headers["content-encoding"], reply.headers["vary"]]).toEqual([undefined, undefined])
    await off.stop()
  })

  const pathOf = (index: number) => `/v1/idp/users/${ids[index]}`

  it("of a get by id has an ETag, and is a 304 without a body as long as the record does not change", async () => {
    const first = await get(pathOf(0))
    const tag = first.headers.etag ?? ""
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await get(pathOf(0), { "if-none-match": sent })
      expect([again.status, again.body.byteLength, again.headers.etag], sent).toEqual([304, 0, tag])
      expect([again.headers["content-type"], again.headers["cache-control"]]).toEqual([undefined, "no-store"])
      expect(again.headers["x-request-id"]).toBeDefined()
    }
    expect((await get(pathOf(0), { "if-none-match": tag }, "HEAD")).status).toBe(304)
    for (const sent of ['"other"', tag.slice(1, -1), ""]) {
      expect((await get(pathOf(0), { "if-none-match": sent })).status, sent).toBe(200)
    }
    const others = await Promise.all([pathOf(1), `${pathOf(0)}?includeIdpGroups=true`].map((path) => get(path)))
    for (const other of others) expect(other.headers.etag).not.toBe(tag)
  })

  it("to get by id has another ETag once the record has changed", async () => {
    const before = await get(pathOf(2))
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`update record set wire = replace(wire::text, 'User 2', 'User Two')::json where id = ${ids[2] ?? ""}`
      )
    )
    const after = await get(pathOf(2), { "if-none-match": before.headers.etag ?? "" })
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false])
  })

  it("has another ETag when it is compressed, which is valid only for these bytes", async () => {
    const [plain, compressed] = [await get(pathOf(long)), await get(pathOf(long), gzip)]
    const tag = plain.headers.etag ?? ""
    expect([compressed.headers["content-encoding"], compressed.headers.etag]).toEqual([
      "gzip",
      `${tag.slice(0, -1)}-gzip"`
    ])
    const again = await get(pathOf(long), { ...gzip, "if-none-match": compressed.headers.etag ?? "" })
    expect([again.status, again.headers.etag, again.headers["vary"]]).toEqual([
      304,
      compressed.headers.etag,
      "Accept-Encoding"
    ])
    expect((await get(pathOf(long), { "if-none-match": compressed.headers.etag ?? "" })).status).toBe(200)
    expect((await get(pathOf(long), { ...gzip, "if-none-match": tag })).status).toBe(200)
  })

  it("with the catalogue may be cached and revalidated with its ETag", async () => {
    const { headers } = await get("/v1/connectors")
    expect(headers["cache-control"]).toBe("no-cache")
    expect((await get("/v1/connectors", { "if-none-match": headers.etag ?? "" })).status).toBe(304)
  })

  it("with an error has no ETag, and is never a 304", async () => {
    const reply = await get("/v1/idp/users/00000000-0000-4000-8000-000000000000", { "if-none-match": "*" })
    expect([reply.status, reply.headers.etag]).toEqual([404, undefined])
  })
})
