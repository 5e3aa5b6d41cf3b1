import type { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import * as Fiberless from "../../Fiberless.js"
import type { RequestHead } from "./request/Incoming.js"

/*
 * How the handlers of a group are declared: as with `HttpApiBuilder.group` of `@effect/platform`, and with its signatures, so that its
 * dispatcher can run them, too.
 */

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any

/** A request, decoded as its endpoint declares. */
type Received<Endpoint extends AnyEndpoint> = Omit<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>, "request"> & {
  readonly request: RequestHead
}

/** The handlers of a group so far. */
export interface Handlers<E, Provides, R, Endpoints extends AnyEndpoint> {
  /** The endpoints that have no handler yet; only a type. */
  readonly unhandled?: Endpoints
  readonly byName: ReadonlyMap<string, Handler<R>>
  /** Adds the handler of an endpoint. It returns what the endpoint's schema encodes, or a response. */
  readonly handle: <const Name extends HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints>, R1>(
    name: Name,
    handler: (
      request: Received<HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints, Name>>
    ) => Effect.Effect<
      HttpApiEndpoint.HttpApiEndpoint.SuccessWithName<Endpoints, Name> | HttpServerResponse.HttpServerResponse,
      E | HttpApiEndpoint.HttpApiEndpoint.ErrorWithName<Endpoints, Name>,
      R1
    >
  ) => Handlers<
    E,
    Provides,
    R | Exclude<HttpApiEndpoint.HttpApiEndpoint.ExcludeProvided<Endpoints, Name, R1>, Provides>,
    HttpApiEndpoint.HttpApiEndpoint.ExcludeName<Endpoints, Name>
  >
}

/** A handler whose types have been checked against its endpoint. */
export type Handler<R = never> = (request: {
  readonly path?: unknown
  readonly urlParams?: unknown
  readonly payload?: unknown
  readonly headers?: unknown
  readonly request: RequestHead
}) => Effect.Effect<unknown, unknown, R>

type WithName<Groups, Name extends string> = HttpApiGroup.HttpApiGroup.WithName<Groups, Name>

const from = (byName: ReadonlyMap<string, Handler<unknown>>): Handlers<unknown, unknown, unknown, never> => ({
  byName,
  handle: (name, handler) => from(new Map([...byName, [name, handler as unknown as Handler<unknown>]]))
})

/** Where the handlers of a group are found among the services of the dispatcher. */
export const tagOf = <ApiId extends string, const Name extends string>(group: Name) =>
  Context.GenericTag<HttpApiGroup.ApiGroup<ApiId, Name>, ReadonlyMap<string, Handler>>(
    `@tributary/runtime-http/Handlers/${group}`
  )

/** The handlers of a group. `build` must add one for each of its endpoints. */
export const group = <
  ApiId extends string,
  Groups extends HttpApiGroup.HttpApiGroup.Any,
  ApiError,
  ApiR,
  const Name extends HttpApiGroup.HttpApiGroup.Name<Groups>,
  R,
  E,
  R2
>(
  _api: HttpApi.HttpApi<ApiId, Groups, ApiError, ApiR>,
  name: Name,
  build: (
    handlers: Handlers<
      ApiError | HttpApiGroup.HttpApiGroup.ErrorWithName<Groups, Name>,
      HttpApiGroup.HttpApiGroup.Provides<WithName<Groups, Name>>,
      never,
      HttpApiGroup.HttpApiGroup.EndpointsWithName<Groups, Name>
    >
    // biome-ignore lint/suspicious/noExplicitAny: only the endpoints without a handler, and what the others need, are checked
  ) => Effect.Effect<Handlers<any, any, R, never>, E, R2>
): Layer.Layer<HttpApiGroup.ApiGroup<ApiId, Name>, E, R | R2> =>
  Layer.effect(
    tagOf<ApiId, Name>(name),
    Effect.gen(function* () {
      const services = yield* Effect.context<R>()
      const { byName } = yield* build(from(new Map()) as never)
      return new Map(
        [...byName].map(([name, handler]): [string, Handler] => [name, Fiberless.providing(handler, services)])
      )
    })
  )
