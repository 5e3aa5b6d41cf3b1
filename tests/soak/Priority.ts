import { readFileSync, writeFileSync } from "node:fs"
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

/** What makes the machine give the server less time than it would have in production; null if nothing is known to. */
export const distortion = (): string | null => {
  try {
    if (readFileSync("/proc/sys/kernel/sched_autogroup_enabled", "utf8").trim() !== "1") return null
  } catch {
    return null
  }
  return "this machine gives each connection of Postgres as much time as the whole server, which no container and no service of systemd does: sysctl kernel.sched_autogroup_enabled=0 ends that until the next boot"
}
