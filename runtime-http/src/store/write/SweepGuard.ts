/** When a sweep looks more like a mistake of the vendor's answer than like deletions. */
export interface SweepGuard {
  /** The largest share of a set that is deleted without a confirmation. */
  readonly maxShare: number
  /** Smaller sets have no such share. */
  readonly minRecords: number
}

export const defaults: SweepGuard = { maxShare: 0.5, minRecords: 100 }

/** What a complete scan found of a kind. */
export interface Sweep {
  /** Records that are not gone. */
  readonly live: number
  /** Those that the scan did not see. */
  readonly unseen: number
  /** How many deletions were held back and confirmed since. */
  readonly confirmed: number
}

/** Whether a sweep waits for a confirmation: what was confirmed counts as gone, and the rest is judged. */
export const holdsBack = (guard: SweepGuard, sweep: Sweep): boolean => {
  const unseen = sweep.unseen - sweep.confirmed
  if (unseen <= 0) return false
  const live = sweep.live - sweep.confirmed
  const isAll = unseen === live && sweep.live > 1
  const isLargeShare = live >= guard.minRecords && unseen > live * guard.maxShare
  return isAll || isLargeShare
}
