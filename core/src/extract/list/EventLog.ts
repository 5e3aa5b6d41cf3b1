/*
 * A log: a list whose rows are events, which never change and never leave. It is read by time, with an overlap, and no scan proves that an
 * event is gone: a runtime removes events by their age.
 */
import { Clock, Effect, Stream } from "effect"
import { EVENT_EXPORT_TYPES } from "../../DataExportType.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { Any, ExtractRequest } from "../Extraction.js"

/** How many days of a log the first scan reads by default. */
export const FIRST_LOAD_DAYS = 7

/** The most days of a log that the first scan reads, if somebody chooses so. */
export const MOST_FIRST_LOAD_DAYS = 90

/** How many days events are kept by default, after they happened. */
export const RETENTION_DAYS = 90

/** The most events that one job reads of one log; the next job goes on behind them. */
export const MOST_PER_JOB = 100_000

const DAY_MILLIS = 86_400_000

/** Whether records of the kind are events. */
export const isEvent = ({ exportType }: Pick<RecordKind.Any, "exportType">): boolean =>
  EVENT_EXPORT_TYPES.includes(exportType)

/** The instant from which the first scan of a log reads so many days, in ISO 8601; `now` is in milliseconds since 1970. */
export const firstInstant = (now: number, days = FIRST_LOAD_DAYS): string =>
  new Date(now - days * DAY_MILLIS).toISOString()

/** The instant from which the first scan of a log reads that begins now. */
export const firstInstantNow = ({ firstLoadDays }: Pick<ExtractRequest, "firstLoadDays">): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => firstInstant(now, firstLoadDays))

/** The pages of a log, whose first scan does not read what happened long ago. */
export const fromFirstInstant =
  (pages: Any["pages"]): Any["pages"] =>
  (request) =>
    request.since === null
      ? Stream.unwrap(Effect.map(firstInstantNow(request), (since) => pages({ ...request, since })))
      : pages(request)
