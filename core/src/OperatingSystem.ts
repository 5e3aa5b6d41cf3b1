import type { DevicePlatform } from "./records/Device.js"

/**
 * Platforms by patterns for the name of an operating system, its family or its product; the first pattern that matches
 * decides.
 *
 * The names are those of Rapid7's fingerprints (https://github.com/rapid7/recog/tree/main/identifiers), of Nessus and of
 * Microsoft Graph.
 */
const PLATFORMS: ReadonlyArray<readonly [RegExp, DevicePlatform]> = [
  [/windows/i, "WINDOWS"],
  // Before Apple's iOS, because Cisco's operating system is called IOS too, and before Linux, on which some are built.
  [/cisco|\bios[ -]?x[er]\b|nx-?os|catos|\bpix\b|adaptive security appliance|firepower|cumulus/i, "NETWORK"],
  [/junos|juniper|screenos|forti|pan-?os|palo alto|sonic ?(os|wall)|check ?point|\bgaia\b|ipso\b/i, "NETWORK"],
  [/arista|\beos\b|big-?ip|\bf5\b|net-?scaler|citrix adc|comware|procurve|aruba|meraki|\bvrp\b|timos/i, "NETWORK"],
  [/routeros|mikrotik|\bswos\b|edgeos|vyos|open-?wrt|dd-wrt|ironware|fabric os|\bxos\b|zynos|fireware/i, "NETWORK"],
  [/router|switch|firewall|load balancer|access point|wireless (lan )?controller|modem|\bwap\b|sd-wan/i, "NETWORK"],
  [/\b(ios|ipados|iphone|ipad)\b/i, "IOS"],
  [/\bmac(mdm|\b| ?os)|\bos ?x\b|darwin/i, "MAC"],
  [/android/i, "ANDROID"],
  [/chrome|chromium/i, "CHROME_OS"],
  [/linux|ubuntu|debian|cent ?os|red ?hat|\brhel|fedora|suse|\bsles\b|alpine|amazon|gentoo|photon/i, "LINUX"],
  [/\bkali\b|raspbian|coreos|euleros|rocky|almalinux|proxmox|zentyal/i, "LINUX"]
]

/** Whether a source tool names an operating system; some write `Unknown` instead of leaving the name out. */
const isNamed = (name: string | null | undefined): name is string =>
  !["", "unknown"].includes((name ?? "").trim().toLowerCase())

/**
 * The platform of an operating system by the names that a source tool gives it, the most telling one first.
 *
 * The first name that is recognized decides. UNKNOWN if there is no name; OTHER if none is recognized, such as `AIX`.
 */
export const toPlatform = (...names: ReadonlyArray<string | null | undefined>): DevicePlatform => {
  const named = names.filter(isNamed)
  for (const name of named) {
    const [, platform] = PLATFORMS.find(([pattern]) => pattern.test(name)) ?? []
    if (platform !== undefined) return platform
  }
  return named.length === 0 ? "UNKNOWN" : "OTHER"
}
