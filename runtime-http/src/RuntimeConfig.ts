import { Extractor, FullScanInterval, type HostPolicy } from "@tributary/core"
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
import * as EmptySettings from "./EmptySettings.js"
import * as PageSettings from "./http/connect/PageSettings.js"
import * as ProductName from "./http/connect/ProductName.js"
import * as TimingBounds from "./http/parts/TimingBounds.js"
import * as SecretSetting from "./SecretSetting.js"
import type { AccountQuotas } from "./store/accounts/AccountQuotas.js"
import * as Transit from "./store/secrets/Transit.js"
import * as OtlpHeaders from "./telemetry/OtlpHeaders.js"
import * as HostOverrides from "./vendor/HostOverrides.js"
import * as CaFile from "./vendor/network/CaFile.js"
import * as OutgoingProxy from "./vendor/network/OutgoingProxy.js"
import * as OAuth2Clients from "./vendor/oauth2/OAuth2Clients.js"
import * as RateCaps from "./vendor/RateCaps.js"
import * as VendorClient from "./vendor/VendorClient.js"

/** A setting has an invalid value. The message names the setting and what was expected, and never quotes a secret. */
export class SettingsError extends Data.TaggedError("SettingsError")<{
  /** The invalid settings, and what was expected of each. */
  readonly message: string
}> {}

/** The port of the API if `PORT` is not set. */
export const DEFAULT_PORT = 8080

