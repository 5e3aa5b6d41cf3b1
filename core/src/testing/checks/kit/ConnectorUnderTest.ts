import { type Connector, extractorsOf } from "../../../Connector.js"
import { type Any as Extractor, exportTypesOf } from "../../../extract/Extractor.js"
import { type RunOptions, type RunReport, run } from "../../run/ConnectorRun.js"
import { type CredentialOptions, settingsOf } from "../../run/TestCredentials.js"
import type { Fault, Replies } from "../../vendor/ScriptedVendor.js"
import { type Comparison, ConformanceError, endedWell, insist, noNewRejection, sameRecords } from "./Assertions.js"
import * as DecodedReplies from "./DecodedReplies.js"
import { faults as allFaults, type InjectedFault, replying } from "./Faults.js"
import * as ScriptedList from "./ScriptedList.js"

/** What the conformance checks need besides the connector. */
export interface ConformanceOptions extends CredentialOptions {
  /** What the vendor answers, taken from its documentation; at least two pages with rows for every list that is paged. */
  readonly replies: Replies
  /**
   * What records must say, by kind and by `vendor_id`, such as `{ sast_issue: { "7": { severity: "HIGH" } } }`: what no kit can know, because it
   * depends on what the vendor means. Nothing by default.
   */
  readonly expect?: Expected
  /**
   * How many times the kit multiplies the scripted rows in one more run, such as 1000, in which every copy of a row must arrive, no list may be asked
   * more often than its rows need, and nothing may be kept. The kit does not multiply by default.
   */
  readonly times?: number
  /**
   * What the vendor answers customers who sign in another way than the first, by its `authType`, for a vendor with another address or other links
   * for them; `replies` by default. The records must be the same.
   */
  readonly ways?: Readonly<Record<string, Replies>>
}

/** The fields that records must have, by kind and by `vendor_id`. */
export type Expected = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/** How much the checks have run so far. */
export interface Work {
  /** Runs of every extractor of the connector. */
  readonly wholeRuns: number
  /** Runs of a single extractor. */
  readonly extractorRuns: number
}

/** The result of one run with changes in several lists. */
export interface Verdict {
  /** Whether the run kept the promise. */
  readonly isKept: boolean
  /** The lists that received a changed reply. */
  readonly seen: ReadonlySet<ScriptedList.ScriptedList>
}

/** A connector under test, and the runs that its checks share. */
export interface ConnectorUnderTest {
  readonly connector: Connector
  readonly options: ConformanceOptions
  readonly lists: ReadonlyArray<ScriptedList.ScriptedList>
  /** The lists that only deltas read. */
  readonly deltaLists: ReadonlyArray<ScriptedList.ScriptedList>
  /** The vendor's host, to which next links lead. */
  readonly host: string
  /** The run without faults. */
  readonly healthy: () => Promise<RunReport>
  /** A delta without faults, over the records of the run without faults. */
  readonly delta: () => Promise<RunReport>
  /** A later run of the whole connector, over the records of the one without faults. */
  readonly again: (options: Partial<RunOptions>) => Promise<RunReport>
  /** A later run of the whole connector with faults, next to the run without faults. */
  readonly whole: (faults: ReadonlyArray<Fault>) => Promise<Comparison>
  /** A later run of the one extractor that reads the list. */
  readonly alone: (list: ScriptedList.ScriptedList, faults: ReadonlyArray<Fault>) => Promise<Comparison>
  /** A first run of the one extractor that reads the list, over an empty store, next to what it reads without faults. */
  readonly fresh: (list: ScriptedList.ScriptedList, faults: ReadonlyArray<Fault>) => Promise<Comparison>
  /** Two later runs of the one extractor that reads the list, one after the other, over a store that deletes as a runtime does. */
  readonly twice: (
    list: ScriptedList.ScriptedList,
    faults: ReadonlyArray<Fault>
  ) => Promise<{ readonly before: RunReport; readonly first: RunReport; readonly second: RunReport }>
  /** A later run in which a fault strikes the list. */
  readonly injected: (list: ScriptedList.ScriptedList, fault: InjectedFault) => Promise<Comparison>
  /** A delta in which a fault strikes the list. */
  readonly injectedInDelta: (list: ScriptedList.ScriptedList, fault: InjectedFault) => Promise<Comparison>
  /** A later run in which a fault strikes every list; null if that run lost something, so that each list needs its own run. */
  readonly injectedInAll: (fault: InjectedFault) => Promise<RunReport | null>
  /** One later run with a change in each list; `judge` receives how many requests got a changed reply. */
  readonly changedTogether: (
    changes: ReadonlyMap<ScriptedList.ScriptedList, ScriptedList.Change>,
    judge: (comparison: Comparison, struck: number) => void
  ) => Promise<Verdict>
  readonly work: () => Work
}

