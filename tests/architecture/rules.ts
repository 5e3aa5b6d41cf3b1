import type { IForbiddenRuleType } from "dependency-cruiser"

/** Folders and files of a package, each with those of the same package that it may import. A folder's own files may always import each other. */
type Directions = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * The folders of core. `records` imports only `DataExportType` and `Timestamp`. Everything that reads from a vendor does so through `http`.
 * `testing` may import everything; nothing imports `testing`.
 */
const core: Directions = {
  "Result.ts": [],
  "DataExportType.ts": ["records/Field.ts"],
  "JsonPath.ts": [],
  "MonotonicTime.ts": [],
  "OperatingSystem.ts": ["records"],
  "PlainText.ts": [],
  "Timestamp.ts": ["records/Field.ts"],
  "version.generated.ts": [],
  "CredentialField.ts": ["http/OAuth2.ts"],
  consent: ["CredentialField.ts", "JsonPath.ts", "http"],
  "Credentials.ts": ["consent", "CredentialField.ts", "http/Request.ts", "http/SignedJwt.ts", "record/safeMessage.ts"],
  "CredentialForm.ts": ["contract", "CredentialField.ts"],
  "AuthMethod.ts": ["consent", "CredentialField.ts", "CredentialForm.ts", "contract", "http"],
  "EventLoop.ts": ["Urgency.ts"],
  "Urgency.ts": [],
  "ExpiringMap.ts": [],
  records: ["DataExportType.ts", "Timestamp.ts"],
  contract: ["records", "DataExportType.ts", "Timestamp.ts"],
  record: ["record/kinds", "records", "DataExportType.ts", "Timestamp.ts", "EventLoop.ts", "JsonPath.ts"],
  "record/kinds": ["record/defineKind.ts", "records"],
  decode: ["EventLoop.ts"],
  http: [
    "http/answer",
    "http/rate",
    "contract",
    "decode",
    "EventLoop.ts",
    "JsonPath.ts",
    "MonotonicTime.ts",
    "Result.ts",
    "Timestamp.ts"
  ],
  "http/answer": ["http", "decode", "EventLoop.ts"],
  "http/rate": ["http", "contract", "ExpiringMap.ts", "MonotonicTime.ts", "Urgency.ts"],
  extract: [
    "extract/job",
    "extract/list",
    "extract/lookup",
    "extract/row",
    "extract/stream",
    "extract/walk",
    "http",
    "record",
    "DataExportType.ts"
  ],
  "extract/job": [
    "extract/Checkpoint.ts",
    "extract/Extraction.ts",
    "extract/lookup",
    "extract/walk",
    "contract",
    "http",
    "record",
    "DataExportType.ts"
  ],
  "extract/stream": [
    "extract/Checkpoint.ts",
    "extract/Extraction.ts",
    "extract/list",
    "extract/lookup",
    "extract/row",
    "extract/walk",
    "http",
    "record",
    "EventLoop.ts"
  ],
  "extract/list": [
    "extract/Checkpoint.ts",
    "extract/Extraction.ts",
    "extract/OptionNames.ts",
    "extract/lookup",
    "extract/row",
    "extract/walk",
    "DataExportType.ts",
    "decode",
    "http",
    "record",
    "EventLoop.ts",
    "JsonPath.ts",
    "Timestamp.ts"
  ],
  "extract/row": ["extract/lookup", "extract/walk", "http", "record", "EventLoop.ts", "JsonPath.ts"],
  "extract/lookup": [
    "extract/OptionNames.ts",
    "extract/walk",
    "contract/ProblemReason.ts",
    "decode",
    "http",
    "record",
    "EventLoop.ts"
  ],
  "extract/walk": ["decode", "http", "http/rate", "record", "EventLoop.ts", "JsonPath.ts", "Timestamp.ts"],
  "Action.ts": ["http"],
  aws: ["http", "Credentials.ts", "JsonPath.ts"],
  oauth2: ["http", "http/answer"],
  "Connector.ts": [
    "extract",
    "extract/lookup",
    "http",
    "contract",
    "Action.ts",
    "AuthMethod.ts",
    "CredentialField.ts",
    "DataExportType.ts",
    "version.generated.ts"
  ]
}

