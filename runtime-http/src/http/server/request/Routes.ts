import type { HttpApiEndpoint, HttpServerResponse } from "@effect/platform"
import type { Effect } from "effect"
import { BASE_PATH } from "../../../api/OpenApi.js"
import type { ApiError, ErrorShape } from "../../../api/parts/Errors.js"
import * as NearestPath from "./NearestPath.js"

/** An endpoint as the API declares it. */
export type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

/** The endpoint that serves a method and path. */
export interface Route {
  readonly method: string
  /** The path with parameter names, such as `/v1/idp/users/:user_id`. */
  readonly template: string
  readonly shape: ErrorShape
  /** Null when the path is not part of the API, such as `/healthz`. */
  readonly endpoint: Endpoint | null
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  /** Whether its responses have an `ETag`. */
  readonly isTagged: boolean
  /** Extra headers for its responses. */
  readonly headers: Readonly<Record<string, string>>
}

/** A route together with the values of its path parameters. */
export interface Match<R extends Route = Route> {
  readonly route: R
  readonly path: Readonly<Record<string, string>>
}

/** A path outside the API that is served with GET, without a key. */
export interface PlainRoute {
  readonly template: string
  /** Extra headers for its responses. */
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: (path: Match["path"]) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError>
}

/** Finds the route of a request. Paths match exactly: case, doubled slashes and trailing slashes all matter. */
export interface Routes<R extends Route = Route> {
  /** Null if there is none. */
  readonly find: (method: string, path: string) => Match<R> | null
  /** The methods that a path supports; empty when there is no such path. */
  readonly methods: (path: string) => ReadonlyArray<string>
  /** The path, with its parameters in braces, that is closest to one that does not exist; null if none is close. */
  readonly nearest: (path: string) => string | null
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The path parameters; null when the path does not match the template. */
const matchSegments = (
  template: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): Record<string, string> | null => {
  const path: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ""
    if (part.startsWith(":")) {
      if (segment === "") return null
      path[part.slice(1)] = decode(segment)
    } else if (part !== segment) {
      return null
    }
  }
  return path
}

/** Makes the lookup of these routes. */
export const make = <R extends Route>(routes: ReadonlyArray<R>): Routes<R> => {
  /** Templates without parameters, found without splitting the path. */
  const fixed = new Map<string, Array<Match<R>>>()
  const bySize = new Map<number, Array<{ readonly route: R; readonly segments: ReadonlyArray<string> }>>()
  for (const route of routes) {
    const segments = route.template.split("/")
    if (segments.some((part) => part.startsWith(":"))) {
      bySize.set(segments.length, [...(bySize.get(segments.length) ?? []), { route, segments }])
    } else {
      fixed.set(route.template, [...(fixed.get(route.template) ?? []), { route, path: {} }])
    }
  }

  const withParameters = (path: string): ReadonlyArray<Match<R>> => {
    const segments = path.split("/")
    return (bySize.get(segments.length) ?? []).flatMap(({ route, segments: template }) => {
      const values = matchSegments(template, segments)
      return values === null ? [] : [{ route, path: values }]
    })
  }

  const methods = (path: string) => {
    const found = [...(fixed.get(path) ?? []), ...withParameters(path)].map(({ route }) => route.method)
    return found.includes("GET") ? ["HEAD", ...found] : found
  }

  // No user types the addresses of the parts of the reference page, which have parameters but belong to no endpoint.
  const typed = routes.filter(({ endpoint, template }) => endpoint !== null || !template.includes(":"))

  return {
    methods,
    nearest: NearestPath.make(
      typed.map(({ template }) => template),
      BASE_PATH
    ),
    find: (method, path) => {
      // HEAD is answered like GET, without the body.
      const wanted = method === "HEAD" ? "GET" : method
      const fits = ({ route }: Match<R>) => route.method === wanted
      return fixed.get(path)?.find(fits) ?? withParameters(path).find(fits) ?? null
    }
  }
}
