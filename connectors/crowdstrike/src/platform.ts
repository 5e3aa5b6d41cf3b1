import type { Records } from "@tributary/core"

const PLATFORMS: Readonly<Record<string, Records.DevicePlatform>> = {
  windows: "WINDOWS",
  mac: "MAC",
  linux: "LINUX",
  ios: "IOS",
  android: "ANDROID",
  chromeos: "CHROME_OS"
}

/** CrowdStrike's `platform_name`, such as `Windows`; what it does not say is unknown, what is new is another one. */
export const toPlatform = (name: string | null): Records.DevicePlatform =>
  name === null || name === "" ? "UNKNOWN" : (PLATFORMS[name.toLowerCase()] ?? "OTHER")
