import type { Bench } from "./Bench.js"

/** What the ratios of a measure must reach. */
export interface Bar {
  readonly sense: "at most" | "at least"
  readonly limit: number
  /** `both`: the best and the median ratio; `best`: only the best, if single rounds say too little. */
  readonly reach: "both" | "best"
}

/** One figure of a case: a ratio of two values that were measured in the same round, or a value of its own. */
export interface Measure {
  /** What is measured, such as "CPU a request". */
  readonly name: string
  /** The unit of both values, such as "us". */
  readonly unit: string
  /** What the second value belongs to, such as "by hand"; null if the value stands alone, and the bar is on the value itself. */
  readonly versus: string | null
  /** Null for a figure that is only shown. */
  readonly bar: Bar | null
}

/** What one round measured. */
export interface Round {
  /** The value of the project. */
  readonly ours: number
  /** The value that it is compared with; 1 if the measure compares with nothing. */
  readonly reference: number
}

/** The rounds of each measure. */
export type Rounds<Key extends string = string> = Readonly<Record<Key, ReadonlyArray<Round>>>

/** One thing to measure. */
export interface Case<Key extends string = string> {
  /** How `--only` calls it. */
  readonly name: string
  /** What it does, for the table. */
  readonly title: string
  readonly measures: Readonly<Record<Key, Measure>>
  /** Whether it needs the Postgres server in `DATABASE_URL`. */
  readonly usesDatabase: boolean
  /** Whether it only runs when `--only` names it, because it takes minutes. */
  readonly isOnRequest?: boolean
  /** Whether it is one of those that `--large` runs. */
  readonly isLarge?: boolean
  readonly run: (bench: Bench) => Promise<Rounds<Key>>
}

/** A case whose rounds have the keys of its measures. */
export const make = <Key extends string>(made: Case<Key>): Case => made

/** A bar that the best and the median ratio must reach. */
export const atMost = (limit: number): Bar => ({ sense: "at most", limit, reach: "both" })

/** A bar for what should be large, such as a throughput. */
export const atLeast = (limit: number): Bar => ({ sense: "at least", limit, reach: "both" })
