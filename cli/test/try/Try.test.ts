import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { okta } from "@tributary/connector-okta"
import { Exchange, Replay } from "@tributary/core/replay"
import { type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { run } from "../TestProgram.js"

/** The token of the vendor, which nothing that is written may contain. */
const TOKEN = "canary-token-7d1e5f0a"

const OKTA = "connectors/okta/src/index.ts"

let vendor: DemoVendor
let folder: string

beforeAll(async () => {
  vendor = await startDemoVendor({ users: 7, token: TOKEN, changeEverySeconds: 0 })
  folder = await mkdtemp(join(tmpdir(), "tributary-try-"))
})
afterAll(async () => {
  await vendor.close()
  await rm(folder, { recursive: true, force: true })
})
// Not over HTTP: the server may close an idle connection in the moment when this process uses it again.
afterEach(() => vendor.clear())

/** Runs `tributary try` for the demo vendor, and checks that nothing it writes has the token. */
const tryOkta = async (...options: ReadonlyArray<string>) => {
  const ended = await run(["try", "--base-url", vendor.url, ...options, OKTA], { OKTA_API_TOKEN: TOKEN })
  expect(ended.out + ended.err).not.toContain(TOKEN)
  return ended
}

describe("tributary try", () => {
  it("reads every list, and shows records and what the mapping makes of the vendor's fields", async () => {
    const { code, err, out } = await tryOkta()
    expect([code, err.split("\n")[0]]).toEqual([0, `Okta at ${vendor.url}`])
    expect(err).toMatch(/The credentials are accepted \(\/api\/v1\/users\?limit=1\)\./)
    expect(err).toMatch(/^ {2}\/api\/v1\/users +2 pages +7 records +\d+ of 600 requests left$/m)
    expect(err).toMatch(/^ {2}\/api\/v1\/groups\/\{id\}\/users +\d+ pages +\d+ records$/m)
    expect(err).toMatch(/\d+ records of 12 kinds in \d+\.\d s\.\n$/)
    expect(out).toMatch(/^idp_user: 7 records$/m)
    expect(out).toContain("... and 2 more records")
    expect(out).toMatch(/never looked at: .*_links\.self\.href/)
    expect(out).toMatch(/in vendor_data only: .*profile\.firstName/)
    expect(out).toMatch(/always null: [^:]*vendor_data\.mobile_phone/)
  })

  it("lists the export types of the connector if an unknown one is requested", async () => {
    const { code, err } = await tryOkta("--export", "devices")
    expect([code, err]).toEqual([
      2,
      "OKTA has no export devices. It has idp, idp_alerts, idp_audit_logs, idp_policies.\n"
    ])
  })

  it("explains a wrong token in one sentence, and reads nothing", async () => {
    const before = vendor.journal().length
    const ended = await run(["try", OKTA, "--base-url", vendor.url], { OKTA_API_TOKEN: `${TOKEN}-wrong` })
    expect(ended).toEqual({
      code: 1,
      out: "",
      err: `Okta at ${vendor.url}\nOkta refused the credentials (/api/v1/users?limit=1: answered 401). Check that they are valid, and that the connector sends them as Okta expects.\n`
    })
    expect(vendor.journal().length - before).toBe(1)
  })

  it("names the endpoint and the permission of a list that fails, and reads the others", async () => {
    vendor.fail({ path: "^/api/v1/groups$", status: 403, times: 10 })
    const { code, err, out } = await tryOkta("--export", "idp", "--page")
    expect(code).toBe(1)
    expect(err).toMatch(
      /idp: Okta accepts the credentials, but refused .*groups.* \(\/api\/v1\/groups: answered 403\)\. Grant them okta\.groups\.read/
    )
    expect(out).toMatch(/^idp_user: 7 records$/m)
    expect(out).not.toContain("idp_group:")
  })

  it("says which fields stay unread if the vendor refuses an optional lookup", async () => {
    vendor.fail({ path: "/factors$", status: 403, times: 100 })
    const { code, err } = await tryOkta("--export", "idp", "--page")
    expect(code).toBe(0)
    expect(err).toMatch(
      /Okta accepts the credentials, but refused is_mfa_enabled of users \(\/api\/v1\/users\/\{id\}\/factors: answered 403\)\. Check what they may read\./
    )
  })

  it("stops after one page, and shows a row of the vendor next to the record that it became", async () => {
    const before = vendor.journal().length
    const { code, out } = await tryOkta("--export", "idp", "--page", "--samples", "0")
    expect(code).toBe(0)
    expect(out).toMatch(/│ \/api\/v1\/users sent +│ idp_user became +│/)
    expect(out).toMatch(/│ profile\.login: (\S+) +│ .*│/)
    expect(out).not.toContain("... and")
    const pages = vendor.journal().slice(before)
    expect(pages.filter(({ path }) => /^\/api\/v1\/groups\/[^/]+\/users/.test(path)).length).toBeLessThan(3)
  })

  it("records requests and answers without credentials, so that the kit can replay them", async () => {
    const recording = join(folder, "okta.json")
    const records = join(folder, "records.jsonl")
    const { code, err } = await tryOkta("--record", recording, "--out", records)
    expect(code).toBe(0)
    expect(err).toMatch(/okta\.json has \d+ exchanges without credentials\./)
    const [text, lines] = await Promise.all([readFile(recording, "utf8"), readFile(records, "utf8")])
    expect(text + lines).not.toContain(TOKEN)
    expect(text).not.toContain("127.0.0.1")
    const made = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const { report, unanswered } = await Replay.make(okta, Exchange.parse(text))
    expect([report.failures, unanswered]).toEqual([[], []])
    const logins = (users: ReadonlyArray<{ readonly name?: unknown }> = []) => users.map(({ name }) => name).toSorted()
    expect(logins(report.records["idp_user"])).toEqual(
      logins(made.filter(({ kind }) => kind === "idp_user").map(({ record }) => record))
    )
    expect(made).toHaveLength(Object.values(report.records).flat().length)
  })

  it("keeps the token out of what it writes, even if the vendor sends it back", async () => {
    const recording = join(folder, "echo.json")
    vendor.fail({
      path: "^/api/v1/groups$",
      status: 400,
      times: 10,
      body: { echo: `token ${TOKEN}` },
      headers: { "x-echo": TOKEN }
    })
    const { code } = await tryOkta("--export", "idp", "--page", "--record", recording)
    expect(code).toBe(1)
    const text = await readFile(recording, "utf8")
    expect(text).toContain("token [REDACTED]")
    expect(text).not.toContain(TOKEN)
  })
})

describe("tributary try --since", () => {
  it("reads the deltas after the full scans, and says what came", async () => {
    const { code, err } = await tryOkta("--since", "2020-01-01", "--samples", "0")
    expect(code, err).toBe(0)
    expect(err).toMatch(/\nSince 2020-01-01T00:00:00\.000Z:\n/)
    expect(err).toMatch(/^ {2}\/api\/v1\/users: 7 records of idp_user/m)
    const filtered = vendor
      .journal()
      .filter(({ path }) => decodeURIComponent(path).includes("2020-01-01T00:00:00.000Z"))
    expect(filtered.length).toBeGreaterThan(0)
  })

  it("brings nothing of lists that have not changed, and names those without a delta", async () => {
    const { err } = await tryOkta("--since", "2999-01-01T00:00:00+02:00", "--samples", "0")
    expect(err).toContain("Since 2998-12-31T22:00:00.000Z:")
    expect(err).toMatch(/^ {2}\/api\/v1\/users: 0 records of idp_user/m)
    expect(err).toMatch(/^ {2}\S+ has no delta: each job reads it whole$/m)
  })

  it("fails if the vendor refuses a delta", async () => {
    vendor.fail({ path: "^/api/v1/users[?].*2020-01-01", status: 400, times: 10 })
    const { code, err } = await tryOkta("--since", "2020-01-01")
    expect(code).toBe(1)
    expect(err).toMatch(/^ {2}\/api\/v1\/users: .*, then it failed$/m)
  })

  it.each(["yesterday", "2020-13-01", "2020-01-01T00:00:00"])("refuses %s, which is no instant", async (instant) => {
    const { code, err, out } = await tryOkta("--since", instant)
    expect(code).toBe(2)
    expect(out + err).toContain("--since is an instant, such as 2026-01-31 or 2026-01-31T12:00:00Z")
  })
})

describe("The credentials of tributary try", () => {
  it.each([
    ["lines", `OKTA_BASE_URL=https://acme.okta.com\nOKTA_API_TOKEN=${TOKEN}\n`],
    [
      "quotes, comments and export",
      `# Okta\nexport OKTA_BASE_URL="https://acme.okta.com" # ours\nexport OKTA_API_TOKEN='${TOKEN}'\n`
    ],
    ["variables of other programs", `DATABASE_URL=postgres://db\nOKTA_API_TOKEN=${TOKEN}\n`],
    ["line ends of Windows", `OKTA_BASE_URL=https://acme.okta.com\r\nOKTA_API_TOKEN=${TOKEN}\r\n`],
    ["a byte order mark", `\uFEFFOKTA_API_TOKEN=${TOKEN}\n`],
    ["JSON", JSON.stringify({ base_url: "https://acme.okta.com", api_token: TOKEN })]
  ])("come from a file with %s, while --base-url replaces its address", async (_, text) => {
    const file = join(folder, ".env")
    await writeFile(file, text)
    // The smallest export: whatever is read, the credentials come from the file.
    const options = ["--base-url", vendor.url, "--credentials", file, "--export", "idp_policies"]
    const { code, err } = await run(["try", OKTA, ...options])
    expect(code, err).toBe(0)
    expect(err).toContain(`Okta at ${vendor.url}`)
  })

  it("are refused if a line of a file misspells their name", async () => {
    const file = join(folder, ".env")
    await writeFile(file, `OKTA_API_TOKEN=${TOKEN}\nOKTA_API_TOKN=${TOKEN}\n`)
    const { code, err } = await run(["try", OKTA, "--base-url", vendor.url, "--credentials", file])
    expect([code, err]).toEqual([2, expect.stringContaining("OKTA_API_TOKN: is no credential of OKTA")])
  })

  it("come from a JSON file, or from a file of environment variables", async () => {
    // The vendor refuses them, so they were read and sent.
    const refused = `Okta at ${vendor.url}\nOkta refused the credentials`
    const json = join(folder, "credentials.json")
    await writeFile(json, JSON.stringify({ base_url: vendor.url, api_token: `${TOKEN}-wrong` }))
    const env = join(folder, "okta.env")
    await writeFile(env, `OKTA_BASE_URL=${vendor.url}\nOKTA_API_TOKEN=${TOKEN}-wrong\n`)
    for (const file of [json, env]) {
      const { code, err } = await run(["try", "--credentials", file, OKTA])
      expect([code, err]).toEqual([1, expect.stringContaining(refused)])
    }
  })

  it("are named by their variables, with where to find them, if they are missing", async () => {
    const { code, err } = await run(["try", OKTA], { OKTA_BASE_URL: vendor.url })
    expect(code).toBe(2)
    expect(err).toMatch(/Some credentials are missing\..*\n {2}OKTA_API_TOKEN {2}API token: /)
    expect(err).not.toContain("OKTA_BASE_URL")
  })

  it("are not quoted when they are refused", async () => {
    const file = join(folder, "wrong.json")
    await writeFile(file, JSON.stringify({ base_url: `ftp://${TOKEN}`, api_token: TOKEN, api_tokn: TOKEN }))
    const { code, err } = await run(["try", "--credentials", file, OKTA])
    expect(code).toBe(2)
    expect(err).toMatch(/api_tokn: is no credential of OKTA, which has .*api_token/)
    expect(err).toMatch(/base_url: Expected an address/)
    expect(err).not.toContain(TOKEN)
    const none = await run(["try", "--credentials", join(folder, "nowhere"), OKTA])
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("cannot be read")])
    await writeFile(file, "[]")
    expect((await run(["try", "--credentials", file, OKTA])).err).toMatch(/lacks some credentials|has no credentials/)
  })
})
