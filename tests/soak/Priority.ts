import { writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"

/**
 * Lets this process use only the time of the processors that nobody else wants, because it plays another machine: what it does must not take
 * the time of the server and its database.
 *
 * Linux may share the processors between sessions before it looks at priorities (`autogroup`), and each connection to Postgres has a session
 * of its own. So the priority of a process alone would leave it as much time as such a connection; its session needs the lowest one, too.
 */
export const giveWay = (): void => {
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    writeFileSync("/proc/self/autogroup", String(constants.priority.PRIORITY_LOW))
  } catch {
    // Other systems, and kernels without it, share the processors by priority alone.
  }
}
