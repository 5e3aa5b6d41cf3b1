import { Batch, type Extractor, PageCut } from "@tributary/core"

/*
 * A page of a vendor can have any number of rows. Readers of first pages wait while a transaction holds the write lock of their list, so
 * each transaction stores one piece of a page.
 */

/** The most rows of a piece, and the most characters of JSON of one with more than one row; Postgres limits a parameter to 256 MB. */
const LIMITS: PageCut.Limits = { rows: 1_000, length: 16_777_216 }

const rowsOf = ({ records, rejections, removed, undecided }: Batch.Batch): number =>
  records.length + rejections.length + removed.length + undecided.length

const sizeOf = ({ onRequest, wire }: Batch.Batch["records"][number]): number => wire.length + (onRequest?.length ?? 0)

const lengthOf = ({ records }: Batch.Batch): number => records.reduce((sum, record) => sum + sizeOf(record), 0)

const weightOf = (batch: Batch.Batch): PageCut.Weight => ({ rows: rowsOf(batch), length: lengthOf(batch) })

/** Cuts a batch; the first part has what belongs to no row. */
const cutBatch = (batch: Batch.Batch): ReadonlyArray<Batch.Batch> => {
  if (PageCut.fits(weightOf(batch), LIMITS)) return [batch]
  const rest = { rejections: [], removed: [], undecided: [], keptBelow: [] }
  const empty = { ...Batch.withRecords(batch, []), ...rest }
  const parts: ReadonlyArray<Batch.Batch> = [
    ...PageCut.parts(batch.records, LIMITS, (record) => ({ rows: 1, length: sizeOf(record) })).map((records) => ({
      ...Batch.withRecords(batch, records),
      ...rest
    })),
    ...PageCut.parts(batch.rejections, LIMITS).map((rejections) => ({ ...empty, rejections })),
    ...PageCut.parts(batch.removed, LIMITS).map((removed) => ({ ...empty, removed })),
    ...PageCut.parts(batch.undecided, LIMITS).map((undecided) => ({ ...empty, undecided }))
  ]
  const { keptBelow } = batch
  return parts.map((part, index) => (index === 0 ? { ...part, keptBelow } : part))
}

/** Cuts a page into pieces, each small enough for one transaction; `PageCut` says which of them has the checkpoint. */
export const of = (page: Extractor.Page): ReadonlyArray<Extractor.Page> =>
  PageCut.pieces(
    PageCut.parts(page.batches.flatMap(cutBatch), LIMITS, weightOf),
    (batches): Extractor.Page => ({ batches, checkpoint: null, delta: null }),
    (batches) => ({ ...page, batches })
  )
