import { endedWith, noNewRejection, sameCounts, sameRecords } from "./Assertions.js"
import type { Check } from "./Check.js"
import { faults, type InjectedFault } from "./Faults.js"
import type { ScriptedList } from "./ScriptedList.js"
import type { Subject } from "./Subject.js"

/** The faults whose outcome is the same for every list of this role; `ChildListChecks` judges the others. */
const faultsOf = ({ list }: ScriptedList): ReadonlyArray<InjectedFault> =>
  faults.filter(({ isGone }) => list.role !== "child" || isGone !== true)

/** What must follow each fault that is injected into a list. */
export const faultChecks =
  (subject: Subject) =>
  (list: ScriptedList): ReadonlyArray<Check> =>
    faultsOf(list).map((fault) => ({
      name: fault.name,
      run: async () => {
        const { lookupHealth, name, reach } = fault
        if (reach === "all lists" && (await subject.injectedInAll(fault)) !== null) return
        const comparison = await subject.injected(list, fault)
        const isForgiven = list.list.role === "lookup" && list.list.isRequired !== true && lookupHealth !== undefined
        const health = isForgiven ? lookupHealth : fault.health
        endedWith(comparison.after, list.list, health, name)
        if (health === "HEALTHY") noNewRejection(comparison, name)
        const judge = isForgiven ? sameCounts : sameRecords
        judge(comparison, name)
      }
    }))
