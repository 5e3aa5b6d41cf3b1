import { Batch, type Extractor } from "@tributary/core"

/*
 * A page of a vendor can have any number of rows. Readers of first pages wait while a transaction holds the write lock of their list, so
 * each transaction stores one piece of a page.
 */

/** The most rows of a piece. */
export const MAX_ROWS = 1_000
/** The most characters of JSON of a piece with more than one row; Postgres limits a parameter to 256 MB. */
const MAX_LENGTH = 16_777_216

const rowsOf = ({ records, rejections, removed }: Batch.Batch): number =>
  records.length + rejections.length + removed.length

const sizeOf = ({ onRequest, wire }: Batch.Batch["records"][number]): number => wire.length + (onRequest?.length ?? 0)

const lengthOf = ({ records }: Batch.Batch): number => records.reduce((sum, record) => sum + sizeOf(record), 0)

/** Cuts a list into parts of limited number and size. */
const cut = <A>(items: ReadonlyArray<A>, size: (item: A) => number): ReadonlyArray<ReadonlyArray<A>> => {
  const parts: Array<Array<A>> = []
  let length = 0
  for (const item of items) {
    const part = parts.at(-1)
    if (part === undefined || part.length >= MAX_ROWS || length + size(item) > MAX_LENGTH) {
      parts.push([item])
      length = size(item)
    } else {
      part.push(item)
      length += size(item)
    }
  }
  return parts
}

/** Cuts a batch; the first part has what belongs to no row. */
const cutBatch = (batch: Batch.Batch): ReadonlyArray<Batch.Batch> => {
  if (rowsOf(batch) <= MAX_ROWS && lengthOf(batch) <= MAX_LENGTH) return [batch]
  const rest = { rejections: [], removed: [], keptBelow: [] }
  const empty = { ...Batch.withRecords(batch, []), ...rest }
  const parts: ReadonlyArray<Batch.Batch> = [
    ...cut(batch.records, sizeOf).map((records) => ({
      ...Batch.withRecords(batch, records),
      ...rest
    })),
    ...cut(batch.rejections, () => 0).map((rejections) => ({ ...empty, rejections })),
    ...cut(batch.removed, () => 0).map((removed) => ({ ...empty, removed }))
  ]
  const { keptBelow } = batch
  return parts.map((part, index) => (index === 0 ? { ...part, keptBelow } : part))
}

/**
 * Cuts a page into pieces, each small enough for one transaction.
 *
 * Only the last piece has the page's checkpoint and whatever else is true once the page is stored, so after an interruption the page is read
 * again.
 */
export const of = (page: Extractor.Page): ReadonlyArray<Extractor.Page> => {
  const pieces: Array<Array<Batch.Batch>> = []
  let rows = 0
  let length = 0
  for (const part of page.batches.flatMap(cutBatch)) {
    const piece = pieces.at(-1)
    rows += rowsOf(part)
    length += lengthOf(part)
    if (piece !== undefined && rows <= MAX_ROWS && length <= MAX_LENGTH) {
      piece.push(part)
    } else {
      pieces.push([part])
      rows = rowsOf(part)
      length = lengthOf(part)
    }
  }
  const last = pieces.pop() ?? []
  return [
    ...pieces.map((batches): Extractor.Page => ({ batches, checkpoint: null, delta: null })),
    { ...page, batches: last }
  ]
}
