import { Messages } from "@tributary/connect"
import { describe, expect, it } from "vitest"
import * as Host from "../../src/connect/Host.js"

const { toHost } = Messages
const hello = Messages.toPage({ type: "hello" })
const origins = ["https://app.example", "https://admin.example"]

/** A window within another one, and what it has posted to it. */
const framed = () => {
  const posted: Array<readonly [unknown, string]> = []
  const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) }
  const listeners = new Set<(event: Host.HostEvent) => void>()
  const window: Host.FramedWindow = {
    parent,
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener)
  }
  const schemes: Array<string> = []
  const host = Host.listen(window, origins, (scheme) => schemes.push(scheme))
  const arrive = (event: Partial<Host.HostEvent>) => {
    for (const listener of listeners) listener({ source: parent, origin: "https://app.example", data: hello, ...event })
  }
  return { arrive, host, listeners, posted, schemes }
}

const resize = toHost({ type: "resize", height: 10 })

describe("the product's page", () => {
  it("hears nothing until it has said hello, and then the latest of what there is to say, at its origin alone", () => {
    const { arrive, host, posted } = framed()
    host.tell(toHost({ type: "resize", height: 5 }))
    host.tell(resize)
    expect(posted).toEqual([])
    arrive({})
    expect(posted).toEqual([
      [toHost({ type: "ready" }), "https://app.example"],
      [resize, "https://app.example"]
    ])
    // The host asks again until it hears the answer, and gets nothing else twice.
    arrive({})
    expect(posted.slice(2)).toEqual([[toHost({ type: "ready" }), "https://app.example"]])
    host.tell(toHost({ type: "close" }))
    expect(posted.at(-1)).toEqual([toHost({ type: "close" }), "https://app.example"])
  })

  it("is not another window, not another origin, and says nothing else", () => {
    const { arrive, host, posted } = framed()
    host.tell(resize)
    arrive({ source: {} })
    for (const origin of ["https://evil.example", "http://app.example", "https://app.example:8443", "null", ""]) {
      arrive({ origin })
    }
    for (const data of ["hello", null, { type: "hello" }, { ...hello, v: 2 }, { ...hello, source: "other" }, resize]) {
      arrive({ data })
    }
    expect(posted).toEqual([])
  })

  it("stays the one that it was first", () => {
    const { arrive, host, posted } = framed()
    arrive({})
    arrive({ origin: "https://admin.example" })
    host.tell(resize)
    expect(posted.map(([, origin]) => origin)).toEqual(["https://app.example", "https://app.example"])
    arrive({})
    expect(posted.at(-1)).toEqual([toHost({ type: "ready" }), "https://app.example"])
  })

  it("says whether it is light or dark", () => {
    const { arrive, schemes } = framed()
    arrive({ source: {}, data: { ...hello, color_scheme: "dark" } })
    for (const color_scheme of [null, "blue", "light"]) arrive({ data: { ...hello, color_scheme } })
    expect(schemes).toEqual(["light"])
  })

  it("is not listened to any more once that is stopped", () => {
    const { host, listeners } = framed()
    host.stop()
    expect(listeners.size).toBe(0)
  })
})
