import type { Records } from "@tributary/core"

/** Platforms by patterns for the name of an operating system; the first pattern that matches decides. */
const PLATFORMS: ReadonlyArray<readonly [RegExp, Records.DevicePlatform]> = [
  [/windows/i, "WINDOWS"],
  // Before Apple's iOS, because Cisco's operating system is called IOS too.
  [/cisco|junos|juniper|forti|palo alto|pan-os|arista|\bf5\b|big-ip|router|switch|firewall/i, "NETWORK"],
  [/\b(ios|ipados|iphone|ipad)\b/i, "IOS"],
  [/mac ?os|os x|darwin/i, "MAC"],
  [/android/i, "ANDROID"],
  [/chrome ?os/i, "CHROME_OS"],
  [/linux|ubuntu|debian|centos|red hat|rhel|fedora|suse|alpine|amazon/i, "LINUX"]
]

/** The platform for the first of the operating system names that scans found: UNKNOWN without a name, OTHER if no pattern matches. */
export const toPlatform = (names: ReadonlyArray<string> | null): Records.DevicePlatform => {
  const [name = ""] = (names ?? []).filter((each) => each.trim() !== "")
  if (name === "") return "UNKNOWN"
  return PLATFORMS.find(([pattern]) => pattern.test(name))?.[1] ?? "OTHER"
}
