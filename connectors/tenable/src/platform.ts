import type { Records } from "@tributary/core"

/** The first pattern that fits the name of an operating system decides. */
const PLATFORMS: ReadonlyArray<readonly [RegExp, Records.DevicePlatform]> = [
  [/windows/i, "WINDOWS"],
  // Before iOS: Cisco's system has the same name.
  [/cisco|junos|juniper|forti|palo alto|pan-os|arista|\bf5\b|big-ip|router|switch|firewall/i, "NETWORK"],
  [/\b(ios|ipados|iphone|ipad)\b/i, "IOS"],
  [/mac ?os|os x|darwin/i, "MAC"],
  [/android/i, "ANDROID"],
  [/chrome ?os/i, "CHROME_OS"],
  [/linux|ubuntu|debian|centos|red hat|rhel|fedora|suse|alpine|amazon/i, "LINUX"]
]

/** What a device runs on, by the names that scans gave its operating system; none is not known. */
export const toPlatform = (names: ReadonlyArray<string> | null): Records.DevicePlatform => {
  const [name = ""] = (names ?? []).filter((each) => each.trim() !== "")
  if (name === "") return "UNKNOWN"
  return PLATFORMS.find(([pattern]) => pattern.test(name))?.[1] ?? "OTHER"
}
