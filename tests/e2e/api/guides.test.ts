import { readdirSync, readFileSync } from "node:fs"
import { googleWorkspace } from "@tributary/connector-google-workspace"
import { okta } from "@tributary/connector-okta"
import { type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../../support/Service.js"
import * as Curl from "./Curl.js"
import { type Mistake, mistakes } from "./LikeliestMistakes.js"

const PAGE = "likeliest-mistakes.md"
const folder = new URL("../../../runtime-http/guides/", import.meta.url)
const guides = readdirSync(folder).filter((file) => file !== PAGE)

/** What the guides send as the address and the token of a customer. */
const ADDRESS = "https://acme.okta.com"
const TOKEN = "00abc"

/** The host at which the guides have a receiver of webhooks. */
const RECEIVER = "hooks.acme.example"

/** The headers that a reader of the page should look at. */
const shown = ["X-Error-Code", "X-Ignored-Parameters"]

/** Lists of short texts, such as `loc`, take one line. */
const json = (text: string): string =>
  JSON.stringify(JSON.parse(text), null, 2).replace(
    /\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g,
    (_, items: string) => `[${items.replace(/,\s+/g, ", ")}]`
  )

const render = ({ command, remedy, title }: Mistake, { headers, status, text }: Curl.CurlAnswer, number: number) =>
  [
    `## ${number}. ${title}`,
    `\`\`\`sh\n${command}\n\`\`\``,
    [
      "```http",
      `HTTP/1.1 ${status}`,
      ...shown.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])),
      "",
      status < 400 ? "..." : json(text),
      "```"
    ].join("\n"),
    remedy
  ].join("\n\n")

const introduction = `# The ten likeliest mistakes

What the API answers to each, and what to do. A test sends these requests and writes the answers here. The body of a success is left out.

The body of a 422 has \`type\`, \`code\`, \`message\` and \`detail\`, or \`detail\` alone, depending on the operation (see Errors). \`X-Error-Code\` is the
same everywhere, so decide by it.`

describe("the guides of the reference", () => {
  let vendor: DemoVendor
  let service: Service.Service
  let variables: Curl.Variables
  beforeAll(async () => {
    vendor = await startDemoVendor({ users: 5, token: TOKEN, changeEverySeconds: 0 })
    // The guides connect an address that leads to the demo vendor here.
    service = await Service.start({
      connectors: [okta, googleWorkspace],
      settings: {
        TRIBUTARY_BASE_URLS: "https://api.example.com/v1",
        TRIBUTARY_OAUTH_CLIENTS: '{"GOOGLE_WORKSPACE":{"client_id":"example","client_secret":"example"}}',
        TRIBUTARY_HOST_OVERRIDES: `${new URL(ADDRESS).host}=${vendor.url},${RECEIVER}=${vendor.url}`
      }
    })
    const connect = async (key: string, organization: string) => {
      const init = {
        method: "POST",
        key,
        body: JSON.stringify({ vendor: "OKTA", credentials: { base_url: ADDRESS, api_token: TOKEN } })
      }
      return (await service.call(`/provisioning/organizations/${organization}/connections`, init)).body.id
    }
    const { baseUrl, call, key, organizationId, strangersKey } = service
    const strangers = await call("/provisioning/organizations", {
      method: "POST",
      key: strangersKey,
      body: JSON.stringify({ name: "Another account" })
    })
    const connection = await connect(key, organizationId)
    await service.jobOf(connection)
    const page = await call("/idp/users?enableCursor=true&limit=1", { connection })
    variables = {
      API: baseUrl,
      KEY: key,
      ORGANIZATION: organizationId,
      CONNECTION: connection,
      CONNECTION_OF_ANOTHER_ACCOUNT: await connect(strangersKey, strangers.body.id),
      AS_OF: page.headers.get("X-As-Of") ?? "",
      USER_ID: page.body.items[0].id,
      CURSOR: page.body.next_cursor
    }
  })
  afterAll(async () => {
    await service.stop()
    await vendor.close()
  })

  // One after the other, because a reader also runs them in this order: what one pauses, the next one resumes.
  it("contain only commands that work, except those that show an error", async () => {
    const commands = guides.flatMap((file) =>
      Curl.commandsIn(readFileSync(new URL(file, folder), "utf8")).map((command) => ({ file, command }))
    )
    expect(commands.length).toBeGreaterThan(15)
    for (const { command, file } of commands) {
      const { headers, status, text } = await Curl.run(command, variables)
      const said = `${file}: ${command} ${text}`
      if (file === "errors.md") expect(status, said).toBe(422)
      else expect(status, said).toBeLessThan(300)
      expect(headers.get("X-Ignored-Parameters"), said).toBeNull()
    }
  })

  it("show what the API answers to the ten most likely mistakes (update the page with pnpm generate)", async ({
    expect
  }) => {
    const sections: Array<string> = []
    for (const [index, mistake] of mistakes.entries()) {
      const answer = await Curl.run(mistake.command, variables)
      const text = answer.text.replaceAll(variables["CURSOR"] ?? "", "...")
      sections.push(render(mistake, { ...answer, text }, index + 1))
    }
    expect(sections).toHaveLength(10)
    await expect(`${[introduction, ...sections].join("\n\n")}\n`).toMatchFileSnapshot(
      `../../../runtime-http/guides/${PAGE}`
    )
  })
})
