import { Effect } from "effect"
import * as Compression from "./Compression.js"
import * as EntityTags from "./EntityTags.js"
import type { Incoming } from "./Incoming.js"
import { type Outgoing, withHeaders } from "./Outgoing.js"

const withTag = (outgoing: Outgoing): Outgoing =>
  outgoing.status === 200 && outgoing.body !== null
    ? withHeaders(outgoing, { etag: EntityTags.of(outgoing.body) })
    : outgoing

/** The headers of a 304: all but those that describe its body. */
const notModified = ({ headers }: Outgoing): Outgoing => {
  const { "content-type": _type, ...rest } = headers
  return { status: 304, headers: rest, body: null }
}

const isKnown = (condition: string | undefined, { headers }: Outgoing): boolean =>
  condition !== undefined && headers["etag"] !== undefined && EntityTags.matches(condition, headers["etag"])

/** What can be left out of a response, because of what the client has or accepts. */
export type Delivery = (incoming: Incoming, outgoing: Outgoing) => Effect.Effect<Outgoing>

/** Answers with 304 what the client has already, and compresses what it accepts compressed. */
export const make = ({ compress }: { readonly compress: boolean }): Delivery => {
  const compressed = Compression.make()
  return ({ headers, match, method }, outgoing) => {
    const tagged = match?.route.isTagged === true ? withTag(outgoing) : outgoing
    const negotiated = compress
      ? Compression.negotiate(tagged, { accepted: headers["accept-encoding"], method })
      : { outgoing: tagged, coding: null }
    if (isKnown(headers["if-none-match"], negotiated.outgoing)) {
      return Effect.succeed(notModified(negotiated.outgoing))
    }
    return compressed(negotiated)
  }
}
