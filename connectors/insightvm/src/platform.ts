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

/** Kinds of device that fingerprints name for what connects others. */
const NETWORK = /router|switch|firewall|gateway|access point|load balancer|network/i

/** An operating system as InsightVM fingerprints it. */
export interface Fingerprint {
  readonly family: string | null
  readonly product: string | null
  readonly type: string | null
  readonly vendor: string | null
}

/** The platform of a fingerprint; what has none is unknown, what is new is another one. */
export const toPlatform = (os: Fingerprint | null): Records.DevicePlatform => {
  const family = os?.family?.toLowerCase() ?? ""
  if (NETWORK.test(os?.type ?? "")) return "NETWORK"
  // Cisco's system has the name of Apple's.
  if (family === "ios" && os?.vendor?.toLowerCase() === "apple") return "IOS"
  if (family === "") return "UNKNOWN"
  return PLATFORMS[family] ?? "OTHER"
}
