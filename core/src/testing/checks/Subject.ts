import { type Connector, extractorsOf } from "../../Connector.js"
import { type RunOptions, type RunReport, run, settingsOf } from "../run/ConnectorRun.js"
import type { Fault, Replies } from "../vendor/ScriptedVendor.js"
import { ConformanceError } from "./Assertions.js"
import { FOR_EVER, type Injection, replying } from "./Faults.js"
import * as ScriptedList from "./ScriptedList.js"

/** What conformance needs to know of a connector. */
export interface ConformanceOptions {
  /** What the vendor's documentation says it answers: every list with at least two pages where it is paged. */
  readonly replies: Replies
  /** Credentials as a customer enters them, where the made-up ones do not fit their patterns. */
  readonly credentials?: Readonly<Record<string, string>>
}

/** A connector under test: every run of it that checks share. */
export interface Subject {
  readonly connector: Connector
  readonly options: ConformanceOptions
  readonly lists: ReadonlyArray<ScriptedList.ScriptedList>
  /** The vendor's host, to which next links lead. */
  readonly host: string
  /** The run in which nothing goes wrong. */
  readonly healthy: () => Promise<RunReport>
  /** A later run, over the records of the healthy one. */
  readonly again: (options: Partial<RunOptions>) => Promise<RunReport>
  /** A later run in which a fault strikes a list. */
  readonly injected: (list: ScriptedList.ScriptedList, injection: Injection) => Promise<RunReport>
  /** A later run in which one reply is another one for good. */
  readonly changed: (change: ScriptedList.Change) => Promise<RunReport>
}

const memoized = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

export const make = (connector: Connector, options: ConformanceOptions): Subject => {
  const healthy = memoized(() => run(connector, options))
  const again = async (more: Partial<RunOptions>): Promise<RunReport> => {
    const { stored } = await healthy(null)
    return run(connector, { ...options, stored, ...more })
  }
  const inject = async (list: ScriptedList.ScriptedList, { at, times, outcome }: Injection): Promise<RunReport> => {
    const requests = ScriptedList.requestsOf(list, await healthy(null))
    const struck = requests.at(at === "first" ? 0 : -1)
    if (struck === undefined) throw new ConformanceError(`${list.list.endpoint}: no scripted reply was asked for.`)
    const strikes: Fault["strikes"] = (request) => ScriptedList.identityOf(request) === ScriptedList.identityOf(struck)
    return again({ faults: [{ times, outcome, strikes }] })
  }
  const injected = memoized((list: ScriptedList.ScriptedList) =>
    memoized((injection: Injection) => inject(list, injection))
  )
  const { baseUrl } = settingsOf(connector, options)
  const lists = extractorsOf(connector).flatMap(([, extractor]) => extractor.lists)
  return {
    connector,
    options,
    lists: ScriptedList.make(lists, baseUrl, options.replies),
    host: new URL(baseUrl).host,
    healthy: () => healthy(null),
    again,
    injected: (list, injection) => injected(list)(injection),
    changed: ({ key, changed }) =>
      again({
        faults: [{ times: FOR_EVER, strikes: (request) => request.key === key, outcome: () => replying(changed) }]
      })
  }
}
