import { readFileSync } from "node:fs"

/** The memory that a process uses now, in megabytes; 0 where the system does not say. */
const residentMegabytes = (pid: number): number => {
  try {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Number(kilobytes) / 1_024
  } catch {
    return 0
  }
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The memory of a process over time. */
export class Memory {
  readonly #samples: Array<number> = []

  /** Notes what the process uses now. */
  look(pid: number): void {
    this.#samples.push(residentMegabytes(pid))
  }

  /** The most that it used, in megabytes. */
  get peak(): number {
    return Math.max(0, ...this.#samples)
  }

  /** The medians of the second and of the last quarter of the time, in megabytes. */
  get trend(): readonly [early: number, late: number] {
    const quarter = Math.floor(this.#samples.length / 4)
    return [median(this.#samples.slice(quarter, 2 * quarter)), median(this.#samples.slice(3 * quarter))]
  }
}

/** What a process keeps after a forced collection, in megabytes. */
export interface Kept {
  /** Objects that survived collections. */
  readonly old: number
  /** Buffers outside the heap. */
  readonly external: number
}
