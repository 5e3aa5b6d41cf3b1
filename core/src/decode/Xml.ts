import { Effect, Either } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Charset from "./Charset.js"
import type { Bounds } from "./Decoder.js"
import { type Body, type Decoder, isEmpty, type Problem } from "./Decoder.js"
import * as XmlLists from "./XmlLists.js"
import { XmlTree } from "./XmlTree.js"
import * as XmlWriter from "./XmlWriter.js"

const DECLARATION = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/

/** How many bytes may precede the name of the charset. */
const HEAD_BYTES = 200

/** The charset that a text names in its first line, which is ASCII in all charsets that occur; null if it names none. */
const declaredCharset = ({ bytes }: Body): string | null =>
  DECLARATION.exec(new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES)))?.[1] ?? null

const read = (lists: XmlLists.Lists, body: Body, bounds: Bounds): Effect.Effect<unknown, Problem> =>
  Effect.gen(function* () {
    if (isEmpty(body)) return null
    const tree = new XmlTree(lists, bounds)
    let isFirst = true
    for (const piece of yield* Charset.pieces(body, declaredCharset(body))) {
      // Between pieces only: a small body is read at once.
      if (!isFirst) yield* EventLoop.pause
      isFirst = false
      const problem = tree.write(piece)
      if (problem !== null) return yield* Effect.fail(problem)
    }
    const problem = tree.close()
    return yield* problem === null ? Either.right(tree.value) : Either.left(problem)
  })

/**
 * Reads XML: elements become fields, attributes fields whose names begin with `@`, and an element with both has its text as `#text`.
 *
 * Every value is a text; an element without content is null. A list must be named in `lists`, because a single element
 * looks like a field: `Decode.xml({ lists: ["HOSTS.HOST", "HOSTS.HOST.TAGS?.TAG"] })`. Document types are ignored, and entities
 * that one declares are refused.
 */
export const xml = (
  options: {
    /**
     * The paths of elements that may occur any number of times, from the root element: one of them is then a list of one, and none an
     * empty list. A `?` follows the name of an element that the vendor leaves out if it has nothing in it. None by default.
     */
    readonly lists?: ReadonlyArray<string>
  } = {}
): Decoder => {
  const lists = XmlLists.parse(options.lists ?? [])
  return {
    mediaType: "application/xml",
    read: (body, bounds) => read(lists, body, bounds),
    write: (value) => new TextEncoder().encode(XmlWriter.write(value))
  }
}
