import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "@effect/platform"
import { Context, Option } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import { IsTagged } from "../../api/parts/EntityTag.js"
import { type ErrorShape, Shape } from "../../api/parts/Errors.js"
import { properties } from "../../api/parts/Parameter.js"
import * as Strict from "../../api/parts/Strict.js"
import * as NearestPath from "./NearestPath.js"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

/** The endpoint that serves a method and path. */
export interface Route {
  readonly method: string
  /** The path with parameter names, such as `/v1/idp/users/:user_id`. */
  readonly template: string
  readonly shape: ErrorShape
  /** Null when the path is not part of the API, such as `/healthz`. */
  readonly endpoint: Endpoint | null
  /** Whether it requires an API key. */
  readonly takesKey: boolean
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  /** Whether its responses have an `ETag`. */
  readonly isTagged: boolean
  /** Extra headers for its responses. */
  readonly headers: Readonly<Record<string, string>>
}

/** A path outside the API that is served with GET. */
export type PlainRoute = Pick<Route, "template" | "headers">

/** A route together with the values of its path parameters. */
export interface Match {
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

/** Finds the route of a request by the same rules as the router: paths match exactly. */
export interface Routes {
  /** All of them. */
  readonly all: ReadonlyArray<Route>
  /** Null if there is none. */
  readonly find: (method: string, path: string) => Match | null
  /** The methods that a path supports; empty when there is no such path. */
  readonly methods: (path: string) => ReadonlyArray<string>
  /** The path, with its parameters in braces, that is closest to one that does not exist; null if none is close. */
  readonly nearest: (path: string) => string | null
}

const queryNames = ({ urlParamsSchema }: Endpoint): ReadonlyArray<string> =>
  Option.match(urlParamsSchema, { onNone: () => [], onSome: properties }).map(({ name }) => String(name))

const endpointRoutes = <Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<string, Groups, E, R>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations, middleware }) => {
      routes.push({
        method: endpoint.method,
        template: endpoint.path,
        shape: Context.get(mergedAnnotations, Shape),
        endpoint: endpoint as unknown as Endpoint,
        takesKey: middleware.size > 0,
        parameters: new Set([...queryNames(endpoint as unknown as Endpoint), Strict.NAME]),
        isTagged: Context.get(mergedAnnotations, IsTagged),
        headers: {}
      })
    }
  })
  return routes
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

/** Collects the routes of an API and the paths beside it. */
export const make = <Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<string, Groups, E, R>,
  plainRoutes: ReadonlyArray<PlainRoute>
): Routes => {
  /** Templates without parameters, found without splitting the path. */
  const fixed = new Map<string, Array<Match>>()
  const bySize = new Map<number, Array<{ readonly route: Route; readonly segments: ReadonlyArray<string> }>>()
  const others = plainRoutes.map(
    (route): Route => ({
      method: "GET",
      shape: "validation",
      endpoint: null,
      takesKey: false,
      parameters: new Set(),
      isTagged: false,
      ...route
    })
  )
  const routes = [...others, ...endpointRoutes(api)]
  for (const route of routes) {
    const segments = route.template.split("/")
    if (segments.some((part) => part.startsWith(":"))) {
      bySize.set(segments.length, [...(bySize.get(segments.length) ?? []), { route, segments }])
    } else {
      fixed.set(route.template, [...(fixed.get(route.template) ?? []), { route, path: {} }])
    }
  }

  const withParameters = (path: string): ReadonlyArray<Match> => {
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
    all: routes,
    methods,
    nearest: NearestPath.make(
      typed.map(({ template }) => template),
      BASE_PATH
    ),
    find: (method, path) => {
      // HEAD is answered like GET, without the body.
      const wanted = method === "HEAD" ? "GET" : method
      const fits = ({ route }: Match) => route.method === wanted
      return fixed.get(path)?.find(fits) ?? withParameters(path).find(fits) ?? null
    }
  }
}
