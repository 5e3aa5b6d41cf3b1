import { Chunk, Effect, Option, Stream } from "effect"
import * as LazyArray from "../../decode/LazyArray.js"
import * as EventLoop from "../../EventLoop.js"
import { Held, PageHeld } from "../../http/AnswerMemory.js"
import * as PageCut from "./PageCut.js"
import type { Position, WalkedPage } from "./WalkedPage.js"

/** A page, and the position before it. */
export interface ReadPage {
  /** The page, with all of its rows. */
  readonly page: WalkedPage
  /** The position from which a later run reads the page again. */
  readonly before: Position
}

/** Where the pieces of the rows begin, and the end of the last one. */
const cutsOf = (rows: ReadonlyArray<unknown>): ReadonlyArray<number> => {
  const source = LazyArray.sourceOf(rows)
  const cuts = [0]
  for (let from = 0; from < rows.length; ) {
    const most = Math.min(from + PageCut.ROWS.rows, rows.length)
    from = source === null ? most : Math.min(most, source.endOfPart(from))
    cuts.push(from)
  }
  return cuts
}

/** Cuts a page with very many rows into pieces; a run that stops between them resumes before the page. The rows of a piece are made when somebody asks for it. */
export function* piecesOf({ before, page }: ReadPage): Generator<WalkedPage, void> {
  const { base, rows } = page
  if (rows.length <= PageCut.ROWS.rows && LazyArray.sourceOf(rows) === null) return yield page
  const cuts = cutsOf(rows)
  const last = cuts.length - 2
  for (let piece = 0; piece < last; piece += 1) {
    const part = rows.slice(cuts[piece], cuts[piece + 1])
    yield { rows: part, after: before, delta: null, ...(base === undefined ? {} : { base }) }
  }
  yield { ...page, rows: rows.slice(cuts[last]) }
}

/**
 * Reads page after page, and emits them in pieces, one at a time. What a page holds is let go when somebody asks for what follows its last
 * piece, which has then been stored. `holds` says whether long pages may keep their memory so long: not those that are read while another page
 * is held, because they would wait for it.
 */
export const stream = <S, E, R>(
  initial: S,
  read: (state: S) => Effect.Effect<Option.Option<readonly [ReadonlyArray<ReadPage>, S | null]>, E, R>,
  holds: boolean
): Stream.Stream<WalkedPage, E, R> =>
  Stream.suspend(() => {
    const held = new Held()
    const pending: Array<Generator<WalkedPage, void>> = []
    let state: S | null = initial
    const pull: Effect.Effect<Chunk.Chunk<WalkedPage>, Option.Option<E>, R> = Effect.suspend(() => {
      for (let pieces = pending[0]; pieces !== undefined; pieces = pending[0]) {
        const { done, value } = pieces.next()
        if (done !== true) return Effect.as(EventLoop.pause, Chunk.of(value))
        pending.shift()
      }
      held.release()
      if (state === null) return Effect.fail(Option.none())
      const reading = Effect.provideService(read(state), PageHeld, holds ? held : null)
      return Effect.matchEffect(reading, {
        onFailure: (error) => Effect.fail(Option.some(error)),
        onSuccess: (found) => {
          if (Option.isNone(found)) return Effect.fail(Option.none())
          const [pages, following] = found.value
          state = following
          pending.push(...pages.map(piecesOf))
          return Effect.zipRight(EventLoop.pause, pull)
        }
      })
    })
    return Stream.ensuring(
      Stream.repeatEffectChunkOption(pull),
      Effect.sync(() => held.release())
    )
  })