/** The folders of the runtime. The files of a folder do not include those of its subfolders: `store` is not `store/read`. */
const runtime: Directions = {
  "Sql.ts": [],
  "TokenBuckets.ts": [],
  "Defect.ts": [],
  "Fiberless.ts": [],
  "HeapGrowth.ts": [],
  "LoopTurns.ts": [],
  "NearestName.ts": [],
  "TenantFingerprint.ts": [],
  "BackgroundLoop.ts": ["Defect.ts", "store/postgres"],
  telemetry: [],
  "telemetry/installation": ["RuntimeDatabase.ts", "store/jobs", "store/postgres", "telemetry", "vendor"],
  api: ["api/groups", "api/parts"],
  "api/groups": ["api/parts"],
  "api/parts": [],
  http: [
    "http/connect",
    "http/consent",
    "http/groups",
    "http/parts",
    "http/reference",
    "http/server",
    "http/server/access",
    "http/server/listen",
    "api",
    "store/accounts",
    "store/audit",
    "store/connect",
    "store/consent",
    "store/erasure",
    "store/jobs",
    "store/operators",
    "store/postgres",
    "store/read",
    "store/secrets",
    "store/webhooks",
    "vendor",
    "vendor/oauth2"
  ],
  "http/connect": ["http/parts", "http/server/request", "http/server/response", "api/parts"],
  "http/consent": [
    "TenantFingerprint.ts",
    "http/connect/ProductName.ts",
    "http/parts",
    "http/server/access",
    "http/server/request",
    "http/server/response",
    "api",
    "api/parts",
    "store/accounts",
    "store/audit",
    "store/consent",
    "store/jobs/ConnectorStops.ts",
    "store/postgres",
    "store/secrets",
    "vendor",
    "vendor/oauth2"
  ],
  "http/groups": [
    "http/parts",
    "http/server",
    "http/server/access",
    "http/server/request",
    "http/server/response",
    "api",
    "api/groups",
    "api/parts",
    "NearestName.ts",
    "store/accounts",
    "store/audit",
    "store/connect",
    "store/erasure",
    "store/jobs",
    "store/operators",
    "store/read",
    "store/webhooks",
    "vendor"
  ],
  "http/parts": [
    "Fiberless.ts",
    "NearestName.ts",
    "TenantFingerprint.ts",
    "http/server/access",
    "http/server/request",
    "http/server/response",
    "api/parts",
    "store/accounts",
    "store/connect",
    "store/erasure",
    "store/jobs",
    "store/operators",
    "store/postgres/DatabaseShares.ts",
    "store/read",
    "vendor",
    "vendor/oauth2/OAuth2Clients.ts"
  ],
  "http/reference": ["http/server/request", "http/server/response", "api", "api/parts"],
  "http/server": [
    "http/server/access",
    "http/server/listen",
    "http/server/request",
    "http/server/response",
    "Fiberless.ts",
    "LoopTurns.ts",
    "api/parts",
    "store/accounts",
    "store/connect",
    "telemetry"
  ],
  "http/server/listen": [
    "http/server/access",
    "http/server/request",
    "http/server/response",
    "BackgroundLoop.ts",
    "api/parts",
    "store/postgres",
    "telemetry"
  ],
  "http/server/access": [
    "http/server/request",
    "http/server/response",
    "Fiberless.ts",
    "TokenBuckets.ts",
    "store/postgres/DatabaseShares.ts",
    "api",
    "api/parts",
    "store/accounts",
    "store/audit/Actor.ts",
    "store/connect",
    "telemetry"
  ],
  "http/server/response": [
    "http/server/request",
    "Fiberless.ts",
    "api/parts",
    "store/accounts",
    "store/connect",
    "store/erasure",
    "store/jobs",
    "store/postgres",
    "store/read",
    "store/secrets",
    "store/webhooks"
  ],
  "http/server/request": ["NearestName.ts", "api", "api/parts"],
  vendor: [
    "BackgroundLoop.ts",
    "Defect.ts",
    "NearestName.ts",
    "TenantFingerprint.ts",
    "store/rate",
    "store/secrets",
    "telemetry",
    "vendor/network",
    "vendor/oauth2/OAuth2Clients.ts",
    "vendor/oauth2/OwnClients.ts"
  ],
  "vendor/network": ["vendor/RequestSendLimit.ts", "vendor/VendorAccount.ts"],
  "vendor/oauth2": ["vendor", "store/consent"],
  sync: ["BackgroundLoop.ts", "store", "store/erasure", "store/jobs", "store/postgres", "store/schedule"],
  "sync/pull": [
    "Defect.ts",
    "TenantFingerprint.ts",
    "sync",
    "vendor",
    "store/accounts",
    "store/jobs",
    "store/postgres",
    "store/schedule",
    "store/write",
    "store/write/rules",
    "telemetry"
  ],
  "sync/schedule": [
    "BackgroundLoop.ts",
    "LoopTurns.ts",
    "sync",
    "sync/pull",
    "store/postgres",
    "store/schedule",
    "vendor"
  ],
  "sync/outbound": [
    "BackgroundLoop.ts",
    "Defect.ts",
    "sync",
    "vendor",
    "store/accounts",
    "store/jobs",
    "store/postgres",
    "telemetry"
  ],
  "sync/webhooks": [
    "BackgroundLoop.ts",
    "sync",
    "sync/outbound",
    "vendor",
    "store/postgres",
    "store/webhooks",
    "telemetry"
  ],
  store: [
    "store/accounts",
    "store/connect",
    "store/consent",
    "store/erasure",
    "store/postgres",
    "store/schedule",
    "store/webhooks",
    "store/write"
  ],
  "store/audit": ["api/parts/AuditActions.ts"],
  "store/erasure": ["store/accounts", "store/audit", "store/postgres", "store/schedule"],
  "store/accounts": [
    "Fiberless.ts",
    "TenantFingerprint.ts",
    "store/audit",
    "store/consent/ConsentLink.ts",
    "store/consent/Interruption.ts",
    "store/consent/NewConsent.ts",
    "store/postgres",
    "store/schedule",
    "store/secrets",
    "store/webhooks/WebhookEvents.ts"
  ],
  "store/jobs": [
    "store/accounts",
    "store/audit",
    "store/consent/Interruption.ts",
    "store/postgres",
    "store/schedule",
    "store/secrets",
    "store/webhooks/WebhookEvents.ts"
  ],
  "store/webhooks": [
    "api/parts/WebhookBody.ts",
    "api/parts/WebhookEvents.ts",
    "store/accounts",
    "store/audit",
    "store/postgres",
    "store/schedule",
    "store/secrets"
  ],
  "store/consent": ["store/accounts", "store/postgres", "store/secrets"],
  "store/connect": ["api/parts/ConnectSessionBody.ts", "store/accounts", "store/audit", "store/postgres"],
  "store/operators": ["store/accounts", "store/audit", "store/jobs", "store/postgres", "store/schedule"],
  "store/read": ["Fiberless.ts", "store/accounts", "store/postgres", "store/secrets"],
  "store/write": ["store/write/rules", "store/accounts/AccountQuotas.ts", "store/postgres", "store/schedule"],
  "store/write/rules": ["store/write", "store/schedule"],
  "store/rate": ["store/postgres"],
  "store/schedule": ["BackgroundLoop.ts", "store/audit", "store/postgres", "store/webhooks/WebhookEvents.ts"],
  "store/secrets": ["store/audit"],
  "store/postgres": ["Fiberless.ts", "TokenBuckets.ts", "store/postgres/migrations"],
  "store/postgres/migrations": [],
  "cli/start": [".", "store/accounts", "store/audit", "vendor"],
  "cli/remote": [".", "cli", "api/parts"],
  cli: [
    ".",
    "cli/start",
    "cli/remote",
    "api/parts/KeyScopes.ts",
    "store/accounts",
    "store/audit",
    "store/erasure",
    "store/jobs",
    "store/postgres",
    "store/schedule",
    "store/secrets"
  ]
}

