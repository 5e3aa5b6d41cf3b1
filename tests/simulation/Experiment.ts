import { Exit } from "effect"
import type { Change, Happening } from "./history/History.js"
import type { JobRow } from "./runtime/MemoryDatabase.js"
import { play } from "./Simulation.js"
import type { VendorShape } from "./vendor/SimulatedConnector.js"
import type { Vendor } from "./vendor/Vendor.js"
import { World } from "./World.js"

const PACE = 1

/** The live records: each by its kind and the vendor's id. */
type Contents = Readonly<Record<string, unknown>>

const contentsOf = ({ database }: World): Contents =>
  Object.fromEntries(
    [...database.kinds.keys()]
      .flatMap((kind) => database.live(kind).map(({ vendorId, wire }) => [`${kind} ${vendorId}`, wire] as const))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, wire]) => [name, JSON.parse(wire) as unknown])
  )

/** One vendor that is read by jobs, of which a test decides what happens in each. */
export class Experiment {
  private readonly world: World

  constructor(
    private readonly shape: VendorShape,
    private readonly rows: number,
    vendor?: Vendor
  ) {
    this.world = new World({ vendor: shape, rows, pace: PACE }, false, vendor)
  }

  /** The requests so far. */
  get requests(): number {
    return this.world.requests
  }

  /** Whether an answer left rows out, and showed it. */
  get wasPartial(): boolean {
    return this.world.partialAnswers > 0
  }

  /** What is stored. */
  get contents(): Contents {
    return contentsOf(this.world)
  }

  /** What broke a promise so far; null if nothing did. */
  get violation(): string | null {
    return this.world.audit.violation
  }

  /** Runs the next job, when it is due; returns how it ended. */
  async job(happenings: ReadonlyArray<Happening> = []): Promise<JobRow | null> {
    const exit = await play(this.world, this.world.runJob(happenings), PACE)
    if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
    return this.world.database.jobs.at(-1) ?? null
  }

  /** The vendor changes every row, what is below it and what it answers about it; and it has a new row. */
  changeEverything(): void {
    const changes: Array<Change> = [{ _tag: "Insert", list: 0, row: 20 }]
    for (let pick = 0; pick < this.rows + 1; pick += 1) {
      changes.push({ _tag: "Answer", pick }, { _tag: "AddChild", pick, child: 7 })
    }
    for (const change of changes) this.world.change(change)
  }

  /** What a scan from scratch stores. */
  async scratch(): Promise<Contents> {
    const other = new Experiment(this.shape, this.rows, this.world.vendor)
    const job = await other.job()
    if (job?.status !== "SUCCESS") throw new Error(`The scan from scratch ended ${job?.status}: ${job?.failureReason}`)
    return other.contents
  }
}
