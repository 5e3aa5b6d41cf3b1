import type { Connector } from "@tributary/core"
import { type Exchange, MappingReport, Replay } from "@tributary/core/replay"
import { Effect } from "effect"
import type { Entered } from "../credentials/EnteredCredentials.js"
import * as PartialConnector from "../run/PartialConnector.js"
import type { Ended } from "../run/TryRun.js"

/** What a mapping report is made of. */
export interface Source {
  /** The extractors that were run; the report is about those that reached their end. */
  readonly ended: ReadonlyArray<Ended>
  /** What the vendor answered, without credentials. */
  readonly exchanges: ReadonlyArray<Exchange.Exchange>
  /** The credentials without addresses, which the exchanges do not have. */
  readonly entered: Entered
}

/** The report reads the exchanges again for each field; with more of them, it reads only the first pages. */
const ALL = 40

const titles = {
  all: "What the mapping makes of the vendor's fields:",
  first: "What the mapping makes of the vendor's fields, on the first pages:"
}

/** What the mapping makes of the exchanges, as text; null if no extractor reached its end. */
export const make = (
  connector: Connector.Connector,
  { ended, entered, exchanges }: Source
): Effect.Effect<string | null> => {
  const whole = new Set(ended.filter(({ failure }) => failure === null).map(({ progress }) => progress.extractor.name))
  if (whole.size === 0) return Effect.succeed(null)
  const readable = PartialConnector.changing(connector, (extractor) => (whole.has(extractor.name) ? extractor : null))
  const isAll = exchanges.length <= ALL
  const read = isAll ? readable : PartialConnector.oneOfEachKind(readable)
  return Effect.promise(() => Replay.mappingReport(read, { exchanges }, { credentials: entered })).pipe(
    Effect.map((report) => `${isAll ? titles.all : titles.first}\n${MappingReport.render(report).trimEnd()}`)
  )
}
