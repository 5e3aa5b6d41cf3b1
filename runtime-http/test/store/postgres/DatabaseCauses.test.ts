import { type AddressInfo, createServer, type Socket } from "node:net"
import * as tls from "node:tls"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import pg from "pg"
import { expect } from "vitest"
import { SqlError } from "../../../src/Sql.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as DatabaseAddress from "../../../src/store/postgres/DatabaseAddress.js"
import { byCode } from "../../../src/store/postgres/DatabaseCauses.js"
import { sentenceOf } from "../../../src/store/postgres/DatabaseFailure.js"
import { onDirectPostgres, TestDatabase } from "../../TestDatabase.js"
import * as TestAuthority from "../../vendor/network/TestAuthority.js"

const PASSWORD = "hunter2hunter2"

type Use = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError>

/** Why the database of this URL cannot be used, or what fails on it. */
const sentence = (url: Redacted.Redacted<string>, use: Use = () => Effect.void) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Database.layerUrl({ url, maxConnections: 1 }))
    yield* Effect.flatMap(Effect.provide(SqlClient.SqlClient, Layer.succeedContext(context)), use)
  }).pipe(
    Effect.flip,
    Effect.map((error) => {
      if (error._tag !== "SqlError") throw error
      const text = sentenceOf(error, DatabaseAddress.subjectOf({ databaseUrl: url, dataDir: "" }))
      expect(text).not.toContain(PASSWORD)
      return text
    })
  )

/** A program that is not Postgres; returns its port. */
const listening = (onConnection: (socket: Socket) => void): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        onConnection(socket)
      })
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      return { server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((done) => void server.close(() => done()))
      })
  ).pipe(Effect.map(({ server }) => (server.address() as AddressInfo).port))

/** What Postgres, or a pooler, sends when it refuses a session. */
const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write("E")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const at = (port: number, rest = "") => Redacted.make(`postgres://app:${PASSWORD}@127.0.0.1:${port}/store${rest}`)

/** The sentence without its subject, which must be this one. */
const reasonAt = (port: number, text: string): string => {
  const subject = `The database "store" at 127.0.0.1:${port}, with the user "app", `
  expect(text.slice(0, subject.length)).toBe(subject)
  return text.slice(subject.length)
}

/** What a server that refuses a session says, and how the sentence goes on. */
const refusals = [
  ["08P01", "unsupported startup parameter: options", "cannot be used: it does not accept how this process connects"],
  ["28P01", 'password authentication failed for user "app"', "cannot be used: the password is wrong"],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.1"', "cannot be used: it does not let this user in"],
  ["53300", "sorry, too many clients already", "cannot be used: all of its connections are taken"],
  ["57P03", "the database system is starting up", "cannot be used: it starts, recovers or shuts down"],
  ["0A000", "unsupported frontend protocol", "failed: the database reported 0A000"]
] as const

