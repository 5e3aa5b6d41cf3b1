import { Extractor } from "@tributary/core"
import { Context } from "effect"

/** The most events that one job reads of one log. */
export class EventLimit extends Context.Reference<EventLimit>()("@tributary/runtime-http/EventLimit", {
  defaultValue: (): number => Extractor.EventLog.MOST_PER_JOB
}) {}
