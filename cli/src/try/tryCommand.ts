import { Args, Command, Options } from "@effect/cli"
import { Effect, Option, Schema } from "effect"
import * as BrowserConsent from "./consent/BrowserConsent.js"
import * as Output from "./Output.js"
import * as Try from "./Try.js"
import * as Watch from "./Watch.js"

const DEFAULT_SAMPLES = 5

/** Fixed, because most vendors send browsers back only to addresses that were registered with them. */
const DEFAULT_REDIRECT_PORT = 8914

const text = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

/** An instant with its zone in ISO 8601; without a zone it would depend on the machine. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

const Instant = Schema.String.pipe(
  Schema.filter((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)))
).annotations({ message: () => "--since is an instant, such as 2026-01-31 or 2026-01-31T12:00:00Z" })

const options = {
  exportTypes: Options.text("export").pipe(
    Options.withDescription("An export type to read, such as idp; may be repeated. All of them without it."),
    Options.repeated
  ),
  credentials: text(
    "credentials",
    "Where the credentials come from: env (variables such as OKTA_API_TOKEN), prompt, or a file of JSON or NAME=value lines. Without it, the environment, then questions."
  ),
  authType: text(
    "auth-type",
    "The way to sign in, such as OAUTH2_AUTHORIZATION_CODE for a consent in the browser. The connector's first way without it."
  ),
  redirectPort: Options.integer("redirect-port").pipe(
    Options.withSchema(
      Schema.Int.pipe(Schema.between(0, 65_535)).annotations({
        message: () => "--redirect-port is a port, such as 8914, or 0 for a free one"
      })
    ),
    Options.withDescription(
      `For a consent: the port of this machine to which the browser comes back, at http://127.0.0.1:<port>/callback; ${DEFAULT_REDIRECT_PORT} by default, 0 for a free one.`
    ),
    Options.withDefault(DEFAULT_REDIRECT_PORT)
  ),
  baseUrl: text("base-url", "The address to call instead of the vendor's, such as that of a fake one on this machine."),
  record: text(
    "record",
    "A file for what was sent and received, without credentials, as ConnectorTest.replay reads it; its folder is made."
  ),
  out: text("out", "A file for the records, one line of JSON each; its folder is made."),
  since: Options.text("since").pipe(
    Options.withSchema(Instant),
    Options.map((text) => new Date(text).toISOString()),
    Options.withDescription(
      "After the full scans, also reads what changed since this instant, such as 2026-01-31T12:00:00Z, as a later job would."
    ),
    Options.optional
  ),
  watch: Options.boolean("watch").pipe(
    Options.withDescription("Runs again whenever a file of the connector is saved.")
  ),
  page: Options.boolean("page").pipe(
    Options.withDescription("Stops after the first page of each list, and shows a row beside the record it became.")
  ),
  samples: Options.integer("samples").pipe(
    Options.withSchema(
      Schema.NonNegativeInt.annotations({ message: () => "--samples is a number of records, such as 5 or 0" })
    ),
    Options.withDescription(`How many records of each kind to show; ${DEFAULT_SAMPLES} by default.`),
    Options.withDefault(DEFAULT_SAMPLES)
  )
}

const module = Args.text({ name: "module" }).pipe(
  Args.withDescription("The connector: a path such as src/index.ts, a package, or a short name such as okta.")
)

/** `tributary try`: reads a connector's lists from its vendor, or from a fake one, and shows what they become. */
export const tryCommand = Command.make("try", { module, ...options }, (typed) =>
  Effect.gen(function* () {
    const screen = yield* Output.screen
    const folder = process.cwd()
    const attempt = Try.run(
      {
        module: typed.module,
        exportTypes: typed.exportTypes,
        credentials: Option.getOrNull(typed.credentials),
        authType: Option.getOrNull(typed.authType),
        redirectPort: typed.redirectPort,
        baseUrl: Option.getOrNull(typed.baseUrl),
        record: Option.getOrNull(typed.record),
        out: Option.getOrNull(typed.out),
        since: Option.getOrNull(typed.since),
        isOnePage: typed.page,
        samples: typed.samples
      },
      { consents: yield* BrowserConsent.make, folder, screen }
    )
    yield* typed.watch ? Watch.repeat(attempt, { module: typed.module, folder }) : attempt
  }).pipe(Effect.scoped)
).pipe(
  Command.withDescription(
    "Reads the lists of a connector from its vendor, or from a fake one, without a runtime and a database, and shows what they become."
  )
)
