import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** The network in which this process runs. */
export interface HostNetwork {
  /** Equal for processes that reach each other through loopback addresses. */
  readonly id: string
  /** The host name, for messages. */
  readonly machine: string
}

/** The id of the boot and of the network namespace (containers of one machine share only the first); null on systems without /proc. */
const network = (): string | null => {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/net")}`
  } catch {
    return null
  }
}

/** The network of this process; identified by the host name on systems without /proc. */
export const current = (): HostNetwork => {
  const machine = hostname()
  return { id: network() ?? machine, machine }
}
