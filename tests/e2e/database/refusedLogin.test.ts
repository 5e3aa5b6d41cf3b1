import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { ConfigProvider, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"
import * as TestAuthority from "../../../runtime-http/test/vendor/network/TestAuthority.js"
import * as Databases from "../../support/process/Databases.js"
import { Postgres } from "../../support/process/Postgres.js"
import { until } from "../../support/Wait.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const isInstalled = Postgres.isInstalled(root)
const name = "A Postgres server with passwords, TLS and rules who may log in"

/** Who may log in to the server, and how. */
const RULES = [
  "host all postgres 127.0.0.1/32 trust",
  "host all app 127.0.0.1/32 scram-sha-256",
  "hostssl all secure 127.0.0.1/32 trust"
]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Writes a file that only the server may read into its data folder. */
const write = (file: string, text: string): string =>
  `copy (select unnest(string_to_array(${quoted(text.trimEnd())}, e'\\n'))) to program ${quoted(`umask 077; cat > ${file}`)}`

describe.skipIf(!isInstalled)(isInstalled ? name : `${name} (skipped: this machine has no Postgres)`, () => {
  const server = new Postgres(root)
  let url = ""

  beforeAll(async () => {
    url = await server.start()
    const { cert, key } = TestAuthority.make().issue("localhost")
    await Databases.run(
      url,
      "create role app login password 'right'",
      "create role secure login",
      "create role stranger login",
      write("server.crt", cert),
      write("server.key", key),
      write("pg_hba.conf", RULES.join("\n")),
      "alter system set ssl = on",
      "select pg_reload_conf()"
    )
    await until(async () => ((await migrate("stranger")).includes("pg_hba.conf") ? true : null))
  })

  afterAll(() => server.remove())

  /** What `tributary migrate --status` prints for this user. */
  const migrate = async (user: string, rest = "") => {
    const address = `${url.replace("postgres@", `${user}@`)}${rest}`
    const printed: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void printed.push(format(...values)))
    await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", "migrate", "--status"]), {
        ...console,
        log: print,
        error: print
      })
    ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["DATABASE_URL", address]]))), Effect.runPromise)
    // Behind the line that names the database.
    return printed.slice(1).join("\n")
  }

  it("is named with the reason why it refuses: a password, a user, an address, or a certificate", async () => {
    const subject = (user: string) =>
      `The database "postgres" at ${new URL(url).host}, with the user "${user}", cannot be used: `
    expect(await migrate("app:wr0ng")).toBe(
      `${subject("app")}the password is wrong (28P01: password authentication failed for user "app"). Correct the user and the password in DATABASE_URL.`
    )
    expect(await migrate("app")).toBe(
      `${subject("app")}it asks for a password, and DATABASE_URL has none. Add it to DATABASE_URL.`
    )
    expect(await migrate("app:right")).toContain("pending")
    const outside = await migrate("stranger")
    expect(outside).toContain(
      `${subject("stranger")}it does not let this user in (28000: no pg_hba.conf entry for host`
    )
    const plain = await migrate("secure")
    expect(plain).toContain(`${subject("secure")}it does not let this user in (28000: no pg_hba.conf entry for host`)
    expect(plain).toContain("no encryption). Correct the user in DATABASE_URL, or let it log in from this machine")
    expect(await migrate("secure", "?sslmode=verify-full")).toContain(
      `${subject("secure")}its certificate is not signed by an authority that this machine trusts (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Name the file`
    )
    expect(await migrate("secure", "?sslmode=no-verify")).toContain("pending")
  })

  it("is named with the reason while it shuts down", async () => {
    await Databases.connected(url, async (client) => {
      // It waits for this session to end, and lets nobody else in.
      await client.query(`copy (select 1) to program 'kill -TERM $(head -1 postmaster.pid)'`)
      const reason = await until(async () => {
        const text = await migrate("app:right")
        return text.includes("57P03") ? text : null
      })
      expect(reason).toContain("it starts, recovers or shuts down (57P03: the database system is shutting down). Try")
    })
  })
})
