import type { Records } from "@tributary/core"

const PLATFORMS: Readonly<Record<string, Records.DevicePlatform>> = {
  windows: "WINDOWS",
  mac: "MAC",
  linux: "LINUX",
  ios: "IOS",
  android: "ANDROID",
  chromeos: "CHROME_OS"
}

/** The platform for CrowdStrike's `platform_name`, such as `Windows`: UNKNOWN if it is missing, OTHER if it is not in the table. */
export const toPlatform = (name: string | null): Records.DevicePlatform =>
  name === null || name === "" ? "UNKNOWN" : (PLATFORMS[name.toLowerCase()] ?? "OTHER")
