import { Pagination } from "@tributary/core"

/** The endpoint of Azure Resource Graph: https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources */
export const RESOURCE_GRAPH = "/providers/Microsoft.ResourceGraph/resources?api-version=2022-10-01"

/** The largest page, with rows as objects; explicit, because Microsoft's reference contradicts itself about the default format. */
const OPTIONS = { resultFormat: "objectArray", $top: 1_000 }

/**
 * The pages of Azure Resource Graph: rows in `data`, and a `$skipToken` that the options of the next request repeat.
 *
 * https://learn.microsoft.com/en-us/azure/governance/resource-graph/concepts/work-with-data
 */
export const graphPages = (): Pagination.Pagination => ({
  ...Pagination.none({ items: "data", total: "totalRecords" }),
  isPaged: true,
  query: { options: OPTIONS },
  next: ({ response }) => {
    const token = Pagination.at(response.body, "$skipToken")
    return typeof token === "string" && token !== "" ? { query: { options: { ...OPTIONS, $skipToken: token } } } : null
  }
})
