import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { Data, Effect, Layer, Runtime } from "effect"
import { Metrics } from "./Metrics.js"
import * as PrometheusText from "./PrometheusText.js"
import { shared } from "./Shared.js"

/** The metrics cannot be shown at the address and port of their settings. */
export class MetricsServeError extends Data.TaggedError("MetricsServeError")<{ readonly cause: unknown }> {
  override get message() {
    return "The metrics cannot be served: change TRIBUTARY_METRICS_HOST or TRIBUTARY_METRICS_PORT."
  }
}

/** Where the metrics are shown. */
export interface MetricsServerSettings {
  /** The address to listen on; `0.0.0.0` for every interface. */
  readonly host: string
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
}

const PATH = "/metrics"

/** Scrapes within so many milliseconds get the same text, so that many of them cost no more than a few. */
const SHARED_MILLIS = 100

/** More than any installation has scrapers. */
const MAX_SOCKETS = 64

const plain = { "content-type": "text/plain; charset=utf-8" }

/** Why a request is not for the metrics; null if it is. */
const refusalOf = ({ method, url }: IncomingMessage): readonly [status: number, sentence: string] | null => {
  if (url?.split("?")[0] !== PATH) return [404, `The metrics are at ${PATH}.\n`]
  return method === "GET" || method === "HEAD" ? null : [405, "Metrics can only be read: use GET.\n"]
}

/**
 * Serves `/metrics` on a port of its own, for whoever watches the processes: the numbers say more about the customers than callers of the API
 * may know. It answers from the start of the process to its end, whatever the database does.
 */
export const layer = (settings: MetricsServerSettings): Layer.Layer<never, MetricsServeError> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const { read } = yield* Metrics
      const text = shared(Effect.map(read, PrometheusText.of), SHARED_MILLIS)
      const fork = Runtime.runFork(yield* Effect.runtime<never>())
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        const refusal = refusalOf(request)
        if (refusal !== null) {
          const [status, sentence] = refusal
          response.writeHead(status, plain).end(sentence)
          return
        }
        fork(text).addObserver((exit) => {
          if (exit._tag === "Success") response.writeHead(200, { "content-type": PrometheusText.CONTENT_TYPE })
          else response.writeHead(500, plain)
          response.end(exit._tag === "Success" ? exit.value : "The metrics could not be read.\n")
        })
      }
      const server = createServer(answer)
      server.maxConnections = MAX_SOCKETS
      yield* Effect.mapError(
        Layer.build(NodeHttpServer.layerServer(() => server, settings)),
        (cause) => new MetricsServeError({ cause })
      )
      // A scraper keeps its connection, and a server that closes waits for all of them.
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
      )
    })
  )
