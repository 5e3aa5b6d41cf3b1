/** What a failed call says about the database, if the same call may succeed later. */
export type Condition =
  /** It cannot be reached, or does not take any work. Nothing is wrong with the call. */
  | "away"
  /** It did not carry out this call, and may carry out others. */
  | "busy"

/** What a code, or an error of the driver without one, means. */
export interface DatabaseCause {
  /** What it says about later calls; null if the same call fails again, as one that violates a constraint. */
  readonly condition: Condition | null
  /** Whether it counts as away although other calls may be what this one waited for. */
  readonly mayBeBusy?: true
  /** What is wrong, as a clause. */
  readonly what: string
  /** What an operator does about it, as sentences. */
  readonly remedy: string
}

const away = (what: string, remedy: string): DatabaseCause => ({ condition: "away", what, remedy })
const busy = (what: string, remedy: string): DatabaseCause => ({ condition: "busy", what, remedy })
const refused = (what: string, remedy: string): DatabaseCause => ({ condition: null, what, remedy })

const ADDRESS = "Check the host and port in DATABASE_URL, and that Postgres is running."
const LOAD = "Try again; if it happens often, look for what takes its time, memory or locks."
const BACK = "Try again when it is back; its log says why."
const AUTHORITY =
  "Name the file of the authority that signed it in DATABASE_URL, as in ?sslmode=verify-full&sslrootcert=/path/to/ca.pem, or in NODE_EXTRA_CA_CERTS."
const untrusted = refused("its certificate is not signed by an authority that this machine trusts", AUTHORITY)

/** Of a statement that makes something, and of a database whose tables cannot be looked for. */
export const NO_SCHEMA: DatabaseCause = refused(
  "no schema of the search path exists or may be used",
  "Correct the search path, or grant the user usage on the schema, such as: grant usage on schema public to <user>;"
)

/**
 * By SQLSTATE, or by the code that Node has for sockets, DNS and TLS. A code without an entry is a fault of the call, such as a violated
 * constraint.
 */
export const byCode: Readonly<Record<string, DatabaseCause>> = {
  "08P01": away(
    "it does not accept how this process connects",
    "Remove the parameters after the ? in DATABASE_URL that a pooler in between does not pass on, such as options, and give them to the user instead: alter role <user> set <name> = <value>;"
  ),
  "25006": away(
    "it is read-only, as a replica is, or a primary after a failover",
    "Let DATABASE_URL lead to the primary."
  ),
  "25P03": busy("a transaction was idle for too long", LOAD),
  "28000": refused(
    "it does not let this user in",
    "Correct the user in DATABASE_URL, or let it log in from this machine: pg_hba.conf of Postgres says who may, and whether only with TLS (?sslmode=require)."
  ),
  "28P01": refused("the password is wrong", "Correct the user and the password in DATABASE_URL."),
  "3D000": refused(
    "the server has no database of this name",
    "Correct the name in DATABASE_URL, or create the database."
  ),
  "3F000": NO_SCHEMA,
  "40001": busy("another transaction was in the way", LOAD),
  "40P01": busy("two transactions waited for each other", LOAD),
  "42501": refused(
    "the user lacks a right",
    'Grant it the rights that the README of @tributary/runtime-http lists under "Migrations and roles of the database", or use a user that has them.'
  ),
  "42P01": refused(
    "a table is missing",
    "Run `tributary migrate --status`, and `tributary migrate` if migrations are pending."
  ),
  "53100": away("its disk is full", "Give it more space."),
  "53200": busy("it has no memory left", LOAD),
  "53300": away(
    "all of its connections are taken",
    "Raise max_connections, or the limit of the user or the database, or lower TRIBUTARY_API_DATABASE_CONNECTIONS and TRIBUTARY_SYNC_DATABASE_CONNECTIONS of all processes."
  ),
  // Also reported for the statement timeout.
  "57014": busy("a statement was canceled, or took longer than it may", LOAD),
  "57P01": away("it was shut down, or ended the connection", BACK),
  "57P02": away("it ended after the crash of one of its processes", BACK),
  "57P03": away("it starts, recovers or shuts down", "Try again when it is ready; its log says when."),
  "57P04": away("the database was dropped", "Create it, or correct its name in DATABASE_URL."),
  "57P05": away("it ended a connection that was idle", BACK),
  ECONNREFUSED: away("nothing listens there", ADDRESS),
  ECONNRESET: away("the connection was reset", ADDRESS),
  EAI_AGAIN: away("no name server answers for its host", "Check the host in DATABASE_URL, and the name servers."),
  EHOSTDOWN: away("its host is down", ADDRESS),
  EHOSTUNREACH: away("no route leads to its host", ADDRESS),
  ENETDOWN: away("the network is down", ADDRESS),
  ENETUNREACH: away("no route leads to its network", ADDRESS),
  // A socket, or a file that DATABASE_URL names, such as sslrootcert.
  ENOENT: away("a socket or file that DATABASE_URL names is missing", "Correct DATABASE_URL, or start Postgres."),
  ENOTFOUND: away("no host has this name", "Correct the host in DATABASE_URL."),
  EPIPE: away("the connection was closed", ADDRESS),
  EPROTO: refused("what listens there does not speak TLS as this process does", ADDRESS),
  ETIMEDOUT: away("it does not answer", ADDRESS),
  CERT_HAS_EXPIRED: refused("its certificate has expired", "Renew it."),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: refused(
    "its certificate is for another host",
    "Use a host in DATABASE_URL that the certificate names."
  ),
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted
}

