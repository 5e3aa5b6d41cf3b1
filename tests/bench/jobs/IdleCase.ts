import { setTimeout as sleep } from "node:timers/promises"
import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"

const CONNECTIONS = 20_000
/** Background work repeats every 1, 2 and 3 seconds, so each round has the same share of it. */
const ROUND_SECS = 6
/** Until the process has compiled what it repeats. */
const WARM_UP_SECS = 6

/** A runtime whose customer has so many connections, none of which is due. */
const idleWith = async (bench: Bench, connections: number): Promise<Worker.Worker> => {
  const customer = await Customer.create(bench)
  await customer.connect({
    vendor: connectors.lists.vendor,
    address: "http://127.0.0.1:9",
    count: connections,
    dueInSecs: null
  })
  await customer.client.query("vacuum analyze")
  return Worker.start(bench, customer)
}

const read = async ({ processMeter, sessionsMeter, used }: Worker.Worker) => {
  const [sessions, process, { residentMib, statements }] = await Promise.all([
    sessionsMeter.read(),
    processMeter.read(),
    used()
  ])
  return { at: performance.now(), sessions, process, statements, residentMib }
}

const run = async (bench: Bench) => {
  const many = await idleWith(bench, CONNECTIONS)
  const none = await idleWith(bench, 0)
  await sleep(WARM_UP_SECS * 1_000)
  const rounds = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const [manyBefore, noneBefore] = await Promise.all([read(many), read(none)])
    await sleep(ROUND_SECS * 1_000)
    const [manyAfter, noneAfter] = await Promise.all([read(many), read(none)])
    const secs = (manyAfter.at - manyBefore.at) / 1_000
    const perSec = (value: "sessions" | "process" | "statements") => (manyAfter[value] - manyBefore[value]) / secs
    rounds.push({
      sessions: {
        ours: perSec("sessions") / 1_000,
        reference: (noneAfter.sessions - noneBefore.sessions) / secs / 1_000
      },
      statements: { ours: perSec("statements") * 60, reference: 1 },
      process: { ours: perSec("process") / 10_000, reference: 1 },
      memory: { ours: noneAfter.residentMib, reference: 1 }
    })
  }
  return {
    sessions: rounds.map((each) => each.sessions),
    statements: rounds.map((each) => each.statements),
    process: rounds.map((each) => each.process),
    memory: rounds.map((each) => each.memory)
  }
}

/** What a runtime costs while no connection is due, beside one that has no connections. */
export const idleCase: Case.Case = Case.make({
  name: "idle",
  title: `${CONNECTIONS.toLocaleString("en")} connections with nothing due`,
  usesDatabase: true,
  measures: {
    sessions: { name: "CPU of Postgres a second", unit: "ms", versus: "without connections", bar: Case.atMost(1.3) },
    statements: { name: "statements a minute", unit: "", versus: null, bar: Case.atMost(600) },
    process: { name: "CPU of the process", unit: "% of a core", versus: null, bar: Case.atMost(1) },
    memory: { name: "memory of the process without connections", unit: "MiB", versus: null, bar: null }
  },
  run
})