/** The folders of the pages. */
const pages: Directions = {
  api: [],
  texts: [],
  theme: [],
  ui: ["api", "texts"],
  connect: ["connect/screens", "api", "texts", "theme", "ui"],
  "connect/screens": ["connect", "api", "texts", "ui"]
}

const escaped = (text: string) => text.replaceAll(".", "\\.")

/** The files of an entry: a file is itself, a folder its own files without those of its subfolders, and `.` the files beside the folders. */
const filesOf = (source: string, entry: string): string => {
  if (entry === ".") return `^${source}/[^/]+$`
  return entry.endsWith(".ts") ? `^${source}/${escaped(entry)}$` : `^${source}/${entry}/[^/]+$`
}

/** What every file of a package may import: it stands for a module of Effect. */
const everywhere = ["Result.ts", "Sql.ts"]

const directions = (source: string, entries: Directions): ReadonlyArray<IForbiddenRuleType> =>
  Object.entries(entries).map(([entry, allowed]) => ({
    name: `${source}/${entry}`,
    comment: `may import ${allowed.length === 0 ? "nothing of its package" : allowed.join(", ")}`,
    from: { path: filesOf(source, entry) },
    to: { path: `^${source}/`, pathNot: [entry, ...everywhere, ...allowed].map((each) => filesOf(source, each)) }
  }))

