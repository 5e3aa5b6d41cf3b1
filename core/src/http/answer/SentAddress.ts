import * as CommonParameters from "../CommonParameters.js"
import type { Method } from "../Request.js"

/** The longest parameter that is shown; page tokens are longer, and say nothing. */
const MAX_VALUE = 80

const isName = (segment: string): boolean => segment.startsWith("{") && segment.endsWith("}")

/** The path of an address, with the names of the endpoint's parameters instead of the ids: those are of customers. */
const pathOf = (pathname: string, endpoint: string): string => {
  const names = (endpoint.split("?")[0] ?? "").split("/").toReversed()
  return pathname
    .split("/")
    .toReversed()
    .map((segment, index) => {
      const name = names[index]
      return name !== undefined && isName(name) ? name : segment
    })
    .toReversed()
    .join("/")
}

/** A parameter as it was sent, unless it is long or names a person by an e-mail address. */
const shown = (value: string): string => (value.length > MAX_VALUE || value.includes("@") ? "…" : value)

/** The address to which a request went, such as `GET https://acme.example/api/users/{id}/groups?limit=100`, without ids in its path and without secrets. */
export const describe = (
  method: Method,
  { origin, pathname, searchParams }: URL,
  endpoint: string,
  common: CommonParameters.CommonParameters
): string => {
  const query = [...searchParams].map(([name, value]) => `${name}=${shown(value)}`).join("&")
  return CommonParameters.redact(
    common,
    `${method} ${origin}${pathOf(pathname, endpoint)}${query === "" ? "" : `?${query}`}`
  )
}
