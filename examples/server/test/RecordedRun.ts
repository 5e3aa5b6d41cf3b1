import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { FetchHttpClient } from "@effect/platform"
import { Connector, HostPolicy, RateBudget, VendorHttp } from "@tributary/core"
import { Effect, Layer, Schema, Stream } from "effect"
import * as VendorReplay from "./VendorReplay.js"

/** A request for which nothing was recorded. */
export interface Unrecorded {
  readonly method: string
  readonly path: string
}

/** What the extractors of a connector read from the recorded answers of its vendor. */
export interface RecordedRun {
  /** The records by kind and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>
  readonly rejections: ReadonlyArray<unknown>
  /** The extractors that did not reach their end, and why. */
  readonly failures: ReadonlyArray<string>
  /** Every recorded list that was asked for, in order. */
  readonly asked: ReadonlyArray<string>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Stands before a replay and answers, in its place, what was not recorded. */
export const front = async (replay: string, fill: (request: Unrecorded) => unknown) => {
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request
    const body = await bodyOf(request)
    const { authorization, "x-apikeys": keys } = request.headers
    const answer = await fetch(`${replay}${url}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(keys && { "x-apikeys": String(keys) }) },
      ...(method === "GET" ? {} : { body })
    })
    const text = (await answer.text()).replaceAll(replay, `http://${request.headers.host}`)
    const filled = answer.status === 404 ? fill({ method, path: new URL(url, replay).pathname }) : undefined
    response.writeHead(filled === undefined ? answer.status : 200, { "content-type": "application/json" })
    response.end(filled === undefined ? text : JSON.stringify(filled))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Reads everything once, with every fixed host of the vendor sent to the replay of its recorded answers. */
export const run = async (options: {
  readonly connector: Connector.Connector
  readonly credentials: Readonly<Record<string, string>>
  readonly profile: string
  readonly recordings: string
  readonly hosts: ReadonlyArray<string>
  /** What to answer where nothing was recorded; undefined for a 404. */
  readonly fill: (request: Unrecorded) => unknown
}): Promise<RecordedRun> => {
  const { connector } = options
  const vendor = await VendorReplay.start(options.profile, options.recordings, 3)
  const server = await front(vendor.url, options.fill)
  const records = new Map<string, Map<string, Readonly<Record<string, unknown>>>>()
  const rejections: Array<unknown> = []
  const failures: Array<string> = []
  const owner = { connectionId: "5b0c2f5e-91d7-4c0e-8b8e-0d8f5f1f7a11", vendor: connector.vendor }
  const reading = Effect.forEach(Connector.extractorsOf(connector), ([exportType, extractor]) =>
    extractor.pages({ owner, since: null, checkpoint: null, delta: null }).pipe(
      Stream.runForEach(({ batches }) =>
        Effect.sync(() => {
          for (const batch of batches) {
            const known = records.get(batch.kind.name) ?? new Map<string, Readonly<Record<string, unknown>>>()
            for (const record of batch.records) known.set(record.id, record.value)
            records.set(batch.kind.name, known)
            rejections.push(...batch.rejections)
          }
        })
      ),
      Effect.catchAll((error) => Effect.sync(() => failures.push(`${exportType}: ${error.message}`)))
    )
  )
  const settings = connector.http(Schema.decodeUnknownSync(connector.credentials)(options.credentials))
  try {
    await Effect.runPromise(
      reading.pipe(
        Effect.provide(VendorHttp.layer(settings)),
        Effect.provide(Layer.merge(FetchHttpClient.layer, RateBudget.layer)),
        Effect.provideService(HostPolicy.HostPolicy, HostPolicy.orLoopback(HostPolicy.httpsOnly)),
        Effect.provideService(HostPolicy.HostOverrides, new Map(options.hosts.map((host) => [host, server.url])))
      )
    )
    const journal = await vendor.journal()
    const asked = journal.filter(({ status }) => status !== 404).map(({ method, url }) => `${method} ${url}`)
    return { records, rejections, failures, asked }
  } finally {
    server.stop()
    vendor.stop()
  }
}
