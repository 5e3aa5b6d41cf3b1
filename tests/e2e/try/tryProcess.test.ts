import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tenable } from "../../recordings/tenable.js"
import * as VendorReplay from "../../recordings/VendorReplay.js"
import * as CommandLine from "../../support/CommandLine.js"
import { until } from "../../support/Wait.js"

const TOKEN = "canary-token-0b6d9c3e"

const sourceOf = (connector: string): string =>
  fileURLToPath(new URL(`../../../connectors/${connector}/src/index.ts`, import.meta.url))

let command: CommandLine.CommandLine
let vendor: DemoVendor
let folder: string

beforeAll(async () => {
  command = await CommandLine.build()
  vendor = await startDemoVendor({ users: 5, token: TOKEN, changeEverySeconds: 0 })
  folder = await mkdtemp(join(tmpdir(), "tributary-try-"))
})
afterAll(async () => {
  await vendor?.close()
  await command?.remove()
  await rm(folder, { recursive: true, force: true })
})

describe("The process of tributary try", () => {
  const tryOkta = (token: string, ...options: ReadonlyArray<string>) =>
    command.start(["try", sourceOf("okta"), "--base-url", vendor.url, ...options], { OKTA_API_TOKEN: token })

  it("writes records to standard output and everything else to standard error, and exits with 0", async () => {
    const run = tryOkta(TOKEN, "--page")
    expect(await run.ended, run.err()).toBe(0)
    expect(run.out()).toMatch(/^idp_user: 5 records$/m)
    expect(run.out()).not.toContain("The credentials are accepted")
    expect(run.err()).toMatch(/The credentials are accepted/)
    expect(run.out() + run.err()).not.toContain(TOKEN)
  })

  it("exits with 1 if a list cannot be read, and with 2 if the command is malformed", async () => {
    const refused = tryOkta(`${TOKEN}-wrong`)
    expect(await refused.ended).toBe(1)
    expect(refused.err()).toMatch(/Okta refused the credentials \(\/api\/v1\/users\?limit=1: answered 401\)\./)
    expect(refused.out() + refused.err()).not.toContain(TOKEN)
    const unasked = command.start(["try", sourceOf("okta")], { OKTA_API_TOKEN: "" })
    expect(await unasked.ended).toBe(2)
    expect(unasked.err()).toContain("OKTA_API_TOKEN")
  })

  it("ends at once on Ctrl-C, and keeps what was recorded so far", async () => {
    const file = join(folder, "interrupted.json")
    vendor.fail({ path: "^/api/v1/groups$", hang: true, times: 10 })
    const run = tryOkta(TOKEN, "--record", file)
    await until(async () => (vendor.journal().some(({ status }) => status === 0) ? true : null))
    run.process.kill("SIGINT")
    expect(await run.ended).toBe(130)
    expect(run.err()).toMatch(/interrupted\.json has \d+ exchanges without credentials/)
    expect(run.err()).not.toMatch(/Error|\n {4}at /)
    const text = await readFile(file, "utf8")
    expect(text).toContain('"/api/v1/users"')
    expect(text).not.toContain(TOKEN)
  })
})

describe("The process of tributary try over recorded answers", () => {
  const { material } = VendorReplay

  it.skipIf(material.folder === null)(
    `reads a vendor with a fixed host, and its export jobs${material.reason}`,
    async () => {
      const server = await VendorReplay.start(tenable.replay)
      try {
        const run = command.start(["try", sourceOf("tenable"), "--base-url", server.url, "--samples", "1"], {
          TENABLE_ACCESS_KEY: "canary-access-5a1c",
          TENABLE_SECRET_KEY: "canary-secret-77d2"
        })
        expect(await run.ended, run.err()).toBe(0)
        expect(run.out()).toMatch(/^device: 9 records$/m)
        expect(run.out()).toMatch(/^vulnerability: 10 records$/m)
        expect(run.out() + run.err()).not.toMatch(/canary/)
      } finally {
        server.stop()
      }
    }
  )
})
