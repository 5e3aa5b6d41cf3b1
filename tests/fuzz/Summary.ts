import type { Document, Operation } from "./contract/Document.js"

/** What a run counts. */
export interface Summary {
  /** Counts an answer; the status is null if there was none. */
  readonly count: (operation: Operation, status: number | null) => void
  /** The operations that no request has reached with success. */
  readonly withoutSuccess: () => ReadonlyArray<string>
  readonly lines: () => ReadonlyArray<string>
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

/** Starts counting. */
export const make = ({ operations }: Document): Summary => {
  const startedAt = performance.now()
  const statuses = new Map<number | null, number>()
  const reached = new Map<string, number>()
  const succeeded = new Map<string, number>()
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const withoutSuccess = () => operations.map(({ id }) => id).filter((id) => !succeeded.has(id))
  return {
    count: ({ id }, status) => {
      add(statuses, status)
      add(reached, id)
      if (status !== null && status < 300) add(succeeded, id)
    },
    withoutSuccess,
    lines: () => {
      const seconds = (performance.now() - startedAt) / 1_000
      const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      const sorted = [...statuses].sort(([one], [other]) => (one ?? 0) - (other ?? 0))
      return [
        `  requests              ${requests.toLocaleString("en")} in ${seconds.toFixed(0)} s, ${(requests / seconds).toFixed(0)} per second`,
        `  operations            ${reached.size} of ${operations.length} sent, ${operations.length - withoutSuccess().length} answered with success`,
        ...sorted.map(
          ([status, count]) =>
            `  ${status === null ? "no answer" : `status ${status}`}            ${count.toLocaleString("en")} (${percent(count, requests)})`
        )
      ]
    }
  }
}