/** The class of SQLSTATEs that are about the connection. */
export const CONNECTION_EXCEPTION: DatabaseCause = away("the connection failed", ADDRESS)

/** A parameter at the end of the URL, or of the role or the database, that Postgres refuses when a session begins. */
export const REFUSED_AT_START: DatabaseCause = refused(
  "it does not accept a start-up parameter",
  "Correct the parameters after the ? in DATABASE_URL, such as options; a pooler in between must let them pass."
)

/** Any other error of Node, as of a file that DATABASE_URL names and that cannot be read. */
export const NOT_CONNECTED: DatabaseCause = refused(
  "this process could not connect",
  "Correct DATABASE_URL and the files it names."
)

const PASSWORD_MISSING = refused("it asks for a password, and DATABASE_URL has none", "Add it to DATABASE_URL.")
const OTHER_PROTOCOL = refused("what listens there does not speak the protocol of Postgres", ADDRESS)
const SILENT = away(
  "no connection was made in time",
  "Check the host and port in DATABASE_URL, that no firewall is in between, and that Postgres has connections left."
)

/** What `pg` and `pg-pool` report without a code, by how it begins; the first one that fits. */
export const byMessage: ReadonlyArray<readonly [RegExp, DatabaseCause]> = [
  [/^Connection terminated due to connection timeout/, SILENT],
  [/^Connection (terminated|ended)/, away("it closed the connection", ADDRESS)],
  // `pg-pool` of a call that got no connection, and a query in turns of one that got no turn.
  [/^timeout exceeded when trying to connect/, { ...SILENT, mayBeBusy: true }],
  [
    /^timeout expired while other statements/,
    { ...away("other statements took all of its time", LOAD), mayBeBusy: true }
  ],
  [/^timeout expired/, SILENT],
  [/^Query read timeout/, away("it did not answer in time", BACK)],
  [
    /^(Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/,
    away("the connection was lost", BACK)
  ],
  [
    /^The server does not support SSL connections/,
    refused(
      "it does not speak TLS, which DATABASE_URL asks for",
      "Turn TLS on in Postgres (ssl = on), or remove sslmode from DATABASE_URL if the network is trusted."
    )
  ],
  [/^There was an error establishing an SSL connection/, OTHER_PROTOCOL],
  [/^received invalid response/, OTHER_PROTOCOL],
  [/^(SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be|Password must be a string)/, PASSWORD_MISSING],
  [
    /^SASL: /,
    refused(
      "it asks for a password in a way that this process does not know",
      "Let pg_hba.conf of Postgres ask this user for scram-sha-256."
    )
  ]
]
