import { type ConnectorTest, ScriptedVendor } from "@tributary/core/testing"
import * as VendorServer from "./VendorServer.js"

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
  readonly stop: () => Promise<void>
}

/** Starts a server that answers with these replies. */
export const start = async (replies: ConnectorTest.Replies): Promise<ScriptedServer> => {
  let script = replies
  let onAsked = (_: Asked): void => {}
  const asked: Array<Asked> = []
  const { stop, url } = await VendorServer.start((request) => {
    const { method, url } = request
    const body = ScriptedVendor.received(request.body)
    const address = new URL(`${url.pathname}${url.search}`, ScriptedVendor.BASE_URL)
    const { key, reply } = ScriptedVendor.answer(script, method, address, body)
    const question = { method, url: `${url.pathname}${url.search}`, key }
    asked.push(question)
    onAsked(question)
    const { content, headers, status } = ScriptedVendor.sentAs(reply)
    return { status, headers, body: content }
  })
  return {
    url,
    asked: () => asked,
    play: (next, listener = () => {}) => {
      script = next
      onAsked = listener
    },
    stop
  }
}
