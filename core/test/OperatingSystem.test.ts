import { expect, it } from "vitest"
import { OperatingSystem } from "../src/index.js"

const { toPlatform, toVersion } = OperatingSystem

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

it.each([
  ["Ubuntu Linux 22.04.4", "22", "04"],
  ["Debian GNU/Linux 12 (bookworm)", "12", null],
  ["Red Hat Enterprise Linux Server release 7.9", "7", "9"],
  ["Linux Kernel 5.4.0-1045-aws", "5", "4"],
  ["Microsoft Windows 11 Enterprise 22H2", "11", null],
  ["Windows Server 2019 Datacenter 64 bit Edition Version 1809", "2019", null],
  ["Windows 10.0.19045", "10", "0"],
  ["Mac OS X 10.15.7", "10", "15"],
  ["macOS 14.5", "14", "5"],
  ["Cisco IOS Software, C2960 Software, Version 15.0(2)SE", "15", "0"],
  ["Cisco IOS Software, Catalyst 4500 L3 Switch Software (cat4500-ENTSERVICESK9-M), Version 15.2(2)E1", "15", "2"],
  ["Cisco IOS Software, 1841 Software (C1841-ADVIPSERVICESK9-M), Version 12.4", "12", "4"],
  ["Cisco IOS XE 16.9", "16", "9"],
  ["Linux 3.10.0-1160.71.1.el7.x86_64", "3", "10"],
  ["FreeBSD 12.1-RELEASE", "12", "1"],
  ["VMware ESXi 7.0.3", "7", "0"]
])("the version of %s is %s and %s", (name, major, minor) => {
  expect(toVersion(name)).toEqual({ os_major_version: major, os_minor_version: minor })
})

it.each([
  "Linux 2.4-2.6",
  "Linux 3.2 - 4.9",
  "Windows 2008 / Windows 7",
  "Windows Server 2008 R2/Windows 7",
  "Windows XP Professional 64 bit Service Pack 3",
  "Windows Pro 22H2",
  "HP LaserJet 4250",
  "Dell PowerConnect 5448 Switch",
  "Ubuntu",
  "",
  null
])("%s has no version", (name) => {
  expect(toVersion(name)).toEqual({ os_major_version: null, os_minor_version: null })
})

it("a version is looked for only where a tool names a system, however long the text is", () => {
  const versions = "1 ".repeat(400_000)
  expect(toVersion(`Ubuntu 22.04 ${versions}`)).toEqual({ os_major_version: "22", os_minor_version: "04" })
  expect(toVersion(`${versions}Ubuntu 22.04`)).toEqual({ os_major_version: null, os_minor_version: null })
})
