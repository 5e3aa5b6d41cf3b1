import { RecordKind } from "@tributary/core"
import { atMost, make } from "../Case.js"
import { alternate } from "../measure/alternate.js"
import * as Cursors from "../read/Cursors.js"
import { numbers } from "../read/Random.js"
import * as ReadServers from "../read/ReadServers.js"
import * as LargeDatabase from "./LargeDatabase.js"
import { sizesOf } from "./sizes.js"

const PAGE = 100
const SMALL = 100_000
const WARM_UP_REQUESTS = 2_500
const REQUESTS = 500

/** Whether a page costs the same in a very large database. */
export const largePages = make({
  name: "large-pages",
  title:
    "page of 100 users out of 5,000,000 in a database of 10,000,000, against 100,000 in one of their own, 1 client",
  usesDatabase: true,
  isOnRequest: true,
  isLarge: true,
  measures: {
    cpu: { name: "CPU a page", unit: "us", versus: "100,000", bar: atMost(1.3) },
    latency: { name: "p50", unit: "ms", versus: "100,000", bar: { ...atMost(1.3), reach: "best" } }
  },
  run: async (bench) => {
    const sideOf = async (sizes: ReadonlyArray<number>) => {
      const database = await LargeDatabase.create(bench, sizes)
      const [largest] = database.connections
      if (largest === undefined) throw new Error("The database has no connection.")
      const servers = await ReadServers.start(bench, largest, database)
      const cursors = Cursors.of(
        { connection: largest, kind: RecordKind.IdpUser, count: largest.users, variants: 1, draft: () => ({}) },
        "[]"
      )
      const paths = numbers(1, REQUESTS, largest.users - PAGE).map((position) => ({
        ours: `/v1/idp/users?enableCursor=true&limit=${PAGE}&cursor=${cursors.after(position)}`,
        byHand: "/"
      }))
      await servers.setPaths(paths)
      await servers.load("ours", { connections: 16, requests: WARM_UP_REQUESTS, from: 0 })
      return async () => {
        const before = await servers.meters.ours.read()
        const { medianMillis } = await servers.load("ours", { connections: 1, requests: REQUESTS, from: 0 })
        return { cpu: ((await servers.meters.ours.read()) - before) / REQUESTS, latency: medianMillis }
      }
    }
    const small = await sideOf([SMALL])
    const large = await sideOf(sizesOf(bench.largeRecords))
    const rounds = await alternate(bench.rounds, large, small)
    return {
      cpu: rounds.map(([ours, reference]) => ({ ours: ours.cpu, reference: reference.cpu })),
      latency: rounds.map(([ours, reference]) => ({ ours: ours.latency, reference: reference.latency }))
    }
  }
})
