import { at } from "../../JsonPath.js"
import { asToken, type InnerRows, type Pagination, type TotalPlace, totalAt } from "./PageShape.js"

/** The body of an edge's row. */
const nodes: InnerRows = { path: "node", of: (edge) => [at(edge, "node")] }

/**
 * Pages of a GraphQL connection: the row count and the cursor are variables of the query, and the cursor of the next page is in
 * `pageInfo`. The query must ask for `pageInfo { hasNextPage endCursor }`: a page that does not say whether it is the last fails.
 *
 * Write the query as `post: { query, variables }`; further variables stay as they are.
 *
 * @see https://relay.dev/graphql/connections.htm
 */
export const graphql = (shape: {
  /** The path of the connection in the body, such as `data.issues`. */
  readonly connection: string
  /** Where the connection has its rows: as `nodes`, or as `edges` with a `node` each; `nodes` by default. */
  readonly rows?: "nodes" | "edges"
  /** How many rows to request per page; by default the vendor decides. */
  readonly limit?: number
  /** The variable for the number of rows; `first` by default. */
  readonly limitVariable?: string
  /** The variable for the cursor; `after` by default. */
  readonly cursorVariable?: string
  /** Where a response has the number of all rows, such as `data.issues.totalCount`; by default the query asks for none. */
  readonly total?: TotalPlace
}): Pagination => {
  const { connection, cursorVariable = "after", limit, limitVariable = "first", rows = "nodes", total } = shape
  const sized = (count: number) => ({ variables: { [limitVariable]: count } })
  const hasNext = (body: unknown) => at(at(body, connection), "pageInfo.hasNextPage")
  return {
    isPaged: true,
    endsOnEmptyPage: false,
    isIndexed: false,
    ...(limit === undefined ? { query: {} } : { query: sized(limit), smallest: sized(1), sizeOf: () => limit }),
    ...(total === undefined ? {} : { total: totalAt(total) }),
    ...(rows === "nodes" ? {} : { inner: nodes }),
    rows: (body) => {
      const found = at(at(body, connection), rows)
      return Array.isArray(found) && typeof hasNext(body) === "boolean" ? found : undefined
    },
    missing: ({ response }) =>
      hasNext(response.body) === true ? "it promises another page, but gives no cursor" : null,
    next: ({ response }) => {
      const cursor = asToken(at(at(response.body, connection), "pageInfo.endCursor"))
      return hasNext(response.body) === true && cursor !== null
        ? { query: { variables: { [cursorVariable]: cursor } } }
        : null
    }
  }
}
