import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import * as RunnerRegistry from "../../../src/store/schedule/RunnerRegistry.js"
import { TestDatabase } from "../../TestDatabase.js"

const here = { network: "here", machine: "machine-a" }
const there = { network: "there", machine: "machine-b" }
const loopback = { host: "127.0.0.1", port: 34_431 }

const register = (runner: RunnerRegistry.Runner) =>
  RunnerRegistry.register(runner, randomUUID(), { heartbeat: "20 millis" })

const onEmpty = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* SqlClient.SqlClient)`delete from runner`
    return yield* test
  })

layer(TestDatabase.layer, { excludeTestServices: true })("a process that registers", (it) => {
  it.scoped("may share a machine with others through loopback addresses", () =>
    onEmpty(
      Effect.gen(function* () {
        yield* register({ ...loopback, ...here })
        yield* register({ ...loopback, port: 34_432, ...here })
        // A process restarts before the row of its predecessor has expired.
        yield* register({ ...loopback, ...here })
      })
    )
  )

  it.scoped("joins processes on other machines", () =>
    onEmpty(
      Effect.gen(function* () {
        yield* register({ host: "10.0.0.1", port: 34_431, ...here })
        yield* register({ host: "10.0.0.2", port: 34_431, ...there })
      })
    )
  )

  const refused = [
    [loopback, loopback, "A process on machine-a already has the address 127.0.0.1:34431"],
    [
      { host: "tributary", port: 1 },
      { host: "tributary", port: 1 },
      "A process on machine-a already has the address tributary:1"
    ],
    [loopback, { host: "localhost", port: 7 }, "TRIBUTARY_RUNNER_HOST is localhost, but the process on machine-a"],
    [{ host: "10.0.0.1", port: 1 }, loopback, "TRIBUTARY_RUNNER_HOST is 127.0.0.1, but the process on machine-a"],
    [
      loopback,
      { host: "10.0.0.2", port: 1 },
      "The process on machine-a has the address 127.0.0.1:34431, but this process cannot reach"
    ]
  ] as const
  for (const [first, second, sentence] of refused) {
    it.scoped(`is refused at ${second.host}:${second.port} while another machine has ${first.host}:${first.port}`, () =>
      onEmpty(
        Effect.gen(function* () {
          yield* register({ ...first, ...here })
          const error = yield* Effect.flip(register({ ...second, ...there }))
          expect(error._tag).toBe("RunnerAddressError")
          expect(error.message).toContain(sentence)
          expect(yield* (yield* SqlClient.SqlClient)`select 1 from runner`).toHaveLength(1)
        })
      )
    )
  }

  it.scoped("takes over the address of a process that stopped, or that died on another machine", () =>
    onEmpty(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const first = yield* Scope.make()
        yield* Scope.extend(register({ ...loopback, ...here }), first)
        yield* Scope.close(first, Exit.void)
        expect(yield* sql`select 1 from runner`).toEqual([])
        // The row of a dead process is about to expire and gets no heartbeat.
        yield* sql`
          insert into runner (incarnation, host, port, place, machine, seen_at)
          values (${randomUUID()}, '127.0.0.1', 34431, 'here', 'machine-a', clock_timestamp() - interval '9500 milliseconds')`
        yield* register({ ...loopback, ...there })
        expect(yield* sql`select machine from runner`).toEqual([{ machine: "machine-b" }])
      })
    )
  )
})
