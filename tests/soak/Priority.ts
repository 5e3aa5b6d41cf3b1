import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { constants, setPriority } from "node:os"

/** Runs chrt, the Linux program that sets the scheduling class of a process; throws if it is missing or refuses. */
const chrt = (...args: ReadonlyArray<string>): void => void execFileSync("chrt", args, { stdio: "ignore" })

/**
 * Lets this process use only the time of the processors that nobody else wants, because it plays another machine: what it does must not take
 * the time of the server and its database.
 *
 * The lowest priority is not enough for that. A thread of the server that wakes up waits until the slice of whoever runs is over, which takes some
 * milliseconds, and looks for another processor that is free. Only a process of the class "idle" gives way at once, and its processor counts as free.
 *
 * Linux may share the processors between sessions before it looks at priorities (`autogroup`), and each connection to Postgres has a session
 * of its own. So the class of a process alone would leave it as much time as such a connection; its session needs the lowest priority, too.
 */
export const giveWay = (): void => {
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    chrt("--all-tasks", "--idle", "--pid", "0", String(process.pid))
  } catch {
    // `distortions` says so.
  }
  try {
    writeFileSync("/proc/self/autogroup", String(constants.priority.PRIORITY_LOW))
  } catch {
    // Other systems, and kernels without it, share the processors by priority alone.
  }
}

const hasIdleClass = (): boolean => {
  try {
    chrt("--idle", "0", "true")
    return true
  } catch {
    return false
  }
}

const hasAutogroups = (): boolean => {
  try {
    return readFileSync("/proc/sys/kernel/sched_autogroup_enabled", "utf8").trim() === "1"
  } catch {
    return false
  }
}

/** What makes the machine give the server less time than it would have in production, as far as it is known. */
export const distortions = (): ReadonlyArray<string> => [
  ...(hasIdleClass()
    ? []
    : [
        "the program chrt, which is part of util-linux, is missing or refused: the noise and the vendor take time of the server that other machines would not take"
      ]),
  ...(hasAutogroups()
    ? [
        "this machine gives each connection of Postgres as much time as the whole server, which no container and no service of systemd does: sysctl kernel.sched_autogroup_enabled=0 ends that until the next boot"
      ]
    : [])
]
