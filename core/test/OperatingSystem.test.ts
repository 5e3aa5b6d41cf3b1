import { expect, it } from "vitest"
import { OperatingSystem } from "../src/index.js"

const { toPlatform } = OperatingSystem

it.each([
  ["WINDOWS", ["Windows", "Microsoft Windows 11 Enterprise", "Windows Server 2019 Datacenter", "windows phone"]],
  ["MAC", ["Mac", "macOS 14.5", "Mac OS X", "MacMDM", "OS X 10.11", "Darwin 23.1"]],
  ["LINUX", ["Debian Linux", "Debian GNU/Linux 12", "Debian", "Ubuntu 22.04", "CentOS", "Enterprise Linux", "RHEL 9"]],
  ["LINUX", ["RedHat Enterprise AS", "openSUSE Leap", "SLES 15", "Fedora Core", "Amazon", "Rocky 9", "Photon OS"]],
  ["LINUX", ["Linux Kernel 4.15 on Alpine", "Oracle Linux 8", "Kali", "Raspbian", "Fedora CoreOS"]],
  ["IOS", ["iOS", "Apple iOS 17.5", "IPhone", "IPad", "iPadOS 17"]],
  ["ANDROID", ["Android 14", "AndroidEnterprise"]],
  ["CHROME_OS", ["ChromeOS", "Chrome OS 120"]],
  ["NETWORK", ["Cisco IOS XE 17.3", "Cisco IOS", "IOS-XE", "NX-OS", "Junos", "FortiOS", "PAN-OS", "EOS", "BIG-IP"]],
  ["NETWORK", ["Cumulus Linux", "OpenWRT", "RouterOS", "Netscaler", "Comware", "Blade Switch", "SonicOS"]],
  ["OTHER", ["AIX", "Solaris", "FreeBSD", "VMware ESXi 8", "OS/400", "HP-UX", "LaserJet", "z/OS"]],
  ["UNKNOWN", ["", " ", "Unknown"]]
])("an operating system has the platform %s if it is named %j", (platform, names) => {
  expect(names.map((name) => [name, toPlatform(name)])).toEqual(names.map((name) => [name, platform]))
})

it("the first recognized name decides, and missing names are skipped", () => {
  expect(toPlatform(null, "Embedded", "Debian Linux", "Windows")).toBe("LINUX")
  expect(toPlatform(null, undefined, "Unknown")).toBe("UNKNOWN")
  expect(toPlatform("Embedded", "")).toBe("OTHER")
})
