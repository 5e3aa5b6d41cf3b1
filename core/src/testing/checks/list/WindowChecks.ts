import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import type * as ScriptedList from "../kit/ScriptedList.js"

/**
 * A capped list is read on from the last value of a field. A script does not reach the cap, so only its rows can show that the path of the field
 * is right. No checks for any other list.
 */
export const windowChecks =
  (_: ConnectorUnderTest) =>
  ({ list: { endpoint, pagination }, replies }: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const windowed = pagination?.windowed
    if (windowed === undefined) return []
    const check: Check = {
      name: "every row has the value at which a window of the list can begin",
      // It needs only the script.
      waitsFor: async () => null,
      run: async () => {
        const rows = [...replies.values()].flatMap(({ body }) => pagination?.rows(body) ?? [])
        const without = rows.filter((row) => !windowed.hasValue(row)).length
        insist(
          without === 0,
          () =>
            `${endpoint} is read on from the last ${windowed.from}, but ${without} of ${rows.length} scripted rows have no time and no number there: name a field that each row has in Pagination.windows.`
        )
      }
    }
    return [check]
  }
