// What a well-behaved customer sends, and how long each answer takes. It runs in a process of its own, because the vendor of the run sends
// pages of many megabytes, which would hold up whoever shares its process.
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "./Client.js"
import type { Order, Read } from "./PoliteCustomer.js"

const [baseUrl = "", apiKey = "", organization = "", ids = ""] = process.argv.slice(2)
const connections = ids.split(",")
const client = new Client(baseUrl, apiKey)

const PAUSE_MILLIS = 100
const PAUSE_BETWEEN_CHECKS_MILLIS = 1_000

const read = (connection: string) => client.send("/idp/users?limit=100", { connection })
const check = (connection: string) =>
  client.send(`/provisioning/organizations/${organization}/connections/${connection}/test`)

/** Reads pages of the connections, and has their credentials checked by the vendor, until somebody stops it. */
const measure = async (isStopped: () => boolean): Promise<Read> => {
  const measured: Read = { millis: [], checkMillis: [], refused: [] }
  const inTurn = async (pause: number, millis: Array<number>, ask: (connection: string) => Promise<unknown>) => {
    for (let turn = 0; !isStopped(); turn += 1) {
      const began = performance.now()
      await ask(connections[turn % connections.length] as string).catch((error) => measured.refused.push(String(error)))
      millis.push(performance.now() - began)
      await sleep(pause)
    }
  }
  await Promise.all([
    inTurn(PAUSE_MILLIS, measured.millis, read),
    inTurn(PAUSE_BETWEEN_CHECKS_MILLIS, measured.checkMillis, check)
  ])
  return measured
}

let isStopped = false
process.on("message", (order: Order) => {
  isStopped = order === "stop"
  if (order === "start") void measure(() => isStopped).then((measured) => process.send?.(measured))
})
