import { setTimeout as sleep } from "node:timers/promises"
import type { Stage } from "../Stage.js"

const MAX_PAUSE_MILLIS = 4_000
const RETRY_MILLIS = 500
/** Two minutes: longer than a vendor limits the requests with which a server checks new credentials. */
const ATTEMPTS = 240
const LONG_LIMIT_SECS = 75

const pathOf = ({ organization }: Stage, id: string): string =>
  `/provisioning/organizations/${organization}/connections/${id}`

/** Changes a connection, again and again until a server has confirmed it; false if none did. */
const patch = async (stage: Stage, id: string, change: object): Promise<boolean> => {
  let refusal = ""
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { body, status } = await stage.api.once(pathOf(stage, id), { method: "PATCH", body: JSON.stringify(change) })
    if (status === 200) return true
    // Nothing that happens here makes a change invalid: the run itself sends the wrong one, and would wait for nothing.
    if (status === 422) throw new Error(`A change was refused with ${status}: ${JSON.stringify(body)}`)
    refusal = `${status} ${JSON.stringify(body)}`
    await sleep(RETRY_MILLIS)
  }
  stage.journal.event(`a change was refused ${ATTEMPTS} times: ${refusal}`)
  return false
}

/** Pauses a connection while its job may run, and resumes it. */
export const pauseAndResume = async (stage: Stage): Promise<void> => {
  const { connections, journal, random } = stage
  const [id, { name }] = random.pick([...connections])
  if (!(await patch(stage, id, { state: "PAUSED" }))) return journal.event(`${name} could not be paused`)
  await sleep(random.between(0, MAX_PAUSE_MILLIS))
  while (!(await patch(stage, id, { state: "ACTIVE" }))) await sleep(RETRY_MILLIS)
  journal.event(`pause    ${name}, and resume`)
  journal.count("connections: paused and resumed")
}

/**
 * Moves a customer to another address of the vendor, where it holds the same rows. Once a server has confirmed the new
 * credentials, the old address is empty: a job that still reads there finds nothing.
 */
export const move = async (stage: Stage): Promise<void> => {
  const { connections, journal, random, vendor } = stage
  const [id, customer] = random.pick([...connections])
  const old = customer.addresses.at(-1) ?? ""
  customer.moveTo(`${customer.name}-${customer.addresses.length}`)
  const credentials = { base_url: vendor.addressOf(customer), api_key: customer.key }
  // If nobody confirmed it, it may have been stored nevertheless: both addresses stay.
  if (!(await patch(stage, id, { credentials }))) return journal.event(`${customer.name} may have moved`)
  customer.leave(old)
  journal.event(`move     ${customer.name} to another address`)
  journal.count("connections: moved to another address")
}

/** A vendor asks for a pause that is longer than a job waits. */
export const longLimit = async ({ connections, journal, random }: Stage): Promise<void> => {
  const customer = random.pick([...connections.values()])
  customer.limitedUntil = Date.now() + LONG_LIMIT_SECS * 1_000
  journal.event(`limit    ${customer.name} for ${LONG_LIMIT_SECS} s`)
  journal.count("connections: limited for more than a minute")
}
