/** Where an interrupted scan continues: JSON that only its own extractor can read. */
export type Checkpoint = Readonly<Record<string, unknown>>

/** The scan had begun, but can skip nothing: a run reads its lists from their first row again. */
export const START: Checkpoint = { "tributary.start": true }

/** Whether a run reads the lists from their first row: it begins a scan, or begins one again. */
export const isStart = (checkpoint: Checkpoint | null): boolean =>
  checkpoint === null || checkpoint["tributary.start"] === true

/** Whether a run begins a scan again that an earlier run has begun. */
export const isAgain = (checkpoint: Checkpoint | null): boolean => checkpoint !== null && isStart(checkpoint)

/** The extractor's own position in a checkpoint; null at the first row. */
export const positionIn = (checkpoint: Checkpoint | null): Checkpoint | null =>
  isStart(checkpoint) ? null : checkpoint

/** The field of a checkpoint that says that nothing before it has shown yet that the paths of all lookups are right. */
const UNPROVEN = "tributary.unproven"

/** The checkpoint of a scan that has found no answer to some lookup yet; a run that continues behind it judges as if it were the first. */
export const unproven = (checkpoint: Checkpoint): Checkpoint => ({ ...checkpoint, [UNPROVEN]: true })

/** Whether a run judges what it finds as if no run had found anything before: it reads the list from its start, or the ones before proved nothing. */
export const isFirstToProve = (checkpoint: Checkpoint | null): boolean =>
  isStart(checkpoint) || checkpoint?.[UNPROVEN] === true
