import { settingsOf } from "../../run/TestCredentials.js"
import { endedWith, noNewRejection, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { faults, healthsOf, type InjectedFault, reportedFaults } from "../kit/Faults.js"
import type { ScriptedList } from "../kit/ScriptedList.js"

/** Whether a fault refuses access to one list, and not the credentials. */
export const isRefusedAccess = ({ health, isRefusal }: InjectedFault): boolean =>
  isRefusal === true && health === "UNAUTHORIZED"

/** The faults whose outcome is the same for every list of this role; `ChildListChecks`, `LookupChecks` and `OptionalListChecks` judge the others. */
const faultsOf = ({ list }: ScriptedList, all: ReadonlyArray<InjectedFault>): ReadonlyArray<InjectedFault> => {
  const faults = list.isOptional === true ? all.filter((fault) => !isRefusedAccess(fault)) : all
  const isBelowRow = list.role === "child" || (list.role === "details" && list.pagination?.isOneRow === true)
  if (isBelowRow) return faults.filter(({ isGone }) => isGone !== true)
  return list.lookup === undefined ? faults : faults.filter(({ isRefusal }) => isRefusal !== true)
}

const allFaults = ({ connector, options }: ConnectorUnderTest): ReadonlyArray<InjectedFault> => {
  const { decode, errors } = settingsOf(connector, options)
  return [...faults, ...reportedFaults(errors, decode)]
}

/** The answers by which a vendor may refuse an instant that is too long ago; a full scan then begins. */
const mayBeExpired = ({ health, isRefusal }: InjectedFault): boolean =>
  isRefusal === true || health === "VENDOR_CLIENT_ERROR"

/** What must follow each fault that is injected into a list that only deltas read. */
export const deltaFaultChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const all = allFaults(subject)
  return subject.deltaLists.flatMap((scripted) =>
    all.map((fault) => ({
      name: `${scripted.list.endpoint}: ${fault.name}, in a delta`,
      run: async () => {
        const comparison = await subject.injectedInDelta(scripted, fault)
        const healths = [...healthsOf(fault), ...(mayBeExpired(fault) ? (["HEALTHY"] as const) : [])]
        endedWith(comparison.after, scripted.list, healths, fault.name)
        if (fault.health === "HEALTHY") noNewRejection(comparison, fault.name)
        sameRecords(comparison, fault.name)
      }
    }))
  )
}

/** What must follow each fault that is injected into a list. */
export const faultChecks = (subject: ConnectorUnderTest) => {
  const all = allFaults(subject)
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
