import type { Extractor } from "@tributary/core"
import { Effect, Stream } from "effect"
import type { Scan } from "./RecordStore.js"

const seal: unique symbol = Symbol("CompleteScan")

/** Proof that every page of a scan was read and stored: the only thing that lets records be deleted. */
export interface CompleteScan {
  readonly [seal]: true
  readonly scan: Scan
}

/** Stores page after page; gives the proof once the vendor's list has ended, and never after a failure. */
export const drain = <E, R, E2, R2>(
  scan: Scan,
  pages: Stream.Stream<Extractor.Page, E, R>,
  write: (page: Extractor.Page) => Effect.Effect<void, E2, R2>
): Effect.Effect<CompleteScan, E | E2, R | R2> =>
  Stream.runForEach(pages, write).pipe(Effect.as({ [seal]: true as const, scan }))
