import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { arrivalChecks } from "./ArrivalChecks.js"
import { changeChecks } from "./ChangeChecks.js"
import { childListChecks } from "./ChildListChecks.js"
import { deletionChecks } from "./DeletionChecks.js"
import { deltaFaultChecks, faultChecks } from "./FaultChecks.js"
import { fieldChecks } from "./FieldChecks.js"
import { lookupChecks } from "./LookupChecks.js"
import { optionalListChecks } from "./OptionalListChecks.js"
import { pageChecks } from "./PageChecks.js"
import { rowChecks } from "./RowChecks.js"
import { rowIdChecks } from "./RowIdChecks.js"
import { totalChecks } from "./TotalChecks.js"
import { unreadableChecks } from "./UnreadableChecks.js"
import { usedFieldChecks } from "./UsedFieldChecks.js"
import { windowChecks } from "./WindowChecks.js"

/** Every promise about each list; a promise that a list cannot show is left out. */
export const listChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const parts = [
    faultChecks,
    childListChecks,
    lookupChecks,
    optionalListChecks,
    pageChecks,
    arrivalChecks,
    totalChecks,
    windowChecks,
    deletionChecks,
    changeChecks,
    rowChecks,
    rowIdChecks,
    fieldChecks,
    unreadableChecks,
    usedFieldChecks
  ].map((make) => make(subject))
  const ofLists = subject.lists.flatMap((list) =>
    parts
      .flatMap((checksOf) => checksOf(list))
      .map((check) => ({ ...check, name: `${list.list.endpoint}: ${check.name}` }))
  )
  return [...ofLists, ...deltaFaultChecks(subject)]
}
