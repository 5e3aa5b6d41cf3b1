import type { Decode } from "@tributary/core"
import { Effect, type Exit } from "effect"

const MIB = 1_048_576

/** The default bounds, or others. */
export const bounds = (bytes = 64 * MIB, rows = 100_000): Decode.Bounds => ({
  bytes: { max: bytes, setting: null },
  rows: { max: rows, setting: null }
})

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

/** Reads a body as an answer's. */
export const read = (
  decoder: Decode.Decoder,
  content: string | Uint8Array,
  within = bounds(),
  contentType: string | null = null
): Promise<Exit.Exit<unknown, Decode.Problem>> =>
  Effect.runPromiseExit(decoder.read({ bytes: bytesOf(content), contentType }, within))

/** The value of a body that can be read. */
export const valueOf = (decoder: Decode.Decoder, content: string | Uint8Array, contentType: string | null = null) =>
  Effect.runPromise(decoder.read({ bytes: bytesOf(content), contentType }, bounds()))

/** What is wrong with a body that cannot be read. */
export const problemOf = (decoder: Decode.Decoder, content: string | Uint8Array, within = bounds()) =>
  Effect.runPromise(Effect.flip(decoder.read({ bytes: bytesOf(content), contentType: null }, within)))
