import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect, Layer, Schema } from "effect"
import { expect, expectTypeOf, it } from "vitest"
import * as Handlers from "../../../src/http/server/Handlers.js"

const Api = HttpApi.make("test").add(
  HttpApiGroup.make("things")
    .add(
      HttpApiEndpoint.get("getThing", "/things/:id")
        .setPath(Schema.Struct({ id: Schema.NumberFromString }))
        .addSuccess(Schema.String)
    )
    .add(HttpApiEndpoint.del("deleteThing", "/things"))
)

class Store extends Context.Tag("Store")<Store, { readonly find: (id: number) => string }>() {}

it("run with the services of their group", async () => {
  const layer = Handlers.group(Api, "things", (handlers) =>
    Effect.succeed(
      handlers
        .handle("getThing", ({ path }) => {
          expectTypeOf(path).toEqualTypeOf<{ readonly id: number }>()
          return Effect.map(Store, ({ find }) => find(path.id))
        })
        .handle("deleteThing", () => Effect.void)
    )
  )
  expectTypeOf(layer).toEqualTypeOf<Layer.Layer<HttpApiGroup.ApiGroup<"test", "things">, never, Store>>()
  const built = Effect.provide(Handlers.tagOf<"test", "things">("things"), layer)
  const store = Layer.succeed(Store, { find: (id) => `thing ${id}` })
  const handlers = await Effect.runPromise(Effect.provide(built, store))
  const request = { method: "GET", headers: {}, whenSent: () => {} }
  const handled = handlers.get("getThing")?.({ path: { id: 7 }, request }) ?? Effect.void
  expect(await Effect.runPromise(handled)).toBe("thing 7")
})

it("do not compile if an endpoint is missing, or if a result type differs from that of the endpoint", () => {
  // @ts-expect-error deleteThing has no handler
  Handlers.group(Api, "things", (handlers) => Effect.succeed(handlers.handle("getThing", () => Effect.succeed(""))))
  Handlers.group(Api, "things", (handlers) => {
    // @ts-expect-error there is no such endpoint
    handlers.handle("getThings", () => Effect.succeed(""))
    // @ts-expect-error the endpoint returns a text
    handlers.handle("getThing", () => Effect.succeed(1))
    // @ts-expect-error the endpoint declares no such error
    handlers.handle("getThing", () => Effect.fail("no"))
    return Effect.succeed(
      handlers.handle("getThing", () => Effect.succeed("")).handle("deleteThing", () => Effect.void)
    )
  })
})
