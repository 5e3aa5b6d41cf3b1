import { settingsOf } from "../run/TestCredentials.js"
import { endedWith, noNewRejection, sameRecords } from "./Assertions.js"
import type { Check } from "./Check.js"
import { faults, healthsOf, type InjectedFault, reportedFaults } from "./Faults.js"
import type { ScriptedList } from "./ScriptedList.js"
import type { Subject } from "./Subject.js"

/** The faults whose outcome is the same for every list of this role; `ChildListChecks` and `LookupChecks` judge the others. */
const faultsOf = ({ list }: ScriptedList, faults: ReadonlyArray<InjectedFault>): ReadonlyArray<InjectedFault> => {
  if (list.role === "child") return faults.filter(({ isGone }) => isGone !== true)
  return list.lookup === undefined ? faults : faults.filter(({ isRefusal }) => isRefusal !== true)
}

/** What must follow each fault that is injected into a list. */
export const faultChecks = (subject: Subject) => {
  const { decode, errors } = settingsOf(subject.connector, subject.options)
  const all = [...faults, ...reportedFaults(errors, decode)]
  return (list: ScriptedList): ReadonlyArray<Check> =>
    faultsOf(list, all).map((fault) => ({
      name: fault.name,
      run: async () => {
        const { health, name, reach } = fault
        if (reach === "all lists" && (await subject.injectedInAll(fault)) !== null) return
        const comparison = await subject.injected(list, fault)
        endedWith(comparison.after, list.list, healthsOf(fault), name)
        if (health === "HEALTHY") noNewRejection(comparison, name)
        sameRecords(comparison, name)
      }
    }))
}
