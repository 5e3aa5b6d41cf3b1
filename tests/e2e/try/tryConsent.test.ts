import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { googleWorkspace } from "@tributary/connector-google-workspace"
import { Exchange, Replay } from "@tributary/core/replay"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { replies } from "../../../connectors/google-workspace/test/fixtures/replies.js"
import * as CommandLine from "../../support/CommandLine.js"
import * as ConsentServer from "../../support/vendor/ConsentServer.js"
import { until } from "../../support/Wait.js"

const SECRET = "canary-client-secret-41c7"
const client = { clientId: "tried-by-ada", clientSecret: SECRET }

const source = fileURLToPath(new URL("../../../connectors/google-workspace/src/index.ts", import.meta.url))

let command: CommandLine.CommandLine
let folder: string

beforeAll(async () => {
  command = await CommandLine.build()
  folder = await mkdtemp(join(tmpdir(), "tributary-try-consent-"))
})
afterAll(async () => {
  await command?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** A port of this machine that is in use until it is freed. */
const taken = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { port, free: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** A run of `tributary try` for Google Workspace, played by a vendor that consents at once. */
const world = async (options: ReadonlyArray<string> = [], env: Readonly<Record<string, string>> = {}, port = 0) => {
  const vendor = await ConsentServer.start(replies, {
    authorizePath: "/o/oauth2/v2/auth",
    tokenPath: "/token",
    client
  })
  onTestFinished(vendor.stop)
  const run = command.start(
    ["try", source, "--base-url", vendor.url, "--redirect-port", String(port), "--samples", "0", ...options],
    {
      GOOGLE_WORKSPACE_OAUTH_CLIENT_ID: client.clientId,
      GOOGLE_WORKSPACE_OAUTH_CLIENT_SECRET: SECRET,
      ...env
    }
  )
  onTestFinished(() => void run.process.kill())
  /** The address that the command shows, and the one to which the browser comes back. */
  const page = async () => {
    const address = new URL(await until(async () => /^ {2}(http\S+)$/m.exec(run.err())?.[1] ?? null))
    return {
      address,
      callback: address.searchParams.get("redirect_uri") ?? "",
      state: address.searchParams.get("state")
    }
  }
  return { page, run, vendor }
}

describe("tributary try with a consent", () => {
  it("shows the vendor's page, takes the code that comes back, and reads with its tokens", async () => {
    const recording = join(folder, "google.json")
    const { page, run, vendor } = await world(["--record", recording])
    const { address, callback } = await page()
    expect([address.origin, new URL(callback).hostname]).toEqual([vendor.url, "127.0.0.1"])
    // Without both, Google gives no refresh token, and the consent would end after an hour.
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ access_type: "offline", prompt: "consent" })
    const answer = await fetch(address)
    expect([answer.status, await answer.text()]).toEqual([200, "Go back to the terminal. You can close this window.\n"])
    expect(await run.ended, run.err()).toBe(0)
    expect(run.err()).toMatch(/^Google Workspace gave an access token\.$/m)
    expect(run.err()).toMatch(/\d+ records of \d+ kinds in/)
    const text = await readFile(recording, "utf8")
    for (const secret of vendor.issuer.secrets()) expect(run.out() + run.err() + text).not.toContain(secret)
    const { report, unanswered } = await Replay.make(googleWorkspace, Exchange.parse(text))
    expect([report.failures, unanswered]).toEqual([[], []])
  })

  it("renews a token that expires during the run, and goes on", async () => {
    const { page, run, vendor } = await world(["--export", "idp"])
    vendor.onAsked((count) => {
      if (count === 3) vendor.issuer.expire()
    })
    await fetch((await page()).address)
    expect(await run.ended, run.err()).toBe(0)
    expect(vendor.issuer.renewals()).toEqual({ done: 1, refused: 0 })
  })

  it("says that the customer has to consent again when the consent is withdrawn during the run", async () => {
    const { page, run, vendor } = await world(["--export", "idp"])
    vendor.onAsked((count) => {
      if (count === 3) vendor.issuer.revoke()
    })
    await fetch((await page()).address)
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain("does not accept the consent any more")
  })

  it("ignores a browser of another visit, and ends in a sentence when the consent is refused", async () => {
    const { page, run } = await world()
    const { callback, state } = await page()
    expect((await fetch(`${callback}?code=stolen&state=other`)).status).toBe(400)
    expect((await fetch(`${callback}/other?state=${state}&code=c`)).status).toBe(404)
    await fetch(`${callback}?error=access_denied&state=${state}`)
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain("The consent was not given on the page of Google Workspace.")
  })

  it("quotes another error of the vendor's page, without characters that a terminal obeys", async () => {
    const { page, run } = await world()
    const { callback, state } = await page()
    await fetch(
      `${callback}?error=invalid_scope&error_description=${encodeURIComponent("No such \u001b[31mscope")}&state=${state}`
    )
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain("Google Workspace sent the browser back with the error invalid_scope: No such ")
    expect(run.err()).not.toContain("\u001b")
  })

  it("names the variables of the client and the address of the browser when the vendor gives no tokens", async () => {
    const { page, run } = await world([], { GOOGLE_WORKSPACE_OAUTH_CLIENT_SECRET: `${SECRET}-wrong` })
    const { address, callback } = await page()
    await fetch(address)
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain("invalid_client")
    expect(run.err()).toContain(
      `Check GOOGLE_WORKSPACE_OAUTH_CLIENT_ID and GOOGLE_WORKSPACE_OAUTH_CLIENT_SECRET, whether the client may use ${callback}`
    )
    expect(run.err()).not.toContain(SECRET)
  })

  it("names the variables of the client if they are missing, and the ways to sign in if there is no such way", async () => {
    const { run } = await world([], { GOOGLE_WORKSPACE_OAUTH_CLIENT_SECRET: "" })
    expect(await run.ended).toBe(2)
    expect(run.err()).toMatch(/^ {2}GOOGLE_WORKSPACE_OAUTH_CLIENT_SECRET {2}Client secret: /m)
    const other = command.start(["try", source, "--auth-type", "BASIC"])
    expect(await other.ended).toBe(2)
    expect(other.err()).toContain(
      "GOOGLE_WORKSPACE has no way to sign in BASIC. It has OAUTH2_AUTHORIZATION_CODE, OAUTH2_JWT_BEARER."
    )
  })

  it("says so when the port is in use", async () => {
    const { free, port } = await taken()
    onTestFinished(free)
    const { run } = await world([], {}, port)
    expect(await run.ended).toBe(1)
    expect(run.err()).toContain(`Port ${port} of this machine is in use. Pass another one with --redirect-port`)
  })

  it("ends at once on Ctrl-C while it waits for the browser", async () => {
    const { page, run } = await world()
    await page()
    run.process.kill("SIGINT")
    expect(await run.ended).toBe(130)
  })
})
