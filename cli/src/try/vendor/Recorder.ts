import { HttpClient, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { AnswerText, Exchange } from "@tributary/core/replay"
import { Effect, Stream } from "effect"
import type { Secrets } from "../Secrets.js"

/** Keeps the exchanges with a vendor, and learns the secrets of their requests. */
export interface Recorder {
  /** The client whose exchanges are kept. */
  readonly client: HttpClient.HttpClient
  /** The exchanges so far, in the order in which they ended; they may contain credentials. */
  readonly exchanges: () => ReadonlyArray<Exchange.Exchange>
  /** Begins a new part, of which the first exchanges are kept. */
  readonly begin: () => void
}

/** How many exchanges of each part are kept, unless all are: enough for the first pages, which the mapping report reads. */
const KEPT = 1_000

/** Headers that carry a credential, also one that the vendor made, such as a token. */
const SECRET_HEADER = /authorization|cookie|token|secret|key|password|session|credential/

/** Shorter values beside a credential, such as those of other cookies, may be ordinary words. */
const SHORTEST_PART = 8

/** A header with a credential, what follows its scheme, and the values in it, such as those of cookies. */
const secretsIn = (header: string): ReadonlyArray<string> => {
  const values = header.split(/[;,\s]+/).map((part) => part.slice(part.indexOf("=") + 1).replace(/^"|"$/g, ""))
  return [header, header.split(" ").at(-1) ?? "", ...values.filter(({ length }) => length >= SHORTEST_PART)]
}

/** The texts that stand for others in a recording, such as an address of this machine for the one of the vendor. */
export type Renames = ReadonlyArray<readonly [text: string, instead: string]>

const textOf = ({ body }: HttpClientRequest.HttpClientRequest): string | null =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : null

/** The same response, whose body is also handed to `keep` once it was read to its end. */
const listening = (
  response: HttpClientResponse.HttpClientResponse,
  keep: (bytes: Uint8Array) => void
): HttpClientResponse.HttpClientResponse => {
  const parts: Array<Uint8Array> = []
  const stream = response.stream.pipe(
    Stream.tap((part) => Effect.sync(() => parts.push(part))),
    Stream.onEnd(Effect.sync(() => keep(Buffer.concat(parts))))
  )
  return new Proxy(response, {
    get: (target, name) => (name === "stream" ? stream : Reflect.get(target, name, target))
  })
}

/** Records what this client sends and receives. */
export const make = (
  inner: HttpClient.HttpClient,
  {
    keepsAll,
    renames,
    secrets
  }: {
    /** Whether every exchange is kept, however many there are. */
    readonly keepsAll: boolean
    /** What stands for something else in the recording. */
    readonly renames: Renames
    /** Learns the secrets of requests. */
    readonly secrets: Secrets
  }
): Recorder => {
  const exchanges: Array<Exchange.Exchange> = []
  let part = 0
  const renamed = (text: string): string =>
    renames.reduce((found, [name, instead]) => found.replaceAll(name, instead), text)
  const client = HttpClient.make((request, url) => {
    for (const [name, value] of Object.entries(request.headers)) {
      if (!SECRET_HEADER.test(name)) continue
      for (const secret of secretsIn(value)) secrets.add(secret)
    }
    return Effect.map(inner.execute(request), (response) =>
      listening(response, (bytes) => {
        part += 1
        if (!keepsAll && part > KEPT) return
        const { headers, text } = AnswerText.readable({ bytes, headers: response.headers })
        const { status } = response
        const answer = { status, headers: JSON.parse(renamed(JSON.stringify(headers))), text: renamed(text) }
        exchanges.push(Exchange.make({ method: request.method, url: url.href, body: textOf(request) }, answer))
      })
    )
  })
  const begin = () => {
    part = 0
  }
  return { client, exchanges: () => exchanges, begin }
}
