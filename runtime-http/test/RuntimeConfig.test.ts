import { describe, expect, it } from "vitest"
import * as Readme from "./Readme.js"
import * as Settings from "./Settings.js"

/** Values that each setting rejects. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  PORT: ["http", "-1", "65536", "80.5"],
  TRIBUTARY_BASE_URLS: ["api.example.com", "https://api.example.com", "https://a.example/v1,nonsense"],
  TRIBUTARY_REGION: ["EU West"],
  TRIBUTARY_HOST_OVERRIDES: ["nonsense"],
  TRIBUTARY_RATE_LIMITS: ["OKTA", "OKTA=600/60"],
  TRIBUTARY_DATABASE_CONNECTIONS: ["many", "3", "501"],
  TRIBUTARY_ALLOW_LOOPBACK: ["maybe"],
  TRIBUTARY_ALLOW_PRIVATE: ["2"],
  TRIBUTARY_RUNNER_PORT: ["x", "0", "70000"],
  TRIBUTARY_JOBS_AT_ONCE: ["x", "1.5", "-5", "0"],
  TRIBUTARY_DRAIN_SECS: ["soon", "-1", "601"],
  TRIBUTARY_FULL_SCAN_SECS: ["x", "59"],
  TRIBUTARY_SWEEP_MAX_SHARE: ["x", "-0.1", "1.1"],
  TRIBUTARY_SWEEP_MIN_RECORDS: ["x", "0"],
  TRIBUTARY_RETENTION_DAYS: ["x", "0", "1.5", "3651"],
  TRIBUTARY_REQUESTS_PER_SECOND: ["x", "0"],
  TRIBUTARY_LOG_LEVEL: ["loud", "info"]
}

/** Settings that accept any text here; the code that uses them checks it. */
const texts = ["HOST", "DATABASE_URL", "TRIBUTARY_DATA_DIR", "TRIBUTARY_MASTER_KEY", "TRIBUTARY_RUNNER_HOST"]

const secrets = {
  DATABASE_URL: "postgres://tributary:p4ssw0rd-canary@db.example/tributary",
  TRIBUTARY_MASTER_KEY: "key-1:bWFzdGVyLWNhbmFyeS1tYXN0ZXItY2FuYXJ5LW1hc3Q="
}

describe("the settings", () => {
  it("are all described in the source, and no others are", () => {
    expect(new Set(Settings.settings.map(({ name }) => name))).toEqual(Settings.namesRead)
    expect(Settings.settings.length).toBeGreaterThan(15)
  })

  it("have the defaults that the source describes", () => {
    for (const setting of Settings.settings) {
      if (setting.said !== null) expect(Settings.defaultOf(setting), setting.name).toBe(setting.said)
    }
  })

  it("are listed in the README, each with its default, and no others are", () => {
    const [, section = ""] = /begin: settings[^\n]*\n([\s\S]*?)<!-- end: settings/.exec(Readme.text) ?? []
    expect(section.trim()).toBe(Readme.table(["Setting", "Default", "Meaning"], Settings.rows))
  })

  it.each([...Settings.namesRead])("%s counts as not set when it is empty", (name) => {
    for (const value of ["", " "]) expect(Settings.load({ [name]: value })).toEqual(Settings.load({}))
  })

  it("reject invalid values, unless any text is valid", () => {
    expect([...Settings.namesRead].filter((name) => refused[name] === undefined && !texts.includes(name))).toEqual([])
  })

  const cases = [...Settings.namesRead].flatMap((name) => (refused[name] ?? []).map((value) => ({ name, value })))
  it.each(cases)("$name=$value is an error that names the setting and quotes no secret", ({ name, value }) => {
    const read = Settings.load({ ...secrets, [name]: value })
    expect(read).toMatchObject({ _tag: "Left", left: { _tag: "SettingsError" } })
    const said = JSON.stringify(read)
    expect(said).toContain(name)
    expect(said).not.toMatch(/canary|bWFzdGVy/)
  })
})
