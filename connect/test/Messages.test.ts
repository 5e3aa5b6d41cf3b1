import { describe, expect, it } from "vitest"
import * as Messages from "../src/Messages.js"

const stamp = { source: "tributary", v: 1 }

describe("a message of the page", () => {
  it.each([
    { type: "ready" },
    { type: "close" },
    { type: "resize", height: 0 },
    { type: "resize", height: 812.5 },
    { type: "done", connection_id: "c1", status: "connected" },
    { type: "done", connection_id: "c1", status: "pending" },
    { type: "waiting", connection_id: "c1" },
    { type: "waiting", connection_id: null }
  ] as const)("is read: %o", (body) => {
    expect(Messages.readPageMessage(Messages.toHost(body))).toEqual({ ...stamp, ...body })
  })

  it("is read without what a later version adds to it", () => {
    expect(Messages.readPageMessage({ ...stamp, type: "resize", height: 10, width: 20 })).toEqual({
      ...stamp,
      type: "resize",
      height: 10
    })
  })

  it.each([
    null,
    undefined,
    "ready",
    [],
    { type: "ready" },
    { ...stamp, source: "another", type: "ready" },
    { ...stamp, v: 2, type: "ready" },
    { ...stamp, v: "1", type: "ready" },
    stamp,
    { ...stamp, type: "hello" },
    { ...stamp, type: "unknown" },
    { ...stamp, type: "resize" },
    { ...stamp, type: "resize", height: "10" },
    { ...stamp, type: "resize", height: Number.NaN },
    { ...stamp, type: "resize", height: Number.POSITIVE_INFINITY },
    { ...stamp, type: "done" },
    { ...stamp, type: "waiting" },
    { ...stamp, type: "waiting", connection_id: 1 },
    { ...stamp, type: "unknown", connection_id: "c1", status: "connected" },
    { ...stamp, type: "done", connection_id: 1, status: "connected" },
    { ...stamp, type: "done", connection_id: "c1" },
    { ...stamp, type: "done", connection_id: "c1", status: "CONNECTED" }
  ])("is ignored if it is malformed or of somebody else: %o", (data) => {
    expect(Messages.readPageMessage(data)).toBeNull()
  })
})

describe("a message of the product's page", () => {
  it.each(["dark", "light", null, undefined, "blue", 1])(
    "says of its colours %s, or nothing that is known",
    (scheme) => {
      const data: unknown = { ...stamp, type: "hello", color_scheme: scheme }
      const isKnown = scheme === "dark" || scheme === "light"
      expect(Messages.isHostMessage(data) && Messages.colorSchemeIn(data)).toBe(isKnown ? scheme : null)
    }
  )

  it("is a hello of this version and nothing else", () => {
    expect(Messages.isHostMessage(Messages.toPage({ type: "hello" }))).toBe(true)
    for (const data of [
      null,
      "hello",
      { type: "hello" },
      { ...stamp, v: 2, type: "hello" },
      { ...stamp, type: "done" }
    ])
      expect(Messages.isHostMessage(data)).toBe(false)
  })
})
