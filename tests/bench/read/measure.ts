import type { Bench } from "../Bench.js"
import { atLeast, atMost, type Case, type Measure, make, type Round } from "../Case.js"
import type { FilledConnection } from "../database/lists.js"
import { alternate } from "../measure/alternate.js"
import * as Idle from "../measure/Idle.js"
import * as Bodies from "./Bodies.js"
import * as ReadServers from "./ReadServers.js"

/** What is requested. */
export interface Reading {
  readonly name: string
  readonly title: string
  readonly connection: FilledConnection
  /** The requests of the case, in a random order that is the same in every run. */
  readonly requests: (bench: Bench, servers: ReadServers.ReadServers) => Promise<ReadonlyArray<ReadServers.Request>>
  /** How many requests a round sends over all connections. */
  readonly roundRequests: number
  readonly bars: {
    /** Processor time of the server and of Postgres a request, as a multiple of the twin's. */
    readonly cpu: number
    /** Requests a second, as a multiple of the twin's; null to show it only. */
    readonly throughput: number | null
    /** The time of a request that nothing competes with, as a multiple of the twin's; null to leave it out. */
    readonly latency: number | null
  }
}

/** By number, not by time: on a busy machine a server would have fewer requests to get warm by. */
const WARM_UP_REQUESTS = 2_500
const CONNECTIONS = 16
/** How many requests of one connection the latency is the median of. */
const SINGLE_REQUESTS = 150
const COMPARED = 25

const SIDES = ["ours", "byHand"] as const
const KEYS = ["cpu", "sessions", "throughput", "latency"] as const

const measuresOf = ({ bars }: Reading): Readonly<Record<string, Measure>> => ({
  cpu: { name: "CPU a request", unit: "us", versus: "by hand", bar: atMost(bars.cpu) },
  sessions: { name: "of it in Postgres", unit: "us", versus: "by hand", bar: null },
  throughput: {
    name: "requests/s",
    unit: "/s",
    versus: "by hand",
    bar: bars.throughput === null ? null : atLeast(bars.throughput)
  },
  ...(bars.latency === null
    ? {}
    : { latency: { name: "p50, 1 client", unit: "ms", versus: "by hand", bar: atMost(bars.latency) } })
})

/** A case that sends the same requests to the real server and to its twin. */
export const caseOf = (reading: Reading): Case =>
  make({
    name: reading.name,
    title: reading.title,
    usesDatabase: true,
    measures: measuresOf(reading),
    run: async (bench) => {
      const servers = await ReadServers.start(bench, reading.connection)
      const requests = await reading.requests(bench, servers)
      await servers.setPaths(requests)
      await Bodies.compare(servers, requests.slice(0, COMPARED))
      bench.say("warms up")
      for (const side of SIDES)
        await servers.load(side, { connections: CONNECTIONS, requests: WARM_UP_REQUESTS, from: 0 })
      const { meters, sessionMeters } = servers
      const busy = await Idle.settle(SIDES.flatMap((side) => [meters[side], sessionMeters[side]]))
      const [ours, oursInPostgres, byHand, byHandInPostgres] = busy
      if (!ours || !oursInPostgres || !byHand || !byHandInPostgres) throw new Error("Both servers have two meters.")
      const whole = { ours, byHand }
      const inPostgres = { ours: oursInPostgres, byHand: byHandInPostgres }
      bench.say(`uses ${(ours.idleShare * 100).toFixed(1)} % of a core while idle; measures ${bench.rounds} rounds`)
      const side = (name: ReadServers.Side) => async (round: number) => {
        const from = round * reading.roundRequests
        const many = { connections: CONNECTIONS, requests: reading.roundRequests, from }
        const { micros, result: sessions } = await whole[name].during(() =>
          inPostgres[name].during(() => servers.load(name, many))
        )
        const { result } = sessions
        const single =
          reading.bars.latency === null
            ? null
            : await servers.load(name, { connections: 1, requests: SINGLE_REQUESTS, from })
        return {
          cpu: micros / reading.roundRequests,
          sessions: sessions.micros / reading.roundRequests,
          throughput: reading.roundRequests / result.seconds,
          latency: single?.medianMillis ?? Number.NaN,
          client: result.clientMicros / reading.roundRequests
        }
      }
      const rounds = await alternate(bench.rounds, side("ours"), side("byHand"))
      const client = rounds.flat().reduce((sum, each) => sum + each.client, 0) / (2 * rounds.length)
      bench.say(`the client itself takes ${client.toFixed(0)} us of processor time a request, which no figure contains`)
      const pairs = (key: (typeof KEYS)[number]): ReadonlyArray<Round> =>
        rounds.map(([a, b]) => ({ ours: a[key], reference: b[key] }))
      return Object.fromEntries(KEYS.filter((key) => key in measuresOf(reading)).map((key) => [key, pairs(key)]))
    }
  })
