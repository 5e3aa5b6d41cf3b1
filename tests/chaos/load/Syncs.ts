import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "../../support/run/Random.js"
import type { Stage } from "../Stage.js"
import type { Answer, Api } from "../watch/Api.js"

const PAUSE_MILLIS = 400

/** Requests a sync; it is refused if a job of the connection runs, or if nobody answers. */
export const request = (api: Api, organization: string, connection: string): Promise<Answer> =>
  api.once(`/provisioning/organizations/${organization}/connections/${connection}/sync`, { method: "POST" })

/** Requests a sync of one connection after another, so that jobs run all the time; `rare` connections get few. */
export const run = async (
  api: Api,
  options: {
    readonly organization: string
    readonly connections: ReadonlyArray<string>
    readonly rare: ReadonlyArray<string>
    readonly random: Random
    readonly isStopped: () => boolean
  }
): Promise<void> => {
  const { connections, organization, random, rare } = options
  while (!options.isStopped()) {
    const id = rare.length > 0 && random.chance(0.01) ? random.pick(rare) : random.pick(connections)
    await request(api, organization, id)
    await sleep(PAUSE_MILLIS)
  }
}

/** How many connections to ask for at once. */
const SOME = 2

/** Requests a sync of some connections, so that there are jobs and writes to disturb. */
export const some = async ({ api, connections, organization, random }: Stage): Promise<void> => {
  for (const id of random.shuffled([...connections.keys()]).slice(0, SOME)) await request(api, organization, id)
}
