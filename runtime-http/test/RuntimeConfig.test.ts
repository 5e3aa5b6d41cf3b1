import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { Effect, Either, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Readme from "./Readme.js"
import * as Settings from "./Settings.js"
import * as TestAuthority from "./vendor/network/TestAuthority.js"

/** Values that each setting rejects. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  PORT: ["http", "-1", "65536", "80.5"],
  TRIBUTARY_BASE_URLS: ["api.example.com", "https://api.example.com", "https://a.example/v1,nonsense"],
  TRIBUTARY_OAUTH_CLIENTS: [
    "canary",
    '{"JIRA":"canary"}',
    '{"JIRA":{"client_id":"a","client_secret":""}}',
    '{"JIRA":{"client_id":"a","secret":"canary"}}'
  ],
  TRIBUTARY_CONNECT_NAME: ["a".repeat(61), "two\nlines"],
  TRIBUTARY_CONNECT_COLOR: ["red", "#05a", "#0055aaff", "#0055ag"],
  TRIBUTARY_CONNECT_LOGO: ["/nonexistent/logo.svg", "/", import.meta.filename],
  TRIBUTARY_CONNECT_ORIGINS: [
    "app.example.com",
    "*",
    "https://*.example.com",
    "https://app.example.com/",
    "https://app.example.com/settings",
    "http://app.example.com",
    "https://a.example, 'self'",
    "javascript:alert(1)"
  ],
  TRIBUTARY_REGION: ["EU West"],
  TRIBUTARY_VENDOR_PORTS: ["https", "0", "443,65536", "443,,"],
  TRIBUTARY_HOST_OVERRIDES: ["nonsense"],
  TRIBUTARY_VENDOR_ANSWER_MIB: ["x", "0", "0.5", "257"],
  TRIBUTARY_VENDOR_ANSWER_ROWS: ["x", "99", "1000001"],
  TRIBUTARY_VENDOR_CONNECTIONS: ["x", "15", "100001"],
  HTTPS_PROXY: ["proxy-canary", "proxy-canary:port", "socks5://canary@proxy.example", "http://proxy.example/canary"],
  TRIBUTARY_PROXY_RESOLVES_NAMES: ["sometimes"],
  TRIBUTARY_CA_FILE: ["/nonexistent/ca.pem", "/", import.meta.filename],
  TRIBUTARY_ANSWER_MEMORY_MIB: ["x", "31", "16385"],
  TRIBUTARY_RATE_LIMITS: ["OKTA", "OKTA=600/60"],
  TRIBUTARY_API_DATABASE_CONNECTIONS: ["many", "1", "501"],
  TRIBUTARY_SYNC_DATABASE_CONNECTIONS: ["many", "3", "1501"],
  TRIBUTARY_ALLOW_LOOPBACK: ["maybe"],
  TRIBUTARY_ALLOW_PRIVATE: ["2"],
  TRIBUTARY_JOBS_AT_ONCE: ["x", "1.5", "-5", "0"],
  TRIBUTARY_REFRESH_MIN_SECS: ["hourly", "0", "2592001"],
  TRIBUTARY_TIMEOUT_MAX_SECS: ["none", "9", "604801"],
  TRIBUTARY_DRAIN_SECS: ["soon", "-1", "601"],
  TRIBUTARY_OUTBOUND_QUEUE: ["x", "0", "1000001"],
  TRIBUTARY_ACCOUNT_ORGANIZATIONS: ["x", "-1", "1.5"],
  TRIBUTARY_ACCOUNT_CONNECTIONS: ["x", "-1", "1.5"],
  TRIBUTARY_ACCOUNT_RECORDS: ["x", "-1", "1000000000001"],
  TRIBUTARY_OUTBOUND_SEARCH_SECS: ["x", "9", "86401"],
  TRIBUTARY_FULL_SCAN_SECS: ["x", "59"],
  TRIBUTARY_FULL_SCAN_MIN_SECS: ["hourly", "59", "2592001"],
  TRIBUTARY_DELETION_EVIDENCE_SECS: ["an hour", "0", "2592001"],
  TRIBUTARY_SWEEP_MAX_SHARE: ["x", "-0.1", "1.1"],
  TRIBUTARY_AUDIT_DAYS: ["x", "29", "3651"],
  TRIBUTARY_EVENT_RETENTION_DAYS: ["x", "6", "3651"],
  TRIBUTARY_EVENTS_PER_JOB: ["x", "999", "100000001"],
  TRIBUTARY_TRUSTED_PROXIES: ["x", "-1", "11"],
  TRIBUTARY_SWEEP_MIN_RECORDS: ["x", "0"],
  TRIBUTARY_RETENTION_DAYS: ["x", "0", "1.5", "3651"],
  TRIBUTARY_DELETED_RECORD_DAYS: ["x", "0", "1.5", "3651", "None", "-1"],
  TRIBUTARY_REQUESTS_PER_SECOND: ["x", "0"],
  TRIBUTARY_DATABASE_SHARE_MILLIS: ["x", "0"],
  TRIBUTARY_HOLD: ["sometimes"],
  TRIBUTARY_KEY_SERVICE_URL: ["vault.example", "http://vault.example/v1/transit/keys/canary"],
  TRIBUTARY_KEY_SERVICE_SEALS: ["sometimes"],
  TRIBUTARY_MIGRATE: ["sometimes"],
  TRIBUTARY_COMPRESS: ["sometimes"],
  TRIBUTARY_METRICS_PORT: ["http", "-1", "65536"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["collector", "127.0.0.1:4318", "grpc://127.0.0.1:4317"],
  OTEL_EXPORTER_OTLP_HEADERS: ["canary", "authorization=canary,canary", "x-key=%canary"],
  TRIBUTARY_LOG_LEVEL: ["loud", "info"]
}

/** Settings that accept any text here; the code that uses them checks it. */
const texts = [
  "HOST",
  "DATABASE_URL",
  "NO_PROXY",
  "OTEL_SERVICE_NAME",
  "TRIBUTARY_DATA_DIR",
  "TRIBUTARY_MASTER_KEY",
  "TRIBUTARY_KEY_SERVICE_TOKEN",
  "TRIBUTARY_METRICS_HOST"
]

const secrets = {
  HTTPS_PROXY: "http://tributary:p4ssw0rd-canary@proxy.example:3128",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20canary",
  DATABASE_URL: "postgres://tributary:p4ssw0rd-canary@db.example/tributary",
  TRIBUTARY_MASTER_KEY: "key-1:bWFzdGVyLWNhbmFyeS1tYXN0ZXItY2FuYXJ5LW1hc3Q="
}

describe("the settings", () => {
  it("are all described in the source, and only they are", () => {
    expect(new Set(Settings.settings.map(({ name }) => name))).toEqual(Settings.namesRead)
    expect(Settings.settings.length).toBeGreaterThan(15)
  })

  it("have the defaults that the source describes", () => {
    for (const setting of Settings.settings) {
      if (setting.said !== null) expect(Settings.defaultOf(setting), setting.name).toBe(setting.said)
    }
  })

  it("are all listed in the README with their defaults, and only they are", () => {
    const [, section = ""] = /begin: settings[^\n]*\n([\s\S]*?)<!-- end: settings/.exec(Readme.text) ?? []
    expect(section.trim()).toBe(Readme.table(["Setting", "Default", "Meaning"], Settings.rows))
  })

  it.each([...Settings.namesRead])("%s counts as unset if it is empty", (name) => {
    for (const value of ["", " "]) expect(Settings.load({ [name]: value })).toEqual(Settings.load({}))
  })

  it("reject invalid values, unless any text is valid", () => {
    expect([...Settings.namesRead].filter((name) => refused[name] === undefined && !texts.includes(name))).toEqual([])
  })

  it("keep deleted records for a number of days, or without limit", () => {
    const daysOf = (TRIBUTARY_DELETED_RECORD_DAYS: string) =>
      Either.getOrThrow(Settings.load({ TRIBUTARY_DELETED_RECORD_DAYS })).deletedRecordDays
    expect([daysOf(""), daysOf("30"), daysOf("none")]).toEqual([365, 30, null])
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

describe("a secret setting in a file", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tributary-"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = Object.entries(secrets)
  const members = {
    DATABASE_URL: "databaseUrl",
    HTTPS_PROXY: "httpsProxy",
    OTEL_EXPORTER_OTLP_HEADERS: "otlpHeaders",
    TRIBUTARY_MASTER_KEY: "masterKey"
  } as const
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  it("is each setting that is kept redacted", () => {
    const read = Settings.load(secrets)
    const redacted = Object.entries(read._tag === "Right" ? read.right : {}).filter(([, value]) =>
      Redacted.isRedacted(value)
    )
    expect(redacted.map(([member]) => member).sort()).toEqual(Object.values(members).sort())
  })

  it.each(names)("%s is read from it without the trailing newline", (name, secret) => {
    for (const end of ["", "\n", "\r\n"]) {
      const read = Settings.load({ [`${name}_FILE`]: file("secret", secret + end) })
      expect(read).toMatchObject({ _tag: "Right" })
      const value = read._tag === "Right" ? read.right[members[name as keyof typeof members]] : null
      expect(value === null ? null : Redacted.value(value)).toBe(secret)
    }
  })

  it.each(names)("%s and its file cannot both be set", (name, secret) => {
    const said = JSON.stringify(Settings.load({ [name]: secret, [`${name}_FILE`]: file("secret", secret) }))
    expect(said).toContain(`${name} and ${name}_FILE are both set`)
    expect(said).not.toMatch(/canary|bWFzdGVy/)
  })

  it.each(names)("%s_FILE must name a file that can be read and is not empty", (name) => {
    const problems = { [join(folder, "missing")]: "ENOENT", [folder]: "EISDIR", [file("empty", "\n")]: "is empty" }
    for (const [path, problem] of Object.entries(problems)) {
      const read = Settings.load({ [`${name}_FILE`]: path })
      expect(read).toMatchObject({ _tag: "Left", left: { _tag: "SettingsError" } })
      expect(JSON.stringify(read)).toContain(`${name}_FILE`)
      expect(JSON.stringify(read)).toContain(problem)
    }
  })
})

describe("the token of the key service", () => {
  it("is read from its file each time, and never printed", () => {
    const folder = mkdtempSync(join(tmpdir(), "tributary-"))
    try {
      const path = join(folder, "token")
      writeFileSync(path, "first-canary\n")
      const read = Settings.load({ TRIBUTARY_KEY_SERVICE_TOKEN_FILE: path })
      const secret = read._tag === "Right" ? read.right.keyServiceToken : null
      const current = () => (secret === null ? null : Effect.runSync(Effect.either(secret.current)))
      expect(Either.map(current() ?? Either.left(""), Redacted.value)).toEqual(Either.right("first-canary"))
      writeFileSync(path, "second-canary\n")
      expect(Either.map(current() ?? Either.left(""), Redacted.value)).toEqual(Either.right("second-canary"))
      expect(inspect([read, current()], { depth: 9 })).not.toContain("canary")
      rmSync(path)
      expect(current()).toEqual(Either.left(`the file ${path} cannot be read, or is empty`))
      expect(Settings.load({ TRIBUTARY_KEY_SERVICE_TOKEN_FILE: path })._tag).toBe("Left")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("and its file cannot both be set, and the token is never printed", () => {
    const both = { TRIBUTARY_KEY_SERVICE_TOKEN: "canary", TRIBUTARY_KEY_SERVICE_TOKEN_FILE: import.meta.filename }
    const said = inspect(Settings.load(both), { depth: 9 })
    expect(said).toContain("are both set")
    expect(said).not.toContain("canary")
    const alone = { TRIBUTARY_KEY_SERVICE_TOKEN: "canary" }
    expect(inspect(Settings.load(alone), { depth: 9 })).not.toContain("canary")
  })
})

describe("the proxy", () => {
  it("is read from the lower-case names first, as curl does", () => {
    const read = Settings.load({
      HTTPS_PROXY: "http://upper.example",
      https_proxy: "http://lower.example",
      NO_PROXY: "upper.example",
      no_proxy: "lower.example, 10.0.0.0/8  .corp"
    })
    const { httpsProxy, noProxy } = Either.getOrThrow(read)
    expect(httpsProxy === null ? null : Redacted.value(httpsProxy)).toBe("http://lower.example")
    expect(noProxy).toEqual(["lower.example", "10.0.0.0/8", ".corp"])
  })
})

describe("the file of certificate authorities", () => {
  const folder = mkdtempSync(join(tmpdir(), "tributary-"))
  const path = join(folder, "ca.pem")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const read = (text: string) => {
    writeFileSync(path, text)
    return Settings.load({ TRIBUTARY_CA_FILE: path })
  }

  it("may have several certificates, and text between them", () => {
    const certificates = [TestAuthority.make().cert.trim(), TestAuthority.make().cert.trim()]
    const { authorities } = Either.getOrThrow(read(`# Ours\n${certificates.join("\n\nand\n")}\n`))
    expect(authorities).toEqual(certificates)
  })

  it.each([
    ["", "has no certificate in PEM"],
    ["-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n", "has no certificate in PEM"],
    ["-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "certificate 1 of the file"]
  ])("ends the start with a sentence if its text is %j", (text, said) => {
    const failed = read(text)
    expect(failed).toMatchObject({ _tag: "Left", left: { _tag: "SettingsError" } })
    expect(JSON.stringify(failed)).toContain(said)
    expect(JSON.stringify(failed)).toContain("TRIBUTARY_CA_FILE")
  })
})
