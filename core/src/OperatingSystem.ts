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

/** Names of systems, after which their version follows. */
const SYSTEM =
  /windows|linux|ubuntu|debian|cent ?os|red ?hat|rhel|fedora|suse|\bsles\b|\bmac ?os|\bos ?x\b|\bios\b|ipados|android|chrome ?os|nx-?os|junos|fortios|pan-?os|\besxi?\b|bsd\b|solaris|sunos|\baix\b/i

/** A word that is a version, such as `22.04.4` or `11`, and not a release such as `22H2`. */
const VERSION = /^v?(\d+)(?:\.(\d+)|$)/i

/** A word that is a range of versions, such as `2.4-2.6`, and not the version of a kernel, such as `3.10.0-1160.71`. */
const RANGE = /^\d+\.\d+-\d+\.\d+$/

/** A system whose text names the model first, and the version behind `Version`: `Cisco IOS Software, C2960 Software, Version 15.0(2)SE`. */
const MODEL_FIRST = /\bcisco\b/i

/** The word before or after a number that is no version, as in `Service Pack 3` and `64 bit`. */
const BEFORE_OTHERS = /^(?:pack|sp|build)$/i
const AFTER_OTHERS = /^bits?$/i

/** No tool names a system with more characters; what is behind them is not looked at. */
const LONGEST = 1_000

/** How many words the name of a system and those between it and its version have at most. */
const DISTANCE = 5

/** The first two parts of an operating system's version; null for what its text does not say. */
export interface Version {
  /** The first part, such as `22` of `22.04.4`; null if the text has no version. */
  readonly os_major_version: string | null
  /** The second part, such as `04` of `22.04.4`; null if the version has only one. */
  readonly os_minor_version: string | null
}

/** Whether the words name several systems, or a range of versions in several words, such as `3.2 - 4.9`. */
const isOfSeveral = (words: ReadonlyArray<string>): boolean =>
  words.includes("/") || words.includes("-") || words.some((word) => /\/windows$/i.test(word))

/**
 * Reads the version in the text by which a source tool names an operating system, such as `Ubuntu Linux 22.04.4` or `Windows Server 2019`.
 *
 * A text that names several systems, such as `Windows 2008 / Windows 7`, has no version. Nor has a number behind no system's name, because it
 * may be that of a model.
 */
export const toVersion = (name: string | null | undefined): Version => {
  const text = (name ?? "").slice(0, LONGEST)
  const words = text.split(/[\s,;()]+/)
  const first = MODEL_FIRST.test(text) ? words.findIndex((word) => /^version$/i.test(word)) : -1
  const found = isOfSeveral(words)
    ? undefined
    : words.find(
        (word, index) =>
          index > first &&
          VERSION.test(word) &&
          !RANGE.test(word) &&
          !BEFORE_OTHERS.test(words[index - 1] ?? "") &&
          !AFTER_OTHERS.test(words[index + 1] ?? "") &&
          ((first >= 0 && index === first + 1) ||
            SYSTEM.test(words.slice(Math.max(0, index - DISTANCE), index).join(" ")))
      )
  const [, major = null, minor = null] = VERSION.exec(found ?? "") ?? []
  return { os_major_version: major, os_minor_version: minor }
}

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
