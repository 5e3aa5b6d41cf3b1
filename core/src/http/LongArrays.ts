/** A long array that no other array contains. All offsets count bytes of the text. */
export interface LongArray {
  /** Behind its opening bracket. */
  readonly start: number
  /** The commas between its elements at which it can be cut into pieces. */
  readonly cuts: ReadonlyArray<number>
  /** Its closing bracket. */
  readonly end: number
}

/** How many bytes of an array make a piece: it takes a few milliseconds to parse. */
const PIECE_BYTES = 262_144

/** Finds the long arrays of a JSON text, and where they can be cut. The scan says where its arrays and their commas are. */
export class LongArrays {
  /** The depth of the outermost open array; 0 if no array is open. */
  depth = 0
  /** The long arrays so far, in the order of the text. */
  readonly found: Array<LongArray> = []
  private start = 0
  private pieceStart = 0
  private cuts: Array<number> = []

  constructor(private readonly pieceBytes = PIECE_BYTES) {}

  /** An outermost array opens at this depth; `at` is the offset of its bracket. */
  open(depth: number, at: number): void {
    this.depth = depth
    this.start = at + 1
    this.pieceStart = at + 1
    this.cuts = []
  }

  /** A comma between two elements of the open array. */
  comma(at: number): void {
    if (at - this.pieceStart < this.pieceBytes) return
    this.cuts.push(at)
    this.pieceStart = at + 1
  }

  /** The open array closes. */
  close(at: number): void {
    if (this.cuts.length > 0) this.found.push({ start: this.start, cuts: this.cuts, end: at })
    this.depth = 0
  }
}
