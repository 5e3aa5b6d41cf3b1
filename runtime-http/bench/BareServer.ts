import { createHash } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"
import * as Child from "./Child.js"

/** The best server that is written by hand: named statements, rows of text, joined; with look-ups of key and connection, or without. */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20, options: "-c jit=off" })
const checks = process.env["BENCH_CHECKS"] === "true"
const LIMIT = 100

const pageAfter = (connection: string, position: string) =>
  pool.query<[string, string]>({
    name: "page",
    text: `
      select position, wire from record
      where connection_id = $1 and kind = 'idp_user' and is_listed and position > $2
      order by position
      limit ${LIMIT + 1}`,
    values: [connection, position],
    rowMode: "array"
  })

const check = async (key: string, connection: string) => {
  const hash = createHash("sha256").update(key).digest()
  const account = await pool.query({
    name: "key",
    text: "select account_id from api_key where hash = $1 and revoked_at is null",
    values: [hash],
    rowMode: "array"
  })
  const [accountId] = account.rows[0] ?? []
  await pool.query({
    name: "connection",
    text: "select id from connection where id = $1 and account_id = $2 and state <> 'DELETED'",
    values: [connection, accountId],
    rowMode: "array"
  })
}

const server = createServer({ keepAliveTimeout: 65_000 }, async ({ url = "", headers }, response) => {
  const position = new URL(url, "http://localhost").searchParams.get("cursor") ?? "0"
  const connection = String(headers["x-connection-id"])
  if (checks) await check(String(headers["x-api-key"]), connection)
  const { rows } = await pageAfter(connection, position)
  const page = rows.slice(0, LIMIT)
  const next = rows.length > LIMIT ? `"${page.at(-1)?.[0]}"` : "null"
  const items = page.map(([, wire]) => wire).join(",")
  const body = Buffer.from(`{"items":[${items}],"next_cursor":${next},"previous_cursor":"${position}"}`)
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
  response.end(body)
})

process.once("SIGTERM", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  Child.serve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, Child.cpuMicros)
})
