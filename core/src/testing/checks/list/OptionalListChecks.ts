import { endedWell, insist, quiet, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { faults } from "../kit/Faults.js"
import type { ScriptedList } from "../kit/ScriptedList.js"
import { isRefusedAccess } from "./FaultChecks.js"

/** What a refusal of an optional list means: its records stay as they were, and the run names its permission. No checks for any other list. */
export const optionalListChecks =
  (subject: ConnectorUnderTest) =>
  (scripted: ScriptedList): ReadonlyArray<Check> => {
    const { list } = scripted
    if (list.isOptional !== true) return []
    return faults.filter(isRefusedAccess).map((fault) => ({
      name: `${fault.name} costs only the records of the list, and names its permission`,
      run: async () => {
        const comparison = await subject.injected(scripted, fault)
        endedWell(comparison, 0, fault.name)
        sameRecords(comparison, fault.name)
        quiet(comparison.after, fault.name)
        const said = comparison.after.unread.filter(({ endpoint }) => endpoint === list.endpoint)
        insist(
          said.length > 0 && said.every(({ permissions }) => permissions.join() === list.permissions.join()),
          () => `${list.endpoint}: it is refused, but the run does not name its permissions.`
        )
      }
    }))
  }
