import type { HostPolicy } from "@tributary/core"
import {
  Config,
  ConfigError,
  ConfigProvider,
  Data,
  Duration,
  Effect,
  Either,
  LogLevel,
  Option,
  type Redacted
} from "effect"
import * as HostOverrides from "./vendor/HostOverrides.js"

/** A setting cannot be used: which one, and what was expected; never the value of one that is secret. */
export class SettingsError extends Data.TaggedError("SettingsError")<{ readonly message: string }> {}

/** Every setting of a runtime process, read once from the environment. */
export interface RuntimeConfig {
  /** `HOST` (127.0.0.1), `PORT` (8080): where the API listens. */
  readonly host: string
  readonly port: number
  /** `TRIBUTARY_BASE_URLS`: public regional base addresses, comma-separated, each ending in `/v1`; the own address by default. */
  readonly baseUrls: ReadonlyArray<string>
  /** `TRIBUTARY_REGION` (default): the region that this deployment serves; keys of other regions' accounts are unknown here. */
  readonly region: string
  /** `DATABASE_URL`: a Postgres server; without it an embedded one runs on the data folder. */
  readonly databaseUrl: Redacted.Redacted | null
  /** `TRIBUTARY_DATABASE_CONNECTIONS` (20): the size of the pool on a Postgres server. */
  readonly databaseConnections: number
  /** `TRIBUTARY_DATA_DIR` (.tributary): the embedded database, and the master key where no setting gives one. */
  readonly dataDir: string
  /** `TRIBUTARY_MASTER_KEY`: `<id>:<base64 of 32 bytes>`, older keys after commas; every process needs the same. */
  readonly masterKey: Redacted.Redacted | null
  /** `TRIBUTARY_ALLOW_LOOPBACK` (false): connections may lead to this machine, for vendor simulators. */
  readonly allowLoopback: boolean
  /** `TRIBUTARY_ALLOW_PRIVATE` (false): connections may lead to private networks, for scanners on a customer's own hosts. */
  readonly allowPrivate: boolean
  /** `TRIBUTARY_HOST_OVERRIDES`: other addresses for vendors' hosts, as `graph.microsoft.com=https://graph.microsoft.us`, comma-separated. */
  readonly hostOverrides: HostPolicy.Overrides
  /** `TRIBUTARY_RUNNER_HOST`, `TRIBUTARY_RUNNER_PORT` (34431): where the other processes of one Postgres reach this one. */
  readonly runnerHost: string
  readonly runnerPort: number
  /** `TRIBUTARY_JOBS_AT_ONCE`: jobs this process runs together; 8, and 2 on the embedded database. */
  readonly jobsAtOnce: number
  /** `TRIBUTARY_DRAIN_SECS` (3): how long running jobs may finish when the process stops, before they are handed over. */
  readonly drain: Duration.Duration
  /** `TRIBUTARY_FULL_SCAN_SECS` (86400): a delta follows only a full scan younger than this. */
  readonly fullScanSecs: number
  /** `TRIBUTARY_SWEEP_MAX_SHARE` (0.5), `TRIBUTARY_SWEEP_MIN_RECORDS` (100): larger sweeps wait for a confirmation. */
  readonly sweepMaxShare: number
  readonly sweepMinRecords: number
  /** `TRIBUTARY_RETENTION_DAYS` (30): how long deleted connections, hidden records and the history of jobs are kept. */
  readonly retentionDays: number
  /** `TRIBUTARY_REQUESTS_PER_SECOND` (200): of one API key, per process. */
  readonly requestsPerSecond: number
  /** `TRIBUTARY_LOG_LEVEL` (Info): All, Trace, Debug, Info, Warning, Error, Fatal or None. */
  readonly logLevel: LogLevel.LogLevel
}

const within = (name: string, config: Config.Config<number>, low: number, high: number) =>
  config.pipe(
    Config.validate({
      message: `${name}: expected a number from ${low} to ${high}`,
      validation: (value: number) => value >= low && value <= high
    })
  )

const integer = (name: string, fallback: number, low: number, high: number) =>
  within(name, Config.integer(name).pipe(Config.withDefault(fallback)), low, high)

const optionalSecret = (name: string) => Config.redacted(name).pipe(Config.option, Config.map(Option.getOrNull))

const isBaseUrl = (text: string): boolean => URL.canParse(text) && /\/v1$/.test(text)

const levels = ["All", "Trace", "Debug", "Info", "Warning", "Error", "Fatal", "None"] as const

