import type { Fault } from "../vendor/Fault.js"
import type { Target } from "../vendor/Tenant.js"
import type { Blow, Change, ClockChange, Door, Happening, Trouble } from "./History.js"

/** What happens at one request of a run. */
export interface RequestEvent {
  /** The changes at the vendor right before it. */
  readonly changes: ReadonlyArray<Change>
  readonly fault: Fault | null
  readonly blow: Blow | null
  /** The clocks that are set right before it. */
  readonly clocks: ReadonlyArray<ClockChange>
}

/** What happens at one call to the database. */
export interface CallEvent {
  readonly trouble: Trouble | null
  readonly blow: Blow | null
  /** The clocks that are set right before it. */
  readonly clocks: ReadonlyArray<ClockChange>
}

/** The happenings of one run, in the order of its requests and calls. */
export class Script {
  private readonly counts = new Map<string, number>()

  constructor(private readonly happenings: ReadonlyArray<Happening>) {}

  /** Whether the vendor does not always answer truthfully. */
  get hasStrikes(): boolean {
    return this.happenings.some(({ _tag }) => _tag === "Strike")
  }

  /** The number of this request or call, counted from 0. */
  private count(name: string): number {
    const number = this.counts.get(name) ?? 0
    this.counts.set(name, number + 1)
    return number
  }

  private blow(door: Door, number: number): Blow | null {
    for (const it of this.happenings) {
      if (it._tag === "Blow" && it.door === door && it.at === number) return it.blow
    }
    return null
  }

  private clocks(door: Door, number: number): ReadonlyArray<ClockChange> {
    return this.happenings.flatMap((it) => (it._tag === "Clock" && it.door === door && it.at === number ? [it] : []))
  }

  /** The next request. */
  request(target: Target): RequestEvent {
    const number = this.count("any")
    const ofTarget = this.count(target)
    const changes: Array<Change> = []
    let fault: Fault | null = null
    for (const it of this.happenings) {
      if (it._tag === "Change" && it.at === number) changes.push(it.change)
      if (it._tag !== "Strike" || fault !== null) continue
      if (it.target !== "any" && it.target !== target) continue
      const own = it.target === "any" ? number : ofTarget
      if (own >= it.at && own < it.at + it.times) fault = it.fault
    }
    return { changes, fault, blow: this.blow("request", number), clocks: this.clocks("request", number) }
  }

  /** The next call. */
  call(): CallEvent {
    const number = this.count("call")
    const found = this.happenings.find((it) => it._tag === "Trouble" && number >= it.at && number < it.at + it.times)
    const trouble = found?._tag === "Trouble" ? found.trouble : null
    return { trouble, blow: this.blow("call", number), clocks: this.clocks("call", number) }
  }
}
