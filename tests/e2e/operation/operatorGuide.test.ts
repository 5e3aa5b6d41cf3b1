import { readFileSync } from "node:fs"
import { format } from "node:util"
import { okta } from "@tributary/connector-okta"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { program } from "@tributary/runtime-http/cli"
import { ConfigProvider, Effect } from "effect"
import pg from "pg"
import { it } from "vitest"
import { onPostgres } from "../../../runtime-http/test/TestDatabase.js"
import * as Service from "../../support/Service.js"
import * as StableAnswers from "../../support/StableAnswers.js"

const guide = new URL("../../../runtime-http/guides/operators.md", import.meta.url)

/** A command of the guide, and what it prints below it. */
const SHOWN = /```sh\nnpx tributary (.+)\n```\n\n```text\n[\s\S]*?```/g

const ADDRESS = "https://acme.okta.com"
const TOKEN = "00abc"

/** What a command prints. */
const run = async (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) => {
  const lines: Array<string> = []
  const into = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(format(...values)))
  const code = await Effect.consoleWith((console) =>
    Effect.withConsole(program([process.execPath, "tributary", ...args]), { ...console, log: into, error: into })
  ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))), Effect.runPromise)
  return { code, text: lines.join("\n") }
}

/** What differs from run to run, but for ids. */
const withoutTimes = (text: string): string =>
  text
    .replace(/tribop_[\w-]{43}/g, "tribop_...")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-01-05T09:00:00.000Z")

/** The rows of a table in an order that does not depend on ids, which are others in each run. */
const inOrder = (command: string, text: string): string => {
  if (!/^connections (?:pause|resume|sync)/.test(command)) return text
  const [titles = "", ...lines] = text.split("\n")
  const end = lines.indexOf("")
  return [titles, ...lines.slice(0, end).toSorted(), ...lines.slice(end)].join("\n")
}

onPostgres("The guide for operators", () => {
  it("shows what its commands print, which all work (update the page with pnpm generate)", async ({ expect }) => {
    const vendor = await startDemoVendor({ users: 5, token: TOKEN, changeEverySeconds: 0 })
    const service = await Service.start({
      connectors: [okta],
      settings: { TRIBUTARY_HOST_OVERRIDES: `${new URL(ADDRESS).host}=${vendor.url}` }
    })
    const database = new pg.Client(service.databaseUrl ?? "")
    await database.connect()
    try {
      const ids: Array<string> = []
      for (const identifier of ["emea", "apac"]) {
        const { body } = await service.connect("OKTA", { base_url: ADDRESS, api_token: TOKEN }, { identifier })
        await service.jobOf(body.id)
        ids.push(body.id)
      }
      await database.query(
        `insert into connection_problem (connection_id, extractor, reason, export_type, endpoint, detail, permissions, first_seen_at)
        values ($1, 'idp /api/v1/users', 'CREDENTIALS_REFUSED', 'idp', '/api/v1/users', 'answered 401', '[]', now() - interval '3 hours 10 minutes')`,
        [ids[0]]
      )
      await database.query(
        `insert into job (id, connection_id, status, created_at, started_at, finished_at, failure_reason)
        values (gen_random_uuid(), $1, 'FAILED', now() - interval '170 minutes', now() - interval '170 minutes', now() - interval '160 minutes',
          'Okta refused the credentials (/api/v1/users: answered 401).')`,
        [ids[0]]
      )
      const answers = StableAnswers.make(new Date())
      const settings = {
        DATABASE_URL: service.databaseUrl ?? "",
        TRIBUTARY_URL: service.baseUrl.replace(/\/v1$/, ""),
        TRIBUTARY_OPERATOR_KEY: service.operatorKey
      }
      const text = readFileSync(guide, "utf8")
      let rendered = text
      const commands = [...text.matchAll(SHOWN)]
      expect(commands.length).toBeGreaterThan(7)
      for (const [shown, command = ""] of commands) {
        const { code, text: printed } = await run(command.split(" "), settings)
        expect(code, `${command}: ${printed}`).toBe(0)
        for (const line of printed.split("\n")) {
          const isTable =
            command.startsWith("connections") || command.startsWith("jobs") || command.startsWith("status")
          if (isTable && !line.includes("  Okta ")) expect(line.length, line).toBeLessThanOrEqual(100)
        }
        const stable = inOrder(command, String(answers.stable(withoutTimes(printed))).trimEnd())
        rendered = rendered.replace(
          shown,
          () => `\`\`\`sh\nnpx tributary ${command}\n\`\`\`\n\n\`\`\`text\n${stable}\n\`\`\``
        )
      }
      await expect(rendered).toMatchFileSnapshot("../../../runtime-http/guides/operators.md")
    } finally {
      await database.end()
      await service.stop()
      await vendor.close()
    }
  })
})
