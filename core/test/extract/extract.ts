import type { Extractor } from "@tributary/core"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"

export const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const fullScan: Extractor.ExtractRequest = { owner, since: null, checkpoint: null, delta: null }

/** Runs an extractor against a vendor; by default as a full scan. Paths and ids are in the order of the run. */
export const extract = async (
  extractor: Extractor.Any,
  answer: (path: string, request: ReceivedRequest, index: number) => Answer,
  request: Partial<Extractor.ExtractRequest> = {},
  settings: Parameters<typeof converse>[2] = {}
) => {
  const pages: Array<Extractor.Page> = []
  const reading = extractor.pages({ ...fullScan, ...request }).pipe(
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(
    (seen, index) => answer(seen.url.slice(BASE_URL.length), seen, index),
    reading,
    settings
  )
  const batches = pages.flatMap((page) => page.batches)
  return {
    pages,
    batches,
    defect: Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.dieOption(exit.cause)),
    failure: Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause)),
    ids: batches.flatMap(({ kind, records }) => records.map(({ vendorId }) => `${kind.name} ${vendorId}`)),
    vendorIds: batches.flatMap(({ records }) => records.map(({ vendorId }) => vendorId)),
    rejections: batches.flatMap((batch) => batch.rejections),
    lacks: pages.flatMap(({ missing = [] }) => missing.map(({ detail }) => detail)),
    paths: received.map(({ url }) => url.slice(BASE_URL.length))
  }
}