const memoized = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/** Whether the assertions hold; a broken promise is false, and any other error is thrown. */
export const holds = async (assertions: () => void | Promise<void>): Promise<boolean> => {
  try {
    await assertions()
    return true
  } catch (error) {
    if (error instanceof ConformanceError) return false
    throw error
  }
}

/** Sends the changed replies instead of the scripted ones. */
export const changing = (change: ScriptedList.Change): ReadonlyArray<Fault> =>
  [...change].map(([key, reply]) => ({ strikes: (request) => request.key === key, outcome: () => replying(reply) }))

/** The connector with one of its extractors only. */
export const only = (connector: Connector, extractor: Extractor): Connector => ({
  ...connector,
  exports: Object.fromEntries(exportTypesOf(extractor).map((exportType) => [exportType, [extractor]]))
})

const struckKeys = (report: RunReport): ReadonlyArray<string | null> =>
  report.requests.filter(({ isStruck }) => isStruck).map(({ key }) => key)

export const make = (connector: Connector, given: ConformanceOptions): ConnectorUnderTest => {
  const settings = settingsOf(connector, given)
  const extractors = extractorsOf(connector)
  const options = { ...given, replies: DecodedReplies.make(extractors, settings, given.replies) }
  const work = { wholeRuns: 0, extractorRuns: 0 }
  const runWhole = (more: Partial<RunOptions>): Promise<RunReport> => {
    work.wholeRuns += 1
    return run(connector, { ...options, ...more })
  }
  const once = memoized((_: "healthy") => runWhole({}))
  const healthy = () => once("healthy")
  const again = async (more: Partial<RunOptions>) => runWhole({ stored: (await healthy()).stored, ...more })
  const deltaOnce = memoized(async (_: "delta") =>
    again({ since: ScriptedList.SINCE, deltas: (await healthy()).deltas })
  )
  const whole = async (faults: ReadonlyArray<Fault>) => ({ before: await healthy(), after: await again({ faults }) })

  /** The run without faults, as if only this extractor had run. */
  const healthyAlone = memoized(async ({ kinds }: Extractor): Promise<RunReport> => {
    const report = await healthy()
    const own = new Set(kinds.map(({ name }) => name))
    return {
      ...report,
      rejections: report.rejections.filter(({ kind }) => own.has(kind)),
      unreadable: report.unreadable.filter((issue) => own.has(issue.split(" ")[0] ?? ""))
    }
  })
  const alone: ConnectorUnderTest["alone"] = async ({ extractor }, faults) => {
    const before = await healthyAlone(extractor)
    work.extractorRuns += 1
    return { before, after: await run(only(connector, extractor), { ...options, stored: before.stored, faults }) }
  }

  const twice: ConnectorUnderTest["twice"] = async ({ extractor }, faults) => {
    const before = await healthyAlone(extractor)
    const later = ({ missed, stored }: Pick<RunReport, "missed" | "stored">) => {
      work.extractorRuns += 1
      return run(only(connector, extractor), { ...options, stored, missed, faults })
    }
    const first = await later({ ...before, missed: new Map() })
    return { before, first, second: await later(first) }
  }

  const fresh: ConnectorUnderTest["fresh"] = async ({ extractor }, faults) => {
    const before = await healthyAlone(extractor)
    work.extractorRuns += 1
    const own = new Set(extractor.kinds.map(({ name }) => name))
    const stored = new Map([...before.stored].filter(([kind]) => own.has(kind)))
    return { before: { ...before, stored }, after: await run(only(connector, extractor), { ...options, faults }) }
  }

  const { baseUrl } = settings
  const scripted = ScriptedList.make(extractors, baseUrl, options.replies)
  // Most checks strike what a full scan reads.
  const lists = scripted.filter(({ list }) => list.isOfDeltas !== true)
  const deltaLists = scripted.filter(({ list }) => list.isOfDeltas === true)
  const [first] = lists

  const struckBy = async (
    list: ScriptedList.ScriptedList,
    { at, outcome, times }: InjectedFault,
    report = healthy()
  ): Promise<Fault> => {
    const requests = ScriptedList.requestsOf(list, await report)
    const struck = requests.at(at === "first" ? 0 : -1)
    if (struck === undefined) throw new ConformanceError(`${list.list.endpoint}: no request reached a scripted reply.`)
    const identity = ScriptedList.identityOf(struck)
    return { times, outcome, strikes: (request) => ScriptedList.identityOf(request) === identity }
  }
  const injected = memoized((list: ScriptedList.ScriptedList) =>
    memoized(async (fault: InjectedFault) => {
      const faults = [await struckBy(list, fault)]
      // One run of the whole connector for each kind of failure proves that the other extractors are unharmed.
      const isFirstOfKind = allFaults.find(({ health }) => health === fault.health) === fault
      return (list === first && isFirstOfKind) || fault.reach === "all lists" ? whole(faults) : alone(list, faults)
    })
  )
  const injectedInDelta: ConnectorUnderTest["injectedInDelta"] = async (list, fault) => {
    const before = await healthy()
    const faults = [await struckBy(list, fault, deltaOnce("delta"))]
    return { before, after: await again({ since: ScriptedList.SINCE, deltas: before.deltas, faults }) }
  }
  const injectedInAll = memoized(async (fault: InjectedFault): Promise<RunReport | null> => {
    let report: RunReport | null = null
    const isKept = await holds(async () => {
      const faults = await Promise.all(lists.map((list) => struckBy(list, fault)))
      const comparison = await whole(faults)
      endedWell(comparison, 0, fault.name)
      noNewRejection(comparison, fault.name)
      sameRecords(comparison, fault.name)
      const struck = new Set(comparison.after.requests.filter(({ isStruck }) => isStruck).map(ScriptedList.identityOf))
      insist(
        struck.size === lists.length,
        () => `${fault.name}: the fault reached only ${struck.size} of ${lists.length} lists.`
      )
      report = comparison.after
    })
    return isKept ? report : null
  })

  const changedTogether: ConnectorUnderTest["changedTogether"] = async (changes, judge) => {
    // If two lists change the same reply, the second one needs a run of its own.
    const joint = new Map<string, { readonly list: ScriptedList.ScriptedList; readonly change: ScriptedList.Change }>()
    for (const [list, change] of changes) {
      const isFree = [...change.keys()].every((key) => !joint.has(key))
      if (isFree) for (const key of change.keys()) joint.set(key, { list, change })
    }
    if (joint.size === 0) return { isKept: true, seen: new Set() }
    const comparison = await whole([...joint.values()].flatMap(({ change }) => changing(change)))
    const struck = struckKeys(comparison.after)
    const seen = struck.flatMap((key) => joint.get(key ?? "")?.list ?? [])
    return { isKept: await holds(() => judge(comparison, struck.length)), seen: new Set(seen) }
  }

  return {
    connector,
    options,
    lists,
    deltaLists,
    host: new URL(baseUrl).host,
    healthy,
    delta: () => deltaOnce("delta"),
    again,
    whole,
    alone,
    fresh,
    twice,
    injected: (list, fault) => injected(list)(fault),
    injectedInDelta,
    injectedInAll,
    changedTogether,
    work: () => ({ ...work })
  }
}
