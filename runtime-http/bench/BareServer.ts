import { createHash } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"
import * as Child from "./Child.js"

/**
 * A minimal server with prepared statements, to compare the runtime with. BENCH_JOINS has Postgres join the rows of a
 * page into one string instead of joining them here; BENCH_CHECKS adds the lookup of the key and the connection.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20, options: "-c jit=off" })
const joins = process.env["BENCH_JOINS"] === "true"
const checks = process.env["BENCH_CHECKS"] === "true"
const LIMIT = 100

interface Page {
  readonly items: string
  /** The position of the last row; null on the last page. */
  readonly last: string | null
}

const listed = "connection_id = $1 and kind = 'idp_user' and is_listed"

const pageOfRows = async (connection: string, position: string): Promise<Page> => {
  const { rows } = await pool.query<[string, string]>({
    name: "rows",
    text: `
      select position, wire from record
      where ${listed} and position > $2
      order by position
      limit ${LIMIT + 1}`,
    values: [connection, position],
    rowMode: "array"
  })
  const page = rows.slice(0, LIMIT)
  return {
    items: page.map(([, wire]) => wire).join(","),
    last: rows.length > LIMIT ? (page.at(-1)?.[0] ?? null) : null
  }
}

const pageOfText = async (connection: string, position: string): Promise<Page> => {
  const { rows } = await pool.query<[string, string | null, boolean]>({
    name: "text",
    text: `
      select items, last, exists (select from record where ${listed} and position > last)
      from (
        select string_agg(wire, ',' order by position) as items, max(position) as last
        from (
          select position, wire from record
          where ${listed} and position > $2
          order by position
          limit ${LIMIT}
        ) as page
      ) as page`,
    values: [connection, position],
    rowMode: "array"
  })
  const [items = "", last = null, hasMore = false] = rows[0] ?? []
  return { items, last: hasMore ? last : null }
}

const pageAfter = joins ? pageOfText : pageOfRows

const check = async (key: string, connection: string) => {
  const { rows } = await pool.query({
    name: "check",
    text: `
      select connection.id
      from api_key join connection on connection.account_id = api_key.account_id
      where hash = $1 and revoked_at is null and connection.id = $2 and state <> 'DELETED'`,
    values: [createHash("sha256").update(key).digest(), connection],
    rowMode: "array"
  })
  if (rows.length === 0) throw new Error("The key or the connection is unknown.")
}

const server = createServer({ keepAliveTimeout: 65_000 }, async ({ url = "", headers }, response) => {
  const position = new URL(url, "http://localhost").searchParams.get("cursor") ?? "0"
  const connection = String(headers["x-connection-id"])
  if (checks) await check(String(headers["x-api-key"]), connection)
  const { items, last } = await pageAfter(connection, position)
  const next = last === null ? "null" : `"${last}"`
  const body = Buffer.from(`{"items":[${items}],"next_cursor":${next},"previous_cursor":"${position}"}`)
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
  response.end(body)
})

process.once("SIGTERM", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  Child.serve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, Child.cpuMicros)
})