describe("The sentence about a database that cannot be used", () => {
  it.scopedLive.each(refusals)("has the code and the words with which a session was refused: %s", ([code, said, why]) =>
    Effect.gen(function* () {
      const port = yield* listening((socket) => socket.once("data", () => socket.end(refusal(code, said))))
      expect(reasonAt(port, yield* sentence(at(port)))).toContain(`${why} (${code}: ${said}). `)
    })
  )

  it.scopedLive("shows what a server says without its control characters, and not all of a long text", () =>
    Effect.gen(function* () {
      const port = yield* listening((socket) =>
        socket.once("data", () => socket.end(refusal("28000", `\u001b[2J\n${"x".repeat(5_000)}`)))
      )
      const text = yield* sentence(at(port))
      expect(text).toContain("(28000: \\u001b[2J\\nxxx")
      expect(text.length).toBeLessThan(1_000)
    })
  )

  it.scopedLive("tells apart what listens at the address of the database", () =>
    Effect.gen(function* () {
      const authority = TestAuthority.make()
      const { cert, key } = authority.issue("localhost")
      const servers: ReadonlyArray<readonly [(socket: Socket) => void, string, string]> = [
        [(socket) => socket.destroy(), "", "it closed the connection."],
        [
          (socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
          "",
          "it closed the connection."
        ],
        [
          (socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
          "?sslmode=verify-full",
          "what listens there does not speak the protocol of Postgres."
        ],
        [
          (socket) => socket.write("J\0\0\0\x0a8.0.36\0\0\0\0"),
          "",
          "what listens there does not speak the protocol of Postgres."
        ],
        [
          (socket) => socket.once("data", () => socket.write("N")),
          "?sslmode=verify-full",
          "it does not speak TLS, which DATABASE_URL asks for."
        ],
        [
          (socket) =>
            socket.once("data", () => {
              socket.write("S")
              new tls.TLSSocket(socket, { isServer: true, cert, key }).on("error", () => {})
            }),
          "?sslmode=verify-full",
          "its certificate is not signed by an authority that this machine trusts (UNABLE_TO_VERIFY_LEAF_SIGNATURE)."
        ]
      ]
      for (const [onConnection, rest, why] of servers) {
        const port = yield* listening(onConnection)
        expect(reasonAt(port, yield* sentence(at(port, rest)))).toContain(`cannot be used: ${why} `)
      }
    })
  )

  it.scopedLive("says that no connection was made in time if the host never answers", () =>
    Effect.gen(function* () {
      const port = yield* listening(() => {})
      // With less patience than a process has.
      const pool = new pg.Pool({ host: "127.0.0.1", port, connectionTimeoutMillis: 50 })
      const cause = yield* Effect.flip(
        Effect.tryPromise({ try: () => pool.query("select 1"), catch: (error) => error })
      )
      yield* Effect.promise(() => pool.end())
      expect(sentenceOf(new SqlError({ cause, message: "" }), "It")).toMatch(
        /^It cannot be used: no connection was made in time\. Check the host and port/
      )
    })
  )

  it.scopedLive("names the part of DATABASE_URL that leads nowhere", () =>
    Effect.gen(function* () {
      expect(reasonAt(1, yield* sentence(at(1)))).toBe(
        "cannot be used: nothing listens there (ECONNREFUSED). Check the host and port in DATABASE_URL, and that Postgres is running."
      )
      expect(yield* sentence(at(1, "?sslmode=verify-full&sslrootcert=/nowhere/ca.pem"))).toBe(
        "The database of DATABASE_URL cannot be used: a socket or file that DATABASE_URL names is missing (ENOENT). Correct DATABASE_URL, or start Postgres."
      )
      const unusable = [
        [at(1, "?sslmode=verify-full&sslrootcert=/"), "EISDIR"],
        [at(1, "?port=99999"), "ERR_SOCKET_BAD_PORT"]
      ] as const
      for (const [url, code] of unusable) {
        expect(yield* sentence(url)).toContain(
          ` cannot be used: this process could not connect (${code}). Correct DATABASE_URL and the files it names.`
        )
      }
      expect(yield* sentence(Redacted.make("postgres:///store?host=/nowhere/sockets&user=app"))).toMatch(
        /^The database "store" at \/nowhere\/sockets \(port 5432\), with the user "app", cannot be used: a socket or file .* \(ENOENT\)/
      )
      const unknown = yield* sentence(Redacted.make(`postgres://app:${PASSWORD}@nowhere.invalid/store`))
      expect(unknown).toMatch(
        /^The database "store" at nowhere\.invalid:5432, with the user "app", cannot be used: no (host has this name|name server answers)/
      )
    })
  )

  it("is an English one for every cause in the table", () => {
    for (const { remedy, what } of Object.values(byCode)) {
      expect(what).toMatch(/^[a-z].*[^.]$/)
      expect(remedy).toMatch(/^[A-Z].*[.;]$/)
    }
  })
})

onDirectPostgres("The sentence about a Postgres server that refuses", () => {
  it.scopedLive("names what it refused, and no value of a row", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const changed = (change: (url: URL) => void) => {
        const to = new URL(Redacted.value(url))
        change(to)
        return Redacted.make(to.href)
      }
      const withOptions = (options: string) => changed((to) => to.searchParams.set("options", options))
      const as = (user: string) =>
        changed((to) => {
          to.username = user
          to.password = PASSWORD
        })
      const role = `reader_${new URL(Redacted.value(url)).pathname.slice(-12)}`
      const admin = yield* Layer.build(Database.layerUrl({ url, maxConnections: 1 }))
      const run = (text: string) =>
        Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)),
          Layer.succeedContext(admin)
        )
      yield* run(`create role ${role} login password '${PASSWORD}' connection limit 0`)
      yield* Effect.addFinalizer(() => Effect.orDie(run(`drop role ${role}`)))
      expect(yield* sentence(as(role))).toContain(`(53300: too many connections for role "${role}")`)
      yield* run(`alter role ${role} connection limit -1`)
      const cases: ReadonlyArray<readonly [Redacted.Redacted<string>, Use, string]> = [
        [
          as(role),
          (sql) => sql`select from account`,
          "(42501: permission denied for table account). Grant it the rights"
        ],
        [
          changed((to) => Object.assign(to, { pathname: "/none" })),
          () => Effect.void,
          '(3D000: database "none" does not exist)'
        ],
        [
          changed((to) => to.searchParams.set("sslmode", "verify-full")),
          () => Effect.void,
          "it does not speak TLS, which DATABASE_URL asks for."
        ],
        [
          withOptions("-c none.such=1 -c nonesuch=1"),
          () => Effect.void,
          "(42704: unrecognized configuration parameter"
        ],
        [withOptions("-c work_mem=much"), () => Effect.void, '(22023: invalid value for parameter "work_mem": "much")'],
        [withOptions("-c max_connections=3"), () => Effect.void, "(55P02: parameter"],
        [
          withOptions("-c default_transaction_read_only=on"),
          (sql) => sql`create table further ()`,
          "it is read-only, as a replica is, or a primary after a failover (25006). Let"
        ],
        [url, (sql) => sql`select from further`, "a table is missing (42P01)."],
        // Postgres quotes the value in what it says of these.
        [url, (sql) => sql`select 'Jane Roe'::uuid`, "failed: the database reported 22P02. The log"],
        [url, (sql) => sql`select now() at time zone 'Jane Roe'`, "failed: the database reported 22023. The log"]
      ]
      for (const [of, use, part] of cases) expect(yield* sentence(of, use)).toContain(part)
    })
  )

  it.scopedLive("says that a user may not log in", () =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* TestDatabase.makeUrl({ migrated: false })))
      url.username = "nobody_at_all"
      url.password = PASSWORD
      // A server that asks for passwords does not say whether the user exists.
      expect(yield* sentence(Redacted.make(url.href))).toMatch(
        /\((28000: role "nobody_at_all" does not exist|28P01: .*)\)/
      )
    })
  )
})
