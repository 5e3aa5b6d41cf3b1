import type { Extractor } from "@tributary/core"

/** The permissions that a list needs; those of the extractor if it is none of its lists, such as the endpoint of a token. */
export const permissionsAt = ({ lists, permissions }: Extractor.Any, endpoint: string | null): ReadonlyArray<string> =>
  lists.find((list) => list.endpoint === endpoint)?.permissions ?? permissions

/** The kinds of record that an endpoint has; those of the extractor's own list if the endpoint is none of its lists. */
export const kindsAt = ({ kinds, lists }: Extractor.Any, endpoint: string | null): ReadonlyArray<string> => {
  const found = lists.flatMap((list) =>
    list.endpoint === endpoint ? (list.kind?.name ?? list.lookup?.kind.name ?? []) : []
  )
  return found.length > 0 ? [...new Set(found)] : kinds.slice(0, 1).map(({ name }) => name)
}
