import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { type ConnectorTest, ScriptedVendor } from "@tributary/core/testing"

/** A request that the server received. */
export interface Asked {
  readonly method: string
  /** The path with its query. */
  readonly url: string
  /** The key of the reply in the script; null if none fits. */
  readonly key: string | null
}

/** A vendor that answers from a script over HTTP, as `ScriptedVendor` does inside the process. */
export interface ScriptedServer {
  readonly url: string
  readonly asked: () => ReadonlyArray<Asked>
  /** Answers with these replies from now on; calls `onAsked` before each answer. */
  readonly play: (replies: ConnectorTest.Replies, onAsked?: (asked: Asked) => void) => void
  readonly stop: () => void
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Starts a server that answers with these replies. */
export const start = async (replies: ConnectorTest.Replies): Promise<ScriptedServer> => {
  let script = replies
  let onAsked = (_: Asked): void => {}
  const asked: Array<Asked> = []
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request
    const body = ScriptedVendor.received(await textOf(request))
    const { key, reply } = ScriptedVendor.answer(script, method, new URL(url, ScriptedVendor.BASE_URL), body)
    const question = { method, url, key }
    asked.push(question)
    onAsked(question)
    const { content, headers, status } = ScriptedVendor.sentAs(reply)
    response.writeHead(status, headers).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    play: (next, listener = () => {}) => {
      script = next
      onAsked = listener
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