/** The files that import what Effect 4 moves to other modules, by the name of the package: the move changes these files only. */
const movedByEffect4: Readonly<Record<string, ReadonlyArray<string>>> = {
  "@effect/cluster": ["sync/schedule/Engine.ts"],
  "@effect/sql": ["Sql.ts", "store/postgres/Database.ts"],
  "@effect/sql-pg": ["store/postgres/Database.ts"]
}

/** The resolved files of a package: pnpm keeps all of them below a `node_modules`. */
const packages = (...names: ReadonlyArray<string>) => `/node_modules/(?:${names.join("|")})/`

const connectorRule = (folder: string): IForbiddenRuleType => ({
  name: `${folder}: packages`,
  comment: "a connector imports its own files, @tributary/core and effect",
  from: { path: `^${folder}/src/` },
  to: { pathNot: [`^${folder}/src/`, "^core/src/(?:index|aws/index)\\.ts$", packages("effect")] }
})

/** The files that a package's `exports`, its command or a child process starts from. */
const entries: Readonly<Record<string, string>> = {
  cli: "main",
  client: "(?:effect/)?index",
  connect: "(?:connect|index|react)",
  create: "(?:index|main)",
  core: "(?:index|aws/index|oauth2/index|testing/index|testing/replay/index)",
  console: "connect/main",
  "runtime-http": "(?:index|api/index|cli/index|store/postgres/EmbeddedPostgresProcess)"
}

const unusedFileRule = (folder: string): IForbiddenRuleType => {
  const start = `^${folder}/src/${entries[folder] ?? "index"}\\.tsx?$`
  return {
    name: `${folder}: no unused file`,
    comment: "every file is imported, directly or indirectly, by an entry point of the package",
    from: { path: start },
    to: { path: `^${folder}/src/`, pathNot: [start, "\\.d\\.ts$"], reachable: false }
  }
}

