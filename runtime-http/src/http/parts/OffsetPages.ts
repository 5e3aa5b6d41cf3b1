import type { OffsetPage } from "../../store/accounts/Organizations.js"

/** A page as the API shows it. */
export const envelope = <A>({ items, total }: OffsetPage<A>) => ({ count: items.length, total, items })

/** The page that a request asks for. */
export const pageOf = ({ limit, offset }: { readonly limit: number; readonly offset?: number }) => ({
  limit,
  offset: offset ?? 0
})
