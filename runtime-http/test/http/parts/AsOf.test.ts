import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Deferred, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Fixture from "../../store/RecordFixture.js"
import { onPostgres } from "../../TestDatabase.js"
import { at, dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const { IdpUser } = RecordKind

onPostgres("a list that a writer is changing", () => {
  let server: TestServer
  let tenant: Tenant

  beforeAll(async () => {
    server = await start()
    tenant = await server.run(makeTenant)
    await server.run(Fixture.put(at(tenant), IdpUser, [Fixture.user("u0")]))
  })

  afterAll(() => server.stop())

  const read = async (query = "") => {
    const { headers, json, status } = await send(`${server.origin}/v1/idp/users?${query}`, {
      headers: dataHeaders(tenant)
    })
    const { items } = json as { readonly items: ReadonlyArray<Fixture.Item> }
    return { status, ids: items?.map(({ vendor_id }) => vendor_id), asOf: headers.get("x-as-of") ?? "" }
  }

  it("answers 30 first-page readers and leaves the process ready; X-As-Of leads each of them to the change", async () => {
    const written = await server.run(Deferred.make<void>())
    const end = await server.run(Deferred.make<void>())
    const writer = server.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Fixture.put(at(tenant), IdpUser, [Fixture.user("late")]).pipe(
            Effect.zipRight(Deferred.succeed(written, undefined)),
            Effect.zipRight(Deferred.await(end))
          )
        )
      )
    )
    await server.run(Deferred.await(written))
    const readers = Promise.all(Array.from({ length: 30 }, (_, index) => read(`enableCursor=${index % 2 === 0}`)))
    const ready = await send(`${server.origin}/readyz`)
    const pages = await readers
    expect(ready.status).toBe(200)
    expect(pages.map(({ ids, status }) => [status, ids])).toEqual(pages.map(() => [200, ["u0"]]))
    await server.run(Deferred.succeed(end, undefined))
    await writer
    for (const { asOf } of pages) {
      expect((await read(`updatedSince=${encodeURIComponent(asOf)}`)).ids).toEqual(["late"])
    }
  })
})
