/** A long array or object. All offsets count bytes of the text. */
export interface LongContainer {
  /** Its opening bracket. */
  readonly start: number
  /** Behind its closing bracket. */
  readonly end: number
  /** The commas between its elements or fields at which it can be cut into pieces. */
  readonly cuts: ReadonlyArray<number>
  /** The long containers in it, in the order of the text, without those that are in them. */
  readonly inner: ReadonlyArray<LongContainer>
}

/** How many bytes of a container make a piece: it takes a few milliseconds to parse. */
const PIECE_BYTES = 262_144

/** Finds the long arrays and objects of a JSON text, and where they can be cut. The scan says where its brackets and commas are. */
export class LongContainers {
  /** The outermost long containers so far, in the order of the text. */
  readonly found: Array<LongContainer> = []
  // Of each open container, by its depth.
  private readonly starts: Float64Array
  private readonly pieceStarts: Float64Array
  private readonly cuts: Array<Array<number> | null> = []
  private readonly inner: Array<Array<LongContainer> | null> = []

  constructor(
    depth: number,
    private readonly pieceBytes = PIECE_BYTES
  ) {
    this.starts = new Float64Array(depth + 1)
    this.pieceStarts = new Float64Array(depth + 1)
  }

  /** A container opens at this depth, which is 1 for the outermost one; `at` is the offset of its bracket. */
  open(depth: number, at: number): void {
    this.starts[depth] = at
    this.pieceStarts[depth] = at + 1
    this.cuts[depth] = null
    this.inner[depth] = null
  }

  /** A comma of the container that is open at this depth. */
  comma(depth: number, at: number): void {
    if (at - (this.pieceStarts[depth] as number) < this.pieceBytes) return
    const cuts = this.cuts[depth] ?? []
    cuts.push(at)
    this.cuts[depth] = cuts
    this.pieceStarts[depth] = at + 1
  }

  /** The container that is open at this depth closes. */
  close(depth: number, at: number): void {
    const cuts = this.cuts[depth] ?? null
    const inner = this.inner[depth] ?? null
    const start = this.starts[depth] as number
    // One without cuts is parsed at once, but apart from what is around it: containers in each other would add up.
    if (cuts === null && inner === null && at - start < this.pieceBytes) return
    const around = depth === 1 ? this.found : (this.inner[depth - 1] ?? [])
    around.push({ start, end: at + 1, cuts: cuts ?? [], inner: inner ?? [] })
    if (depth > 1) this.inner[depth - 1] = around
  }
}
