import type { SourceList } from "../../../extract/list/SourceList.js"
import { lowerCased } from "../../../http/Request.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import { type Comparison, ConformanceError, endedWith, insist, noneLost, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import { replying } from "../kit/Faults.js"
import * as ScriptedList from "../kit/ScriptedList.js"

/** Whether a page has rows; those of a list of ids are texts. */
const hasRows = ({ pagination }: SourceList, page: Reply): boolean =>
  ReplyEdit.rowsOf(page).length > 0 || (page.body !== undefined && (pagination?.rows(page.body)?.length ?? 0) > 0)

/** Whether a page says how many rows the list has, and has some of them itself. */
export const announces = (list: SourceList, page: Reply): boolean => {
  const { pagination, total: ofStream } = list
  const { body, headers, status = 200 } = page
  const totalOf = pagination?.total ?? ofStream
  const total = totalOf?.({ status, headers: lowerCased(headers), body }) ?? null
  return total !== null && total > 0 && hasRows(list, page)
}

/** What only a page after the first can show. No checks for a list without pages. */
export const pageChecks =
  (subject: ConnectorUnderTest) =>
  (list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const { endpoint, isPaged, pagination } = list.list
    if (!isPaged) return []

    const scripted: Check = {
      name: "the script has a second page with rows",
      // It needs only the script, which may be the reason why the run without faults fails.
      waitsFor: async () => null,
      run: async () => {
        insist(
          list.leading.size > 0,
          () =>
            `${endpoint} is paged, but no scripted reply leads to a next page: script a second page${pagination === null ? ", or say isPaged: false" : ""}.`
        )
        const full = [...list.replies.values()].filter((reply) => ReplyEdit.rowsOf(reply).length > 0).length
        insist(
          full !== 1,
          () => `${endpoint} is paged, but only one scripted page holds rows: script a row on a second page.`
        )
      }
    }
    if (list.leading.size === 0) return [scripted]

    const repeated: Check = {
      name: "a repeated page fails the export",
      run: async () => {
        const turn = ScriptedList.pageTurn(list, await subject.healthy())
        if (turn === null) throw new ConformanceError("The page after the first was never requested.")
        const following = ScriptedList.identityOf(turn.following)
        const { pathname } = new URL(turn.following.url)
        let isStuck = false
        const comparison = await subject.alone(list, [
          {
            // Two equal pages may be a shift of a list by index, so all pages behind them are equal, too.
            strikes: (request) => {
              const isLater = isStuck && request.url.pathname === pathname
              isStuck ||= ScriptedList.identityOf(request) === following
              return isStuck && (isLater || ScriptedList.identityOf(request) === following)
            },
            outcome: () => replying(turn.page)
          }
        ])
        endedWith(comparison.after, list.list, "VENDOR_SERVER_ERROR", "A repeated page")
        sameRecords(comparison, "After a repeated page")
      }
    }

    /** A check with one changed page that leads to another; none if no page allows the change. */
    const withPage = (
      name: string,
      edit: (page: Reply) => Reply | null,
      judge: (comparison: Comparison) => Promise<void>
    ): ReadonlyArray<Check> => {
      const change = ScriptedList.changeOf(list.leading, edit)
      if (change === null) return []
      return [{ name, run: async () => judge(await subject.alone(list, changing(change))) }]
    }
    const reachesNextPage = ({ before, after }: Comparison): boolean => {
      const turn = ScriptedList.pageTurn(list, before)
      const following = turn === null ? null : ScriptedList.identityOf(turn.following)
      return after.requests.some((request) => ScriptedList.identityOf(request) === following)
    }

    const foreign = withPage(
      "a next link to another host is not followed",
      (page) => ReplyEdit.foreignNextLink(page, subject.host),
      async (comparison) => {
        const strayed = comparison.after.requests.some(({ url }) => new URL(url).host === ReplyEdit.FOREIGN_HOST)
        insist(!strayed, () => "A request with credentials went to a host that the connector does not declare.")
        const what = "A next link to another host"
        // A connector may take only an index out of the link, and read the page at the declared host.
        if (reachesNextPage(comparison)) {
          endedWith(comparison.after, list.list, "HEALTHY", what)
          noneLost(comparison, what)
        } else {
          endedWith(comparison.after, list.list, "INTERNAL_ERROR", what)
          sameRecords(comparison, `After ${what.toLowerCase()}`)
        }
      }
    )
    const emptied = withPage(
      "an empty page that names a next page does not end the list",
      (page) => ReplyEdit.rows(page, () => []),
      async (comparison) => {
        insist(reachesNextPage(comparison), () => "The walk ended at an empty page that named a next page.")
        // Without the rows of the page, a lookup may lack the answers for too many rows.
        if (list.list.role !== "lookup") endedWith(comparison.after, list.list, "HEALTHY", "An empty page")
      }
    )
    const truncated = withPage(
      "an empty page before the vendor's total fails the export",
      (page) => (announces(list.list, page) ? ReplyEdit.rows(page, () => []) : null),
      async (comparison) => {
        endedWith(comparison.after, list.list, "VENDOR_SERVER_ERROR", "An empty page before the vendor's total")
        sameRecords(comparison, "After an empty page before the vendor's total")
      }
    )
    if (truncated.length > 0) return [scripted, repeated, ...foreign, ...truncated]
    const namesNextPage = pagination === null ? foreign.length > 0 : !pagination.endsOnEmptyPage
    return [scripted, repeated, ...foreign, ...(namesNextPage ? emptied : [])]
  }
