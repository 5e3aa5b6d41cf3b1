import type { Connector, WaitListener } from "@tributary/core"
import { Connector as Connectors } from "@tributary/core"
import { Clock, Effect, type Scope } from "effect"
import type { Output } from "../Output.js"
import type { ExtractorProgress } from "../run/ListProgress.js"
import * as LiveRegion from "./LiveRegion.js"
import * as ProgressLines from "./ProgressLines.js"

/** Shows how a run goes on. */
export interface ProgressView {
  /** An extractor begins. */
  readonly begins: (progress: ExtractorProgress) => Effect.Effect<void>
  /** It has ended: its lines stay. */
  readonly ends: (progress: ExtractorProgress) => Effect.Effect<void>
  /** A request waits. */
  readonly waits: (wait: WaitListener.Wait) => Effect.Effect<void>
}

const columnsOf = (connector: Connector.Connector): ProgressLines.Columns =>
  ProgressLines.columnsFor(
    Connectors.extractorsOf(connector).flatMap(({ lists }) => lists.map(({ endpoint }) => endpoint))
  )

/** Where nobody watches: lines only, when a list was read and when a request waits. */
const plain = (connector: Connector.Connector, output: Output): ProgressView => {
  const columns = columnsOf(connector)
  return {
    begins: () => Effect.void,
    ends: (progress) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        output.status(ProgressLines.of(progress, columns, now).join("\n"))
      ),
    waits: (wait) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        output.status(`  ${wait.endpoint} ${ProgressLines.describeWait(wait, now)}`)
      )
  }
}

/** On a terminal: the lists that are being read change in place. */
const live = (connector: Connector.Connector, output: Output): Effect.Effect<ProgressView, never, Scope.Scope> =>
  Effect.gen(function* () {
    const columns = columnsOf(connector)
    let current: ExtractorProgress | null = null
    const lines = (now: number) => (current === null ? [] : ProgressLines.of(current, columns, now))
    const region = yield* LiveRegion.make(lines, process.stderr)
    const set = (progress: ExtractorProgress | null) =>
      Effect.sync(() => {
        current = progress
      })
    return {
      begins: set,
      ends: (progress) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.zipRight(set(null), region.above(output.status(ProgressLines.of(progress, columns, now).join("\n"))))
        ),
      waits: () => Effect.void
    }
  })

/** The view for this output. */
export const make = (
  connector: Connector.Connector,
  output: Output
): Effect.Effect<ProgressView, never, Scope.Scope> =>
  output.isLive ? live(connector, output) : Effect.succeed(plain(connector, output))
