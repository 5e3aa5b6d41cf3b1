import { atMost, make } from "../Case.js"
import { lists } from "../database/lists.js"
import { alternate } from "../measure/alternate.js"
import * as Cursors from "./Cursors.js"
import * as ReadServers from "./ReadServers.js"
import { PAGE } from "./readings.js"

const DEEP_PAGE = 9_900
const REQUESTS = 200
const WARM_UP_REQUESTS = 2_500

/** Whether a page by cursor costs the same anywhere in a list. */
export const deepPage = make({
  name: "deep-page",
  title: `page ${DEEP_PAGE.toLocaleString("en")} of 1,000,000 users by cursor, against page 1, 1 client`,
  usesDatabase: true,
  measures: {
    latency: { name: "p50", unit: "ms", versus: "page 1", bar: { ...atMost(1.15), reach: "best" } }
  },
  run: async (bench) => {
    const servers = await ReadServers.start(bench, lists.users.connection)
    const first = `/v1/idp/users?enableCursor=true&limit=${PAGE}`
    const deep = `${first}&cursor=${Cursors.of(lists.users, "[]").after((DEEP_PAGE - 1) * PAGE)}`
    // One target with both paths: a load of one connection starts at the path that it is told.
    await servers.setPaths([first, deep].map((ours) => ({ ours, byHand: "/" })))
    await servers.load("ours", { connections: 16, requests: WARM_UP_REQUESTS, from: 0 })
    const timed = (path: string) => async () => {
      await servers.setPaths([{ ours: path, byHand: "/" }])
      return (await servers.load("ours", { connections: 1, requests: REQUESTS, from: 0 })).medianMillis
    }
    const rounds = await alternate(bench.rounds, timed(deep), timed(first))
    return { latency: rounds.map(([ours, reference]) => ({ ours, reference })) }
  }
})
