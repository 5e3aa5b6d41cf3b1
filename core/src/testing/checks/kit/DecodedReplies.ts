import { Effect, Either } from "effect"
import type { Decoder } from "../../../decode/Decoder.js"
import { json } from "../../../decode/Json.js"
import * as EventLoop from "../../../EventLoop.js"
import type { Any as Extractor } from "../../../extract/Extractor.js"
import * as Authentication from "../../../http/Authentication.js"
import { lowerCased } from "../../../http/Request.js"
import type { VendorHttpSettings } from "../../../http/VendorHttp.js"
import { parse, type Replies, type Reply } from "../../vendor/ScriptedVendor.js"
import { pathsOf } from "./ScriptedList.js"

/** Nothing that an author writes into a script is larger. */
const BOUNDS = { bytes: { max: 67_108_864, setting: null }, rows: { max: 100_000, setting: null } }

/**
 * The value of a scripted text, which the checks can change; undefined if it cannot be read, so that the run without faults says why.
 *
 * Decoders read small bodies at once, so that the list of checks does not have to wait.
 */
const valueOf = (decoder: Decoder, { bytes, headers, text }: Reply): unknown => {
  if (bytes === undefined && text === undefined) return undefined
  const contentType = lowerCased(headers)["content-type"] ?? null
  const body = { bytes: bytes ?? new TextEncoder().encode(text), contentType }
  return Either.getOrUndefined(EventLoop.runSync(Effect.either(decoder.read(body, BOUNDS))))
}

/** Whether the format of a reply can express its body: in XML, for one, no list can be null. */
export const isExpressible = ({ body, decoder }: Reply): boolean => {
  if (decoder === undefined) return true
  const read = valueOf(decoder, { bytes: decoder.write(body) })
  return JSON.stringify(read) === JSON.stringify(body)
}

const withDecoder = (reply: Reply, decoder: Decoder): Reply => {
  const body = reply.body ?? valueOf(decoder, reply)
  return { ...reply, decoder, ...(body === undefined ? {} : { body }) }
}

const placeholdersOf = (endpoint: string): number => endpoint.split("{").length

/** The replies with what the decoders of the connector and its lists make of them. */
export const make = (extractors: ReadonlyArray<Extractor>, settings: VendorHttpSettings, replies: Replies): Replies => {
  const { auth, baseUrl, decode = json } = settings
  const lists = extractors.flatMap(({ lists }) => lists)
  // `/users/{id}` also fits the path of the list `/users/all`: the endpoint with the fewest placeholders comes first.
  const own = lists
    .map(({ decode: ofList, endpoint }) => ({
      decoder: ofList ?? decode,
      endpoint,
      isPath: pathsOf(baseUrl, endpoint)
    }))
    .toSorted((one, other) => placeholdersOf(one.endpoint) - placeholdersOf(other.endpoint))
  const decoderOf = (path: string, reply: Reply): Decoder => {
    const fitting = own.filter(({ isPath }) => isPath(path)).map(({ decoder }) => decoder)
    // Lists at one path that differ in a parameter may have several formats: the right decoder is one that can read the reply.
    return fitting.find((each) => valueOf(each, reply) !== undefined) ?? fitting[0] ?? decode
  }
  const token = auth === undefined ? null : Authentication.endpointOf(auth)
  return Object.fromEntries(
    Object.entries(replies).map(([key, reply]) => {
      const { path } = parse(key)
      const decoder = decoderOf(path, reply)
      const isPlain = reply.decoder !== undefined || decoder === json || path === token
      return [key, isPlain ? reply : withDecoder(reply, decoder)]
    })
  )
}