/**
 * The rules of imports for the repository, type imports included. `connectors` are folders such as `connectors/okta`.
 * To allow a new direction between two folders, add it to the table above, and say in the commit why.
 */
export const rules = (connectors: ReadonlyArray<string>): ReadonlyArray<IForbiddenRuleType> => [
  {
    name: "no circle",
    comment: "files in an import cycle can only be read and changed together",
    from: {},
    to: { circular: true }
  },
  {
    name: "every import resolves",
    comment: "an import that leads nowhere escapes every other rule",
    from: {},
    to: { couldNotResolve: true }
  },
  ...["core", "cli", "client", "connect", "console", "create", "runtime-http", ...connectors].map(unusedFileRule),
  ...Object.entries(movedByEffect4).map(
    ([name, files]): IForbiddenRuleType => ({
      name: `runtime-http: ${name}`,
      comment: `only ${files.join(", ")} imports it, because Effect 4 moves it`,
      from: { path: "^runtime-http/src/", pathNot: files.map((file) => filesOf("runtime-http/src", file)) },
      to: { path: packages(name) }
    })
  ),
  {
    name: "create: packages",
    comment: "npm create downloads it each time, so it has no dependency",
    from: { path: "^create/src/" },
    to: { pathNot: "^create/src/", dependencyTypesNot: ["core"] }
  },
  {
    name: "cli: packages",
    comment: "the command imports no connector and no database; of the runtime only what its entry ./cli exports",
    from: { path: "^cli/src/" },
    to: {
      path: ["^connectors/", "^examples/", "^runtime-http/", packages("@effect/sql(?:-pg)?", "pg", "vitest")],
      pathNot: "^runtime-http/src/cli/index\\.ts$"
    }
  },
  {
    name: "client: packages",
    comment: "the client for promises has no dependency",
    from: { path: "^client/src/", pathNot: "^client/src/effect/" },
    to: { pathNot: "^client/src/(?!effect/)" }
  },
  {
    name: "client/effect: packages",
    comment: "the client for Effect imports effect and @effect/platform, and no contract or server",
    from: { path: "^client/src/effect/" },
    to: { pathNot: ["^client/src/", packages("effect", "@effect/platform")] }
  },
  {
    name: "connect: packages",
    comment: "what a product embeds has no dependency",
    from: { path: "^connect/src/", pathNot: "^connect/src/react\\.tsx$" },
    to: { pathNot: "^connect/src/(?!react)" }
  },
  {
    name: "connect/react: packages",
    comment: "the component imports React and nothing else",
    from: { path: "^connect/src/react\\.tsx$" },
    to: { pathNot: ["^connect/src/", packages("react", "@types/react")] }
  },
  {
    name: "console: packages",
    comment:
      "the pages import React, its queries and the messages of @tributary/connect; they reach the service by HTTP alone",
    from: { path: "^console/src/" },
    to: {
      pathNot: [
        "^console/src/",
        "^connect/src/index\\.ts$",
        packages("react", "react-dom", "@tanstack/react-query", "@types/react(?:-dom)?")
      ]
    }
  },
  {
    name: "core: packages",
    comment:
      "core imports effect, @effect/platform, uuid and jose, and of Node only its hashes and keys: uuid takes four times as long",
    from: { path: "^core/src/", pathNot: "^core/src/(?:aws|decode|oauth2|testing)/" },
    to: { pathNot: ["^core/src/", packages("effect", "@effect/platform", "jose", "uuid"), "^crypto$"] }
  },
  {
    name: "core/aws: packages",
    comment: "the signature of AWS is that of a kept library",
    from: { path: "^core/src/aws/" },
    to: { pathNot: ["^core/src/", packages("effect", "aws4fetch")] }
  },
  {
    name: "core/oauth2: packages",
    comment: "the protocol is that of a kept library",
    from: { path: "^core/src/oauth2/" },
    to: { pathNot: ["^core/src/", packages("effect", "@effect/platform", "oauth4webapi"), "^crypto$"] }
  },
  {
    name: "core/decode: packages",
    comment: "decoders import the parsers of their formats",
    from: { path: "^core/src/decode/" },
    to: { pathNot: ["^core/src/", packages("effect", "saxes", "csv-parse"), "^(?:stream|zlib)$"] }
  },
  {
    name: "core/testing: packages",
    comment: "the test kit may also import vitest, node:crypto, node:fs/promises, node:v8, node:vm and node:zlib",
    from: { path: "^core/src/testing/" },
    to: {
      pathNot: ["^core/src/", packages("effect", "@effect/platform", "vitest"), "^(?:crypto|fs/promises|v8|vm|zlib)$"]
    }
  },
  {
    name: "core/testing is imported by nothing",
    comment: "the code of a connector must not import the test kit",
    from: { path: "^core/src/", pathNot: "^core/src/testing/" },
    to: { path: "^core/src/testing/" }
  },
  {
    name: "core/testing/vendor",
    comment: "the scripted vendor knows neither the runs that it serves nor their checks",
    from: { path: "^core/src/testing/vendor/" },
    to: { path: "^core/src/testing/(?!vendor/)" }
  },
  {
    name: "core/testing/run",
    comment: "a run knows its vendor, but not the checks",
    from: { path: "^core/src/testing/run/" },
    to: { path: "^core/src/testing/(?!run/|vendor/)" }
  },
  {
    name: "core/testing/replay: no test runner",
    comment: "the command line replays recordings too, and has no vitest",
    from: { path: "^core/src/testing/replay/" },
    to: { path: packages("vitest"), reachable: true }
  },
  ...directions("core/src", core),
  ...directions("console/src", pages),
  ...connectors.map(connectorRule),
  {
    name: "core only by its entry",
    comment: "other packages import @tributary/core, not the files within it",
    from: { pathNot: "^core/" },
    to: {
      path: "^core/",
      pathNot: "^core/src/(?:index|aws/index|oauth2/index|testing/index|testing/replay/index)\\.ts$"
    }
  },
  {
    name: "core only by its name",
    comment: "other packages import @tributary/core, not a path that leads to it",
    from: { pathNot: "^core/" },
    to: { path: "^core/", dependencyTypes: ["local"] }
  },
  {
    name: "runtime-http: no connector",
    comment: "the runtime runs the connectors that it receives and imports none",
    from: { path: "^runtime-http/src/" },
    to: { path: ["^connectors/", "^examples/", packages("@tributary/connector-[^/]+")] }
  },
  {
    name: "runtime-http/src/api: packages",
    comment: "a client that imports the contract gets @tributary/core, effect and @effect/platform, and no server",
    from: { path: "^runtime-http/src/api/" },
    to: {
      pathNot: ["^runtime-http/src/api/", "^core/src/index\\.ts$", packages("effect", "@effect/platform")]
    }
  },
  {
    name: "runtime-http/src/http: no SQL",
    comment: "handlers ask the store; of SQL they only know its error",
    from: { path: "^runtime-http/src/http/" },
    to: {
      path: packages("@effect/sql(?:-pg)?", "pg"),
      pathNot: "/node_modules/@effect/sql/dist/(?:esm|cjs)/SqlError\\.js$"
    }
  },
  ...directions("runtime-http/src", runtime)
]

/** True for a file of core or of the runtime that no table above lists. The files beside the runtime's folders assemble it: they may import everything but `cli`. */
export const isInNoRoom = (file: string): boolean => {
  if (/^core\/src\/(?:testing\/.*|index\.ts)/.test(file)) return false
  const isIn = (source: string, entries: ReadonlyArray<string>) =>
    file.startsWith(`${source}/`) && !entries.some((entry) => new RegExp(filesOf(source, entry)).test(file))
  return isIn("core/src", Object.keys(core)) || isIn("runtime-http/src", [".", ...Object.keys(runtime)])
}
