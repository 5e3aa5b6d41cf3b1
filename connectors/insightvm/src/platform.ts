import { OperatingSystem, type Records } from "@tributary/core"
import type { InsightVmAsset } from "./asset.js"

/** Device types of network equipment: https://github.com/rapid7/recog/blob/main/identifiers/os_device.txt */
const NETWORK = /router|switch|firewall|gateway|access point|\bwap\b|load balancer|network|modem|vpn|sd-wan|wireless/i

/** Whether the family is Cisco's IOS, which Rapid7 writes in capitals; Apple's is `iOS`. */
const isCiscoIos = ({ family, vendor }: NonNullable<InsightVmAsset["osFingerprint"]>): boolean =>
  family === "IOS" && vendor?.toLowerCase() !== "apple"

/**
 * The platform of an asset by its fingerprint, or else by the name of its operating system: an asset that another tool
 * imported has only a name, such as `Debian Linux`.
 */
export const toPlatform = ({
  os,
  osFingerprint
}: Pick<InsightVmAsset, "os" | "osFingerprint">): Records.DevicePlatform => {
  if (osFingerprint === null) return OperatingSystem.toPlatform(os)
  const { family, product, systemName, description, vendor, type } = osFingerprint
  if (NETWORK.test(type ?? "") || isCiscoIos(osFingerprint)) return "NETWORK"
  return OperatingSystem.toPlatform(family, product, systemName, description, os, vendor)
}
