import type { Records } from "@tributary/core"

const PLATFORMS: Readonly<Record<string, Records.DevicePlatform>> = {
  windows: "WINDOWS",
  "mac os x": "MAC",
  macos: "MAC",
  linux: "LINUX",
  ios: "NETWORK",
  android: "ANDROID",
  "chrome os": "CHROME_OS"
}

/** Device types of network equipment in fingerprints. */
const NETWORK = /router|switch|firewall|gateway|access point|load balancer|network/i

/** The operating system of an asset, as InsightVM fingerprinted it. */
export interface Fingerprint {
  readonly family: string | null
  readonly product: string | null
  readonly type: string | null
  readonly vendor: string | null
}

/** The platform of a fingerprint: UNKNOWN if it names no family, OTHER if the family is not in the table. */
export const toPlatform = (os: Fingerprint | null): Records.DevicePlatform => {
  const family = os?.family?.toLowerCase() ?? ""
  if (NETWORK.test(os?.type ?? "")) return "NETWORK"
  // Cisco's IOS has the same family name.
  if (family === "ios" && os?.vendor?.toLowerCase() === "apple") return "IOS"
  if (family === "") return "UNKNOWN"
  return PLATFORMS[family] ?? "OTHER"
}
