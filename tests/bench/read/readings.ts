import { facetKey } from "../../../runtime-http/src/store/postgres/RecordTable.js"
import * as Databases from "../../support/process/Databases.js"
import type { Bench } from "../Bench.js"
import type { Case } from "../Case.js"
import { connections, type FilledList, lists } from "../database/lists.js"
import * as Cursors from "./Cursors.js"
import { caseOf, type Reading } from "./measure.js"
import * as Random from "./Random.js"
import * as ReadDatabase from "./ReadDatabase.js"

/** Decides which pages and records are requested. */
const SEED = 20_261_122

/** How many different requests a case has. */
const REQUESTS = 1_000

/** How many records a page has. */
export const PAGE = 100

const PAGED = `enableCursor=true&limit=${PAGE}`

/** The positions of all records of a list with a facet. */
const positionsWith = async (bench: Bench, list: FilledList, facet: string): Promise<ReadonlyArray<number>> => {
  const { url } = await ReadDatabase.get(bench)
  return Databases.connected(url, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      `select position
      from record
      where connection_id = $1 and kind = $2 and is_listed and facets && array[$3::bigint]
      order by position`,
      [list.connection.id, list.kind.name, facet]
    )
    return rows.map(({ position }) => Number(position))
  })
}

/** Pages at random places of a list that have `PAGE` records. Each begins behind a record of the list, as the pages of a walk do. */
const pages =
  (
    list: FilledList,
    options: {
      readonly path: string
      /** Further parameters of the real server. */
      readonly query?: string
      /** The filters as a cursor of the real server is bound to them. */
      readonly filters?: string
      /** The list of the twin. */
      readonly twin: string
      /** The facet that the records of the list have; absent if it has all. */
      readonly facet?: string
    }
  ): Reading["requests"] =>
  async (bench, servers) => {
    const { facet, filters = "[]", path, query, twin } = options
    const cursors = Cursors.of(list, filters)
    const ours = `/v1${path}?${PAGED}${query === undefined ? "" : `&${query}`}`
    const first = JSON.parse(await servers.get("ours", ours)) as { readonly next_cursor: string }
    cursors.check(first.next_cursor)
    const positions = facet === undefined ? null : await positionsWith(bench, list, facet)
    return Random.numbers(SEED, REQUESTS, (positions?.length ?? list.count) - PAGE).map((number) => {
      const position = positions?.[number] ?? number
      return { ours: `${ours}&cursor=${cursors.after(position)}`, byHand: `/${twin}cursor=${position}` }
    })
  }

/** Single records at random places of a list. */
const records =
  (list: FilledList, path: string): Reading["requests"] =>
  async (bench) => {
    const { url } = await ReadDatabase.get(bench)
    return Databases.connected(url, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select id
        from unnest($3::bigint[]) with ordinality as wanted (position, place) join record using (position)
        where connection_id = $1 and kind = $2
        order by place`,
        [list.connection.id, list.kind.name, Random.numbers(SEED, REQUESTS, list.count).map((number) => number + 1)]
      )
      return rows.map(({ id }) => ({ ours: `/v1${path}/${id}`, byHand: `/one/${id}` }))
    })
  }

/** The findings with a status, as the real server and its twin take the filter. */
const findingsWith = (status: string, twin: string): Reading["requests"] => {
  const { connection, kind } = lists.findings
  const facet = facetKey(connection.id, kind.name, `status:${status}`)
  return pages(lists.findings, {
    path: "/cspm/compliance_findings",
    query: `findingStatuses=${status}`,
    filters: JSON.stringify([["findingStatuses", [status]]]),
    twin: `${twin}?value=${facet}&`,
    facet
  })
}

const readings: ReadonlyArray<Reading> = [
  {
    name: "users",
    title: "100 users by cursor out of 1,000,000, 16 clients",
    connection: connections.users,
    requests: pages(lists.users, { path: "/idp/users", twin: "users?" }),
    roundRequests: 1_000,
    // The medians of five runs, and 5 % more.
    bars: { cpu: 1.62, throughput: 0.61, latency: 2 }
  },
  {
    name: "wide-users",
    title: "100 users of 4 KiB out of 20,000, 16 clients",
    connection: connections.wide,
    requests: pages(lists.wideUsers, { path: "/idp/users", twin: "users?" }),
    roundRequests: 300,
    bars: { cpu: 1.62, throughput: null, latency: null }
  },
  {
    name: "groups",
    title: "100 users with their 5 groups, 16 clients",
    connection: connections.groups,
    requests: pages(lists.usersInGroups, { path: "/idp/users", query: "includeIdpGroups=true", twin: "groups?" }),
    roundRequests: 300,
    bars: { cpu: 1.3, throughput: null, latency: null }
  },
  {
    name: "by-id",
    title: "one user by id out of 1,000,000, 16 clients",
    connection: connections.users,
    requests: records(lists.users, "/idp/users"),
    roundRequests: 2_000,
    // The median of five runs, plus 5 %.
    bars: { cpu: 2.15, throughput: null, latency: null }
  },
  {
    name: "common-findings",
    title: "100 of the findings with a status that half of 200,000 have, 16 clients",
    connection: connections.findings,
    requests: findingsWith("NEW", "common"),
    roundRequests: 600,
    bars: { cpu: 1.5, throughput: null, latency: null }
  },
  {
    name: "rare-findings",
    title: "100 of the findings with a status that 0.2 % of 200,000 have, 16 clients",
    connection: connections.findings,
    requests: findingsWith("IN_PROGRESS", "rare"),
    roundRequests: 600,
    bars: { cpu: 1.6, throughput: null, latency: null }
  }
]

/** The cases that compare a request with its twin by hand. */
export const readCases: ReadonlyArray<Case> = readings.map(caseOf)