const settings = Config.all({
  host: Config.nonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: integer("PORT", 8080, 0, 65_535),
  baseUrls: Config.array(Config.nonEmptyString(), "TRIBUTARY_BASE_URLS").pipe(
    Config.withDefault([]),
    Config.validate({
      message: "TRIBUTARY_BASE_URLS: expected addresses such as https://api.example.com/v1, separated by commas",
      validation: (all: ReadonlyArray<string>) => all.every(isBaseUrl)
    })
  ),
  region: Config.nonEmptyString("TRIBUTARY_REGION").pipe(
    Config.withDefault("default"),
    Config.validate({
      message: "TRIBUTARY_REGION: expected up to 63 lower-case letters, digits and dashes, such as eu",
      validation: (name: string) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
    })
  ),
  databaseUrl: optionalSecret("DATABASE_URL"),
  databaseConnections: integer("TRIBUTARY_DATABASE_CONNECTIONS", 20, 4, 500),
  dataDir: Config.nonEmptyString("TRIBUTARY_DATA_DIR").pipe(Config.withDefault(".tributary")),
  masterKey: optionalSecret("TRIBUTARY_MASTER_KEY"),
  allowLoopback: Config.boolean("TRIBUTARY_ALLOW_LOOPBACK").pipe(Config.withDefault(false)),
  allowPrivate: Config.boolean("TRIBUTARY_ALLOW_PRIVATE").pipe(Config.withDefault(false)),
  hostOverrides: Config.string("TRIBUTARY_HOST_OVERRIDES").pipe(
    Config.withDefault(""),
    Config.mapOrFail((text) =>
      Either.mapLeft(HostOverrides.parse(text), (fault) =>
        ConfigError.InvalidData(["TRIBUTARY_HOST_OVERRIDES"], `TRIBUTARY_HOST_OVERRIDES: ${fault}`)
      )
    )
  ),
  runnerHost: Config.nonEmptyString("TRIBUTARY_RUNNER_HOST").pipe(Config.withDefault("127.0.0.1")),
  runnerPort: integer("TRIBUTARY_RUNNER_PORT", 34_431, 1, 65_535),
  jobsAtOnce: within("TRIBUTARY_JOBS_AT_ONCE", Config.integer("TRIBUTARY_JOBS_AT_ONCE"), 1, 1_000).pipe(Config.option),
  drain: integer("TRIBUTARY_DRAIN_SECS", 3, 0, 600).pipe(Config.map(Duration.seconds)),
  fullScanSecs: integer("TRIBUTARY_FULL_SCAN_SECS", 86_400, 60, 31_536_000),
  sweepMaxShare: within(
    "TRIBUTARY_SWEEP_MAX_SHARE",
    Config.number("TRIBUTARY_SWEEP_MAX_SHARE").pipe(Config.withDefault(0.5)),
    0,
    1
  ),
  sweepMinRecords: integer("TRIBUTARY_SWEEP_MIN_RECORDS", 100, 1, 1_000_000_000),
  retentionDays: integer("TRIBUTARY_RETENTION_DAYS", 30, 1, 3_650),
  requestsPerSecond: integer("TRIBUTARY_REQUESTS_PER_SECOND", 200, 1, 1_000_000),
  logLevel: Config.literal(...levels)("TRIBUTARY_LOG_LEVEL").pipe(
    Config.withDefault("Info" as const),
    Config.map(LogLevel.fromLiteral)
  )
})

/** A setting's text as it stands, whatever it is read as. What `primitive` makes is one; its type forgets that. */
const verbatim = Config.primitive("a text", Either.right) as Config.Config.Primitive<string>

/** Compose files and CI systems hand on a variable that nobody set as an empty text: it counts as not there. */
const emptyIsUnset = (provider: ConfigProvider.ConfigProvider): ConfigProvider.ConfigProvider => {
  const { flattened } = provider
  return ConfigProvider.fromFlat({
    ...flattened,
    load: (path, primitive, split) =>
      Effect.flatMap(flattened.load(path, verbatim, false), ([text = ""]) =>
        text.trim() === ""
          ? Effect.fail(ConfigError.MissingData([...path], `Expected ${path.join(".")} to be set`))
          : flattened.load(path, primitive, split)
      )
  })
}

/** Reads the settings from the environment, where an empty one is none; says every fault by the setting's name. */
export const load: Effect.Effect<RuntimeConfig, SettingsError> = Effect.configProviderWith((provider) =>
  Effect.withConfigProvider(settings, emptyIsUnset(provider))
).pipe(
  Effect.mapError((error) => new SettingsError({ message: `A setting cannot be used. ${String(error)}` })),
  Effect.map((read): RuntimeConfig => {
    const { jobsAtOnce, ...rest } = read
    return { ...rest, jobsAtOnce: Option.getOrElse(jobsAtOnce, () => (rest.databaseUrl === null ? 2 : 8)) }
  })
)