/** Every setting of a runtime process, read once from the environment. */
export interface RuntimeConfig {
  /** `HOST` (127.0.0.1): the address that the API listens on; 0.0.0.0 for every interface. */
  readonly host: string
  /** `PORT` (8080): the port that the API listens on; 0 picks a free one. */
  readonly port: number
  /** `TRIBUTARY_BASE_URLS`: comma-separated public base addresses of the regions, each ending in `/v1`, for the reference, `logo_url` and links for customers, which begin with the first; relative to this server by default. */
  readonly baseUrls: ReadonlyArray<string>
  /** `TRIBUTARY_OAUTH_CLIENTS`: the OAuth clients with which this service is registered at vendors, as JSON such as `{"<vendor>":{"client_id":"...","client_secret":"..."}}`; without a vendor's client, nobody can consent there. A GitHub App also needs `private_key`, the content of its key's file, and `app_slug`, its name in addresses. Register the first of `TRIBUTARY_BASE_URLS` with `/oauth2/callback` as the redirect address of each client. `TRIBUTARY_OAUTH_CLIENTS_FILE` names a file that contains it. */
  readonly oauthClients: OAuth2Clients.Clients
  /** `TRIBUTARY_CONNECT_NAME`: the name of your product, which your customers read on the page with which they connect their tools, and on that before a consent. */
  readonly connectName: string | null
  /** `TRIBUTARY_CONNECT_COLOR`: the colour of your product on the page with which customers connect, such as `#0055aa`. */
  readonly connectColor: string | null
  /** `TRIBUTARY_CONNECT_LOGO`: the path of your product's logo for the page with which customers connect, an SVG or PNG file of at most 64 KiB, best as a square. */
  readonly connectLogo: PageSettings.ProductLogo | null
  /** `TRIBUTARY_CONNECT_ORIGINS`: comma-separated origins of your product's pages that may frame the page with which customers connect, such as `https://app.example.com`; without them, it only opens by itself. */
  readonly connectOrigins: ReadonlyArray<string>
  /** `TRIBUTARY_REGION` (default): the region that this deployment serves; API keys of accounts in other regions do not work here. */
  readonly region: string
  /** `DATABASE_URL`: the Postgres server; when not set, an embedded Postgres runs in `TRIBUTARY_DATA_DIR`. `DATABASE_URL_FILE` names a file that contains it. */
  readonly databaseUrl: Redacted.Redacted | null
  /** `TRIBUTARY_MIGRATE` (true): whether the start brings the schema of the database up to date; with `false`, it refuses a database that lacks migrations, and `tributary migrate` runs them. */
  readonly migrates: boolean
  /** `TRIBUTARY_API_DATABASE_CONNECTIONS` (10): how many connections this process opens to the Postgres server for API requests, at most. */
  readonly apiDatabaseConnections: number
  /** `TRIBUTARY_SYNC_DATABASE_CONNECTIONS` (15): how many connections this process opens to the Postgres server for jobs and its other background work, at most; a job uses one at a time, so keep it above `TRIBUTARY_JOBS_AT_ONCE`. */
  readonly syncDatabaseConnections: number
  /** `TRIBUTARY_DATA_DIR` (.tributary): the folder of the embedded database, and of its master key when `TRIBUTARY_MASTER_KEY` is not set. */
  readonly dataDir: string
  /** `TRIBUTARY_HOLD` (false): whether the start of this process holds the installation, as `tributary hold` does, before anything runs: for the first start of a database that was restored. Remove it before `tributary resume`, or the next start holds it again. */
  readonly hold: boolean
  /** `TRIBUTARY_MASTER_KEY`: the key that encrypts credentials, as `<id>:<base64 of 32 bytes>`; older keys follow after commas. Every process needs the same value; without it, only the embedded database starts, with a key in its folder. `TRIBUTARY_MASTER_KEY_FILE` names a file that contains it. */
  readonly masterKey: Redacted.Redacted | null
  /** `TRIBUTARY_KEY_SERVICE_URL`: the address of a key in the Transit engine of HashiCorp Vault or OpenBao, such as `https://vault.example:8200/v1/transit/keys/tributary`. It encrypts credentials instead of the first key of `TRIBUTARY_MASTER_KEY`, which is only needed while it still opens something. Every process needs the same value. `NODE_EXTRA_CA_CERTS` names a file with its certificate authority. */
  readonly keyServiceUrl: Transit.Address | null
  /** `TRIBUTARY_KEY_SERVICE_TOKEN`: the token for the key service; without it none is sent, as to an agent that adds its own. `TRIBUTARY_KEY_SERVICE_TOKEN_FILE` names a file that contains it, which is read again each time. */
  readonly keyServiceToken: SecretSetting.RenewedSecret | null
  /** `TRIBUTARY_KEY_SERVICE_SEALS` (true): whether the key service encrypts; with `false` the first key of `TRIBUTARY_MASTER_KEY` does, and the service only decrypts, for the first and the last step of a change. */
  readonly keyServiceSeals: boolean
  /** `TRIBUTARY_ALLOW_LOOPBACK` (false): whether connections may call addresses on this machine; for vendor simulators. */
  readonly allowLoopback: boolean
  /** `TRIBUTARY_ALLOW_PRIVATE` (false): whether connections may call addresses in private networks; for tools that run on the customer's own hosts. */
  readonly allowPrivate: boolean
  /** `TRIBUTARY_VENDOR_PORTS` (443,3780,8443): comma-separated ports that connections may call on vendors' and customers' hosts. */
  readonly ports: ReadonlyArray<number>
  /** `TRIBUTARY_HOST_OVERRIDES`: comma-separated replacements for vendors' hosts, such as `graph.microsoft.com=https://graph.microsoft.us`. */
  readonly hostOverrides: HostPolicy.Overrides
  /** `TRIBUTARY_VENDOR_ANSWER_MIB` (64): the largest answer of a vendor that is read, in MiB; at most a quarter of `TRIBUTARY_ANSWER_MEMORY_MIB`. */
  readonly maxAnswerMib: number
  /** `TRIBUTARY_VENDOR_ANSWER_ROWS` (100000): the most rows that a list in one answer of a vendor may have. */
  readonly maxAnswerRows: number
  /** `TRIBUTARY_VENDOR_CONNECTIONS` (256): how many connections to vendors one account may have open at once in this process, 16 of them at one host; further requests of that account wait for one. */
  readonly vendorConnections: number
  /** `HTTPS_PROXY`: the proxy through which vendors are called, such as `http://user:password@proxy.example:3128`, or `proxy.example:3128` for an HTTP proxy; `https_proxy` is read first. It is asked (`CONNECT`) only for names all of whose addresses are allowed when they are looked up here. It looks them up again, and they may have other addresses then, so it must refuse internal addresses itself. `HTTPS_PROXY_FILE` names a file that contains it. */
  readonly httpsProxy: Redacted.Redacted | null
  /** `NO_PROXY`: comma-separated hosts, domains and networks that are called without the proxy, such as `acme.internal,10.0.0.0/8`; `no_proxy` is read first. This machine never is called through it. */
  readonly noProxy: ReadonlyArray<string>
  /** `TRIBUTARY_PROXY_RESOLVES_NAMES` (false): whether only the proxy can resolve vendors' names. Nothing is looked up here then, so only the proxy refuses names that lead to internal addresses: a customer can enter any name. */
  readonly proxyResolvesNames: boolean
  /** `TRIBUTARY_CA_FILE`: a PEM file of certificate authorities that may sign the certificates of vendors and of the proxy, beside those of Node; for them, `NODE_EXTRA_CA_CERTS` then has no effect. */
  readonly authorities: ReadonlyArray<string>
  /** `TRIBUTARY_ANSWER_MEMORY_MIB` (256): how much memory answers of vendors over 4 MiB may take in this process, in MiB: one half for pages of lists until their rows are stored, the other one for answers until they are parsed. An account gets at most half of each, and the last quarter is only for accounts that have no more than an eighth; whatever finds no room waits. */
  readonly answerMemoryMib: number
  /** `TRIBUTARY_RATE_LIMITS`: comma-separated caps on the requests to vendors, such as `OKTA=600/60s,JIRA=10/1s+20000/1h`: all processes together send at most so many requests per period (s, m or h; `+` joins several) to whatever the vendor limits together, such as a customer's tenant, even if the vendor allows more. */
  readonly rateLimits: RateCaps.Caps
  /** `TRIBUTARY_JOBS_AT_ONCE`: how many jobs this process works on at once; up to a quarter more if one account would keep others from starting. Jobs that wait for their vendor do not count. */
  readonly jobsAtOnce: number
  /** `TRIBUTARY_REFRESH_MIN_SECS` (300): the smallest `refresh_interval_secs` of a connection that the API accepts. Connections that have a smaller one keep it until they are changed. */
  readonly refreshMinSecs: number
  /** `TRIBUTARY_TIMEOUT_MAX_SECS` (21600): the largest `timeout_secs` of a connection that the API accepts. Connections that have a larger one keep it until they are changed. */
  readonly timeoutMaxSecs: number
  /** `TRIBUTARY_DRAIN_SECS` (5): how many seconds the process still serves requests when it stops, while `/readyz` answers 503, and how long its jobs get to reach the end of a page; longer than load balancers take to notice. */
  readonly drain: Duration.Duration
  /** `TRIBUTARY_OUTBOUND_QUEUE` (1000): how many outbound jobs of one account may wait or run at once, in all processes together. */
  readonly outboundQueue: number
  /** `TRIBUTARY_ACCOUNT_ORGANIZATIONS`: how many organizations an account may have; without it, there is no limit. `tributary accounts quota` gives one account another number. */
  readonly accountOrganizations: number | null
  /** `TRIBUTARY_ACCOUNT_CONNECTIONS`: how many connections the organizations of an account may have together; without it, there is no limit. `tributary accounts quota` gives one account another number. */
  readonly accountConnections: number | null
  /** `TRIBUTARY_ACCOUNT_RECORDS`: how many records of all kinds the connections of an account may have together; without it, there is no limit. `tributary accounts quota` gives one account another number. */
  readonly accountRecords: number | null
  /** `TRIBUTARY_OUTBOUND_SEARCH_SECS` (900): how many seconds at most an outbound job whose request had no clear answer searches for what it may have created; connectors declare how long their vendor needs. */
  readonly outboundSearchSecs: number
  /** `TRIBUTARY_FULL_SCAN_SECS` (86400): the longest time between two full scans of a list of a connection that sets no `full_scan_interval_secs`, in seconds; small lists of identities and devices are read in full more often. */
  readonly fullScanSecs: number
  /** `TRIBUTARY_FULL_SCAN_MIN_SECS` (3600): the smallest `full_scan_interval_secs` of a connection that the API accepts. Connections that have a smaller one keep it until they are changed. */
  readonly fullScanMinSecs: number
  /** `TRIBUTARY_DELETION_EVIDENCE_SECS` (3600): how many seconds at least lie between the starts of two full scans that prove that a record is gone, if the vendor's own total does not, or that most records have lost a field; a vendor's fault may last that long. */
  readonly deletionEvidenceSecs: number
  /** `TRIBUTARY_SWEEP_MAX_SHARE` (0.5): the share of a connection's records of one kind, from 0 to 1, from which a full scan deletes them only after a confirmation. */
  readonly sweepMaxShare: number
  /** `TRIBUTARY_SWEEP_MIN_RECORDS` (100): the number of records below which `TRIBUTARY_SWEEP_MAX_SHARE` asks for no confirmation; of a smaller kind, more than that share leaves only after two full scans. */
  readonly sweepMinRecords: number
  /** `TRIBUTARY_RETENTION_DAYS` (30): how many days deleted organizations and connections with their records are kept, and finished jobs. */
  readonly retentionDays: number
  /** `TRIBUTARY_DELETED_RECORD_DAYS` (365): how many days deleted records are kept, with the relations that refer to them; with `none`, those that show as deleted stay in their lists without limit, and those that have left their list are kept for `TRIBUTARY_RETENTION_DAYS`. */
  readonly deletedRecordDays: number | null
  /** `TRIBUTARY_AUDIT_DAYS` (365): how many days the events of the audit log are kept. */
  readonly auditDays: number
  /** `TRIBUTARY_EVENT_RETENTION_DAYS` (90): how many days the records of logs, such as audit events of an identity provider, are kept after they happened; then they leave their list. */
  readonly eventDays: number
  /** `TRIBUTARY_EVENTS_PER_JOB` (100000): the most events that one job reads of one log; the next job goes on behind them. */
  readonly eventsPerJob: number
  /** `TRIBUTARY_TRUSTED_PROXIES` (0): how many proxies of the operator each request passes, one after the other: so many addresses at the end of `X-Forwarded-For` are theirs to say, and the first of these is the client's. */
  readonly trustedProxies: number
  /** `TRIBUTARY_REQUESTS_PER_SECOND` (200): how many requests per second one API key may send to this process. */
  readonly requestsPerSecond: number
  /** `TRIBUTARY_DATABASE_SHARE_MILLIS` (2000): how many milliseconds of database statements a second the requests of one account may take in this process: a thousand keeps one core of the database busy, so choose a part of those that it has. */
  readonly databaseShareMillis: number
  /** `TRIBUTARY_COMPRESS` (true): whether answers over 1 kB are compressed for clients that accept it; `false` if a proxy does it. */
  readonly compress: boolean
  /** `TRIBUTARY_METRICS_PORT`: the port on which `/metrics` shows the metrics of this process to Prometheus; without it, there is none. */
  readonly metricsPort: number | null
  /** `TRIBUTARY_METRICS_HOST` (127.0.0.1): the address that `/metrics` listens on; it needs no key, so let only those that scrape it reach it. */
  readonly metricsHost: string
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`: the base address of an OTLP collector, such as `http://127.0.0.1:4318`, which gets traces and metrics as JSON; without it, no span is made. `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_VERSION` are read, too. */
  readonly otlpEndpoint: string | null
  /** `OTEL_EXPORTER_OTLP_HEADERS`: comma-separated headers of the requests to the collector, such as `authorization=Bearer%20abc`, with special characters percent-encoded. `OTEL_EXPORTER_OTLP_HEADERS_FILE` names a file that contains them. */
  readonly otlpHeaders: Redacted.Redacted | null
  /** `OTEL_SERVICE_NAME` (tributary): the name of this service in what the collector gets. */
  readonly otlpServiceName: string
  /** `TRIBUTARY_LOG_LEVEL` (Info): the lowest level that is logged: All, Trace, Debug, Info, Warning, Error, Fatal or None. */
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

/** Names the setting in what is wrong with its value. */
const naming = <A>(name: string, parsed: Either.Either<A, string>): Either.Either<A, ConfigError.ConfigError> =>
  Either.mapLeft(parsed, (fault) => ConfigError.InvalidData([name], `${name}: ${fault}`))

/** A text that its module reads; an empty one if it is not set. */
const parsed = <A>(name: string, parse: (text: string) => Either.Either<A, string>) =>
  Config.string(name).pipe(
    Config.withDefault(""),
    Config.mapOrFail((text) => naming(name, parse(text)))
  )

/** The largest quota of an account. */
export const MAX_QUOTA = 1_000_000_000_000

/** A number that has no limit if it is not set. */
const limit = (name: string, low: number, high: number) =>
  within(name, Config.integer(name), low, high).pipe(Config.option, Config.map(Option.getOrNull))

/** A number of days; null for the word `none`, which means without limit. */
const days = (name: string, fallback: number, low: number, high: number) =>
  Config.string(name).pipe(
    Config.withDefault(String(fallback)),
    Config.mapOrFail((text) => {
      const number = Number(text)
      const isValid = text === "none" || (/^\d+$/.test(text) && number >= low && number <= high)
      return naming(
        name,
        isValid
          ? Either.right(text === "none" ? null : number)
          : Either.left(`expected a number of days from ${low} to ${high}, or none for no limit`)
      )
    })
  )

const isBaseUrl = (text: string): boolean => URL.canParse(text) && /\/v1$/.test(text)

const levels = ["All", "Trace", "Debug", "Info", "Warning", "Error", "Fatal", "None"] as const

const settings = Config.all({
  host: Config.nonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: integer("PORT", DEFAULT_PORT, 0, 65_535),
  baseUrls: Config.array(Config.nonEmptyString(), "TRIBUTARY_BASE_URLS").pipe(
    Config.withDefault([]),
    Config.validate({
      message: "TRIBUTARY_BASE_URLS: expected addresses such as https://api.example.com/v1, separated by commas",
      validation: (all: ReadonlyArray<string>) => all.every(isBaseUrl)
    })
  ),
  oauthClients: SecretSetting.optional("TRIBUTARY_OAUTH_CLIENTS").pipe(
    Config.mapOrFail((text) =>
      text === null
        ? Either.right<OAuth2Clients.Clients>(new Map())
        : naming("TRIBUTARY_OAUTH_CLIENTS", OAuth2Clients.parse(text))
    )
  ),
  connectName: parsed("TRIBUTARY_CONNECT_NAME", ProductName.parse),
  connectColor: parsed("TRIBUTARY_CONNECT_COLOR", PageSettings.parseColor),
  connectLogo: parsed("TRIBUTARY_CONNECT_LOGO", PageSettings.readLogo),
  connectOrigins: parsed("TRIBUTARY_CONNECT_ORIGINS", PageSettings.parseOrigins),
  region: Config.nonEmptyString("TRIBUTARY_REGION").pipe(
    Config.withDefault("default"),
    Config.validate({
      message: "TRIBUTARY_REGION: expected up to 63 lower-case letters, digits and dashes, such as eu",
      validation: (name: string) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
    })
  ),
  databaseUrl: SecretSetting.optional("DATABASE_URL"),
  migrates: Config.boolean("TRIBUTARY_MIGRATE").pipe(Config.withDefault(true)),
  apiDatabaseConnections: integer("TRIBUTARY_API_DATABASE_CONNECTIONS", 10, 2, 500),
  syncDatabaseConnections: integer("TRIBUTARY_SYNC_DATABASE_CONNECTIONS", 15, 4, 1_500),
  dataDir: Config.nonEmptyString("TRIBUTARY_DATA_DIR").pipe(Config.withDefault(".tributary")),
  hold: Config.boolean("TRIBUTARY_HOLD").pipe(Config.withDefault(false)),
  masterKey: SecretSetting.optional("TRIBUTARY_MASTER_KEY"),
  keyServiceUrl: Config.option(Config.string("TRIBUTARY_KEY_SERVICE_URL")).pipe(
    Config.mapOrFail((url) =>
      Option.isNone(url) ? Either.right(null) : naming("TRIBUTARY_KEY_SERVICE_URL", Transit.parse(url.value))
    )
  ),
  keyServiceToken: SecretSetting.renewed("TRIBUTARY_KEY_SERVICE_TOKEN"),
  keyServiceSeals: Config.boolean("TRIBUTARY_KEY_SERVICE_SEALS").pipe(Config.withDefault(true)),
  allowLoopback: Config.boolean("TRIBUTARY_ALLOW_LOOPBACK").pipe(Config.withDefault(false)),
  allowPrivate: Config.boolean("TRIBUTARY_ALLOW_PRIVATE").pipe(Config.withDefault(false)),
  ports: Config.array(Config.integer(), "TRIBUTARY_VENDOR_PORTS").pipe(
    Config.withDefault(VendorClient.defaultPorts),
    Config.validate({
      message: "TRIBUTARY_VENDOR_PORTS: expected numbers from 1 to 65535, separated by commas",
      validation: (all: ReadonlyArray<number>) => all.every((port) => port >= 1 && port <= 65_535)
    })
  ),
  hostOverrides: parsed("TRIBUTARY_HOST_OVERRIDES", HostOverrides.parse),
  maxAnswerMib: integer("TRIBUTARY_VENDOR_ANSWER_MIB", VendorClient.defaultAnswerMib, 1, 256),
  maxAnswerRows: integer("TRIBUTARY_VENDOR_ANSWER_ROWS", VendorClient.defaultAnswerRows, 100, 1_000_000),
  vendorConnections: integer("TRIBUTARY_VENDOR_CONNECTIONS", VendorClient.defaultConnections, 16, 100_000),
  // curl reads the lower-case name first, and undici too.
  httpsProxy: Config.all([Config.option(Config.redacted("https_proxy")), SecretSetting.optional("HTTPS_PROXY")]).pipe(
    Config.mapOrFail(([lowerCase, given]) => {
      const url = Option.getOrElse(lowerCase, () => given)
      return url === null ? Either.right(null) : naming("HTTPS_PROXY", OutgoingProxy.parse(url))
    })
  ),
  noProxy: Config.string("no_proxy").pipe(
    Config.orElse(() => Config.string("NO_PROXY")),
    Config.withDefault(""),
    Config.map((text) => text.split(/[,\s]+/).filter((entry) => entry !== ""))
  ),
  proxyResolvesNames: Config.boolean("TRIBUTARY_PROXY_RESOLVES_NAMES").pipe(Config.withDefault(false)),
  authorities: Config.option(Config.string("TRIBUTARY_CA_FILE")).pipe(
    Config.mapOrFail((path) =>
      Option.isNone(path) ? Either.right([]) : naming("TRIBUTARY_CA_FILE", CaFile.read(path.value))
    )
  ),
  answerMemoryMib: integer("TRIBUTARY_ANSWER_MEMORY_MIB", VendorClient.defaultAnswerMemoryMib, 32, 16_384),
  rateLimits: parsed("TRIBUTARY_RATE_LIMITS", RateCaps.parse),
  jobsAtOnce: within("TRIBUTARY_JOBS_AT_ONCE", Config.integer("TRIBUTARY_JOBS_AT_ONCE"), 1, 1_000).pipe(Config.option),
  refreshMinSecs: integer(
    "TRIBUTARY_REFRESH_MIN_SECS",
    TimingBounds.defaultSettings.refreshMinSecs,
    1,
    TimingBounds.MAX_REFRESH_SECS
  ),
  timeoutMaxSecs: integer(
    "TRIBUTARY_TIMEOUT_MAX_SECS",
    TimingBounds.defaultSettings.timeoutMaxSecs,
    TimingBounds.MIN_TIMEOUT_SECS,
    TimingBounds.MAX_TIMEOUT_SECS
  ),
  drain: integer("TRIBUTARY_DRAIN_SECS", 5, 0, 600).pipe(Config.map(Duration.seconds)),
  outboundQueue: integer("TRIBUTARY_OUTBOUND_QUEUE", 1_000, 1, 1_000_000),
  accountOrganizations: limit("TRIBUTARY_ACCOUNT_ORGANIZATIONS", 0, MAX_QUOTA),
  accountConnections: limit("TRIBUTARY_ACCOUNT_CONNECTIONS", 0, MAX_QUOTA),
  accountRecords: limit("TRIBUTARY_ACCOUNT_RECORDS", 0, MAX_QUOTA),
  outboundSearchSecs: integer("TRIBUTARY_OUTBOUND_SEARCH_SECS", 900, 10, 86_400),
  fullScanSecs: integer("TRIBUTARY_FULL_SCAN_SECS", FullScanInterval.DEFAULT_LONGEST_SECS, 60, 31_536_000),
  fullScanMinSecs: integer(
    "TRIBUTARY_FULL_SCAN_MIN_SECS",
    TimingBounds.defaultSettings.fullScanMinSecs,
    60,
    TimingBounds.MAX_FULL_SCAN_SECS
  ),
  deletionEvidenceSecs: integer("TRIBUTARY_DELETION_EVIDENCE_SECS", Extractor.DEFAULT_EVIDENCE_SECS, 1, 2_592_000),
  sweepMaxShare: within(
    "TRIBUTARY_SWEEP_MAX_SHARE",
    Config.number("TRIBUTARY_SWEEP_MAX_SHARE").pipe(Config.withDefault(0.5)),
    0,
    1
  ),
  sweepMinRecords: integer("TRIBUTARY_SWEEP_MIN_RECORDS", 100, 1, 1_000_000_000),
  retentionDays: integer("TRIBUTARY_RETENTION_DAYS", 30, 1, 3_650),
  deletedRecordDays: days("TRIBUTARY_DELETED_RECORD_DAYS", 365, 1, 3_650),
  auditDays: integer("TRIBUTARY_AUDIT_DAYS", 365, 30, 3_650),
  eventDays: integer("TRIBUTARY_EVENT_RETENTION_DAYS", Extractor.EventLog.RETENTION_DAYS, 7, 3_650),
  eventsPerJob: integer("TRIBUTARY_EVENTS_PER_JOB", Extractor.EventLog.MOST_PER_JOB, 1_000, 100_000_000),
  trustedProxies: integer("TRIBUTARY_TRUSTED_PROXIES", 0, 0, 10),
  requestsPerSecond: integer("TRIBUTARY_REQUESTS_PER_SECOND", 200, 1, 1_000_000),
  databaseShareMillis: integer("TRIBUTARY_DATABASE_SHARE_MILLIS", 2_000, 1, 1_000_000),
  compress: Config.boolean("TRIBUTARY_COMPRESS").pipe(Config.withDefault(true)),
  metricsPort: limit("TRIBUTARY_METRICS_PORT", 0, 65_535),
  metricsHost: Config.nonEmptyString("TRIBUTARY_METRICS_HOST").pipe(Config.withDefault("127.0.0.1")),
  otlpEndpoint: Config.nonEmptyString("OTEL_EXPORTER_OTLP_ENDPOINT").pipe(
    Config.validate({
      message: "OTEL_EXPORTER_OTLP_ENDPOINT: expected an address such as http://127.0.0.1:4318",
      validation: (text: string) => URL.canParse(text) && /^https?:/.test(text)
    }),
    Config.option,
    Config.map(Option.getOrNull)
  ),
  otlpHeaders: SecretSetting.optional("OTEL_EXPORTER_OTLP_HEADERS").pipe(
    Config.mapOrFail((text) =>
      text === null || OtlpHeaders.parse(text) !== null
        ? Either.right(text)
        : naming("OTEL_EXPORTER_OTLP_HEADERS", Either.left("expected name=value, separated by commas"))
    )
  ),
  otlpServiceName: Config.nonEmptyString("OTEL_SERVICE_NAME").pipe(Config.withDefault("tributary")),
  logLevel: Config.literal(...levels)("TRIBUTARY_LOG_LEVEL").pipe(
    Config.withDefault("Info" as const),
    Config.map(LogLevel.fromLiteral)
  )
})

/** The names of all settings, which reading each of them from an empty environment tells. */
export const names: ReadonlySet<string> = (() => {
  const asked = new Set<string>()
  const { flattened } = ConfigProvider.fromMap(new Map())
  const provider = ConfigProvider.fromFlat({
    ...flattened,
    load: (path, primitive, split) => {
      asked.add(path.join("."))
      return flattened.load(path, primitive, split)
    }
  })
  Effect.runSync(Effect.either(Effect.withConfigProvider(settings, provider)))
  return asked
})()

/** Reads settings from the environment. An empty variable counts as not set; an error names every invalid setting. */
export const read = <A>(config: Config.Config<A>): Effect.Effect<A, SettingsError> =>
  Effect.configProviderWith((provider) => Effect.withConfigProvider(config, EmptySettings.asUnset(provider))).pipe(
    Effect.mapError((error) => new SettingsError({ message: `Invalid setting. ${String(error)}` }))
  )

/** Reads the settings from the environment. An empty variable counts as not set; an error names every invalid setting. */
export const load: Effect.Effect<RuntimeConfig, SettingsError> = read(settings).pipe(
  Effect.map((read): RuntimeConfig => {
    const { jobsAtOnce, ...rest } = read
    return { ...rest, jobsAtOnce: Option.getOrElse(jobsAtOnce, () => (rest.databaseUrl === null ? 2 : 8)) }
  })
)

/** How the page with which customers connect looks, and who may frame it. */
export const connectPageOf = ({
  connectColor: color,
  connectLogo: logo,
  connectName: name,
  connectOrigins: origins
}: RuntimeConfig): PageSettings.PageSettings => ({ name, color, logo, origins })

/** The quotas of accounts that an operator has given none of their own. */
export const quotasOf = ({
  accountConnections: connections,
  accountOrganizations: organizations,
  accountRecords: records
}: RuntimeConfig): AccountQuotas => ({ organizations, connections, records })
