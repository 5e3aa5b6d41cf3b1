import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** The network that this process runs in. */
export interface HostNetwork {
  /** The same for processes that share their loopback addresses. */
  readonly id: string
  /** For people. */
  readonly machine: string
}

/** The boot of the machine, and the network on it: containers of one machine share the first and not the second. */
const network = (): string | null => {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/net")}`
  } catch {
    return null
  }
}

/** By its host name where the system does not tell more. */
export const current = (): HostNetwork => {
  const machine = hostname()
  return { id: network() ?? machine, machine }
}
