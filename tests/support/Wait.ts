import { setTimeout } from "node:timers/promises"

/** Reading the jobs of a connection takes 3 ms of processor time, a short job 300 ms. */
const BETWEEN_LOOKS_MILLIS = 40

/** Calls `look` repeatedly until it finds a value. Only the runner's own time limit ends it early. */
export const until = async <A>(look: () => Promise<A | null>): Promise<A> => {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    await setTimeout(BETWEEN_LOOKS_MILLIS)
  }
}
