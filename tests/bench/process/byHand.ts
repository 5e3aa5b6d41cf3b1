import { createHash } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import pg from "pg"
import * as Answers from "../../support/process/Answers.js"

/*
 * What somebody writes by hand for the same tables: node:http and a pool, one named statement a request, which checks the key and the
 * connection and reads the page. It has no documents, errors, limits, logs or spans, and does nothing else.
 */

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10, options: "-c jit=off" })

const LIMIT = 100

/** The connection, if the key may read it. $1 is the hash of the key. */
const connection = `(
    select connection.id
    from api_key join connection on connection.account_id = api_key.account_id
    where hash = $1 and revoked_at is null and connection.id = $2 and state <> 'DELETED'
  )`

const users = `connection_id = ${connection} and kind = 'idp_user' and is_listed`
const findings = `connection_id = ${connection} and kind = 'compliance_finding' and is_listed`

/** What is read: by the position after which a page starts, and by another parameter of the endpoint. */
const lists: Readonly<Record<string, string>> = {
  users: `
    select position, wire from record
    where ${users} and position > $3
    order by position
    limit ${LIMIT + 1}`,
  // The groups of each user are an array in its JSON.
  groups: `
    select position, wire, (
      select string_agg(related.wire, ',' order by related.vendor_id collate "C")
      from
        record as relation
        join record as related
          on related.connection_id = relation.connection_id and related.kind = 'idp_group' and related.id = relation.target_id
      where
        relation.source_id = page.id and relation.kind = 'idp_group_membership' and not relation.is_gone
        and related.is_listed
    )
    from (
      select id, position, wire from record
      where ${users} and position > $3
      order by position
      limit ${LIMIT + 1}
    ) as page
    order by position`,
  // Who knows that half of the findings match reads the list in its order.
  common: `
    select position, wire
    from (
      select position, wire, facets from record
      where ${findings} and position > $3
      order by position
      offset 0
    ) as ordered
    where facets && array[$4::bigint]
    limit ${LIMIT + 1}`,
  // Who knows that few match asks the index and sorts.
  rare: `
    select position, wire
    from (
      select connection_id, position, wire from record
      where is_listed and facets && array[$4::bigint]
      offset 0
    ) as matching
    where connection_id = ${connection} and position > $3
    order by position
    limit ${LIMIT + 1}`
}

const one = `select wire from record where connection_id = ${connection} and kind = 'idp_user' and id = $3 and is_listed`

const read = async <Row extends Array<unknown>>(
  name: string,
  text: string,
  { headers }: IncomingMessage,
  values: ReadonlyArray<string>
): Promise<ReadonlyArray<Row>> => {
  const hash = createHash("sha256").update(String(headers["x-api-key"])).digest()
  const { rows } = await pool.query<Row>({
    name,
    text,
    values: [hash, headers["x-connection-id"], ...values],
    rowMode: "array"
  })
  return rows
}

/** A cursor, as long as those of the real server. */
const token = (position: string): string => `"${position.padStart(35, "0")}"`

type PageRow = [position: string, wire: string, groups?: string | null]

const item = ([, wire, groups]: PageRow): string =>
  groups === undefined ? wire : `${wire.slice(0, -1)},"groups":[${groups ?? ""}]}`

const page = async (name: string, text: string, request: IncomingMessage, parameters: URLSearchParams) => {
  const cursor = parameters.get("cursor") ?? "0"
  const value = parameters.get("value")
  const rows = await read<PageRow>(name, text, request, [cursor, ...(value === null ? [] : [value])])
  const kept = rows.slice(0, LIMIT)
  const [first, last] = [kept[0], kept.at(-1)]
  const next = rows.length > LIMIT && last !== undefined ? token(last[0]) : "null"
  const previous = first === undefined || cursor === "0" ? "null" : token(first[0])
  return `{"items":[${kept.map(item).join(",")}],"next_cursor":${next},"previous_cursor":${previous}}`
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
  const [name = "", id] = pathname.slice(1).split("/")
  if (id !== undefined) {
    const [row] = await read<[wire: string]>("one", one, request, [id])
    if (row === undefined) throw new Error(`There is no record ${id}.`)
    return row[0]
  }
  const text = lists[name]
  if (text === undefined) throw new Error(`There is no list ${name}.`)
  return page(name, text, request, searchParams)
}

const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  try {
    const body = Buffer.from(await bodyOf(request))
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
    response.end(body)
  } catch (error) {
    const body = Buffer.from(String(error))
    response.writeHead(500, { "content-length": body.length }).end(body)
  }
})

server.listen(0, "127.0.0.1", () => {
  Answers.serve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, Answers.cpuMicros)
})
