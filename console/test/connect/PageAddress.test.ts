import { describe, expect, it } from "vitest"
import * as PageAddress from "../../src/connect/PageAddress.js"
import * as SessionStore from "../../src/connect/SessionStore.js"

const id = "0b1c2d3e-0000-4000-8000-000000000000"

describe("the address of a link", () => {
  it("has the id of the session and the token behind the #", () => {
    const read = (address: string) => PageAddress.readLink(`https://api.example${address}`)
    expect(read(`/eu/connect/${id}#tribl_a-B_9`)).toEqual({ sessionId: id, token: "tribl_a-B_9" })
    expect(read(`/connect/${id}`)).toEqual({ sessionId: id, token: null })
    // A key, and what is no token at all, is sent nowhere.
    for (const other of ["trib_key", "tribs_session", "javascript:alert(1)", "tribl_a b"]) {
      expect(read(`/connect/${id}#${other}`)?.token).toBeNull()
    }
    expect(read("/connect/nothing#tribl_a")).toBeNull()
    expect(read(`/connect/${id}/#tribl_a`)).toBeNull()
  })

  it("says where the API is, also below a path of a proxy", () => {
    const data = PageAddress.readData({ api: "../v1", logo: "logo" }, `https://api.example/eu/connect/${id}`)
    expect(data).toEqual({
      api: "https://api.example/eu/v1",
      logo: "https://api.example/eu/connect/logo",
      product: null,
      color: null,
      origins: []
    })
    expect(
      PageAddress.readData({ origins: "https://a.example https://b.example" }, "https://x/eu/connect/1")
    ).toMatchObject({
      api: "https://x/eu/v1",
      origins: ["https://a.example", "https://b.example"]
    })
  })
})

describe("where the customer is sent back to", () => {
  it("is an address of the web, with what came of it", () => {
    expect(PageAddress.returnAddressOf("https://product.example/a?b=1#c", "id")).toBe(
      "https://product.example/a?b=1&connection_id=id&status=connected#c"
    )
    expect(PageAddress.returnAddressOf("http://localhost:3000", null)).toBe("http://localhost:3000/")
    for (const text of [
      "javascript:alert(1)",
      " JavaScript:alert(1)",
      "data:text/html,x",
      "blob:https://x/y",
      "x",
      null
    ]) {
      expect(PageAddress.returnAddressOf(text, "id")).toBeNull()
    }
  })
})

/** A storage of a browser, and one that it does not allow. */
const memory = () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key)
  }
  return { kept, storage }
}
const refuse = () => {
  throw new DOMException("The operation is insecure.", "SecurityError")
}

describe("the token of a session", () => {
  it("is kept for its tab, and in memory where the browser allows no storage", () => {
    const { kept, storage } = memory()
    const store = SessionStore.make(id, () => storage)
    store.keep("tribs_1")
    expect([...kept]).toEqual([[`tributary-connect:${id}`, "tribs_1"]])
    expect(SessionStore.make(id, () => storage).read()).toBe("tribs_1")
    expect(SessionStore.make("other", () => storage).read()).toBeNull()
    store.remove()
    expect([store.read(), kept.size]).toEqual([null, 0])

    const forbidden = SessionStore.make(id, refuse)
    expect(forbidden.read()).toBeNull()
    forbidden.keep("tribs_2")
    expect(forbidden.read()).toBe("tribs_2")
    forbidden.remove()
    expect(forbidden.read()).toBeNull()
  })

  it("is kept with the connection that waits for a consent, until that is over", () => {
    const { kept, storage } = memory()
    const store = SessionStore.make(id, () => storage)
    expect(store.waiting()).toBeNull()
    store.keepWaiting("connection")
    expect(SessionStore.make(id, () => storage).waiting()).toBe("connection")
    expect(SessionStore.make("other", () => storage).waiting()).toBeNull()
    store.keepWaiting(null)
    expect([store.waiting(), kept.size]).toEqual([null, 0])
    store.keepWaiting("connection")
    store.remove()
    expect([store.waiting(), kept.size]).toEqual([null, 0])
  })

  it("can be asked for again by whoever has asked for it first, until it has arrived", () => {
    const { kept, storage } = memory()
    const store = SessionStore.make(id, () => storage)
    const opener = store.opener()
    expect(opener).toMatch(/^[\w-]{22,128}$/)
    // A reload, and another link.
    expect(SessionStore.make(id, () => storage).opener()).toBe(opener)
    expect(SessionStore.make("other", () => storage).opener()).not.toBe(opener)
    kept.delete("tributary-connect-opener:other")
    store.keep("tribs_1")
    expect([...kept.keys()]).toEqual([`tributary-connect:${id}`])
    expect(store.opener()).not.toBe(opener)
    store.remove()
    expect(kept.size).toBe(0)

    const forbidden = SessionStore.make(id, refuse)
    expect(forbidden.opener()).toBe(forbidden.opener())
  })

  it("lasts when the page is loaded again, unless the browser allows no storage", () => {
    const { kept, storage } = memory()
    expect(SessionStore.make(id, () => storage).isLasting()).toBe(true)
    expect(kept.size).toBe(0)
    expect(SessionStore.make(id, refuse).isLasting()).toBe(false)
    const full = {
      ...storage,
      setItem: () => {
        throw new Error("QuotaExceededError")
      }
    }
    expect(SessionStore.make(id, () => full).isLasting()).toBe(false)
  })

  it("is kept with the fact that the connection waited for its first consent", () => {
    const { kept, storage } = memory()
    const store = SessionStore.make(id, () => storage)
    expect(store.isFirst()).toBe(false)
    store.keepFirst(true)
    expect(SessionStore.make(id, () => storage).isFirst()).toBe(true)
    store.keepFirst(false)
    expect(SessionStore.make(id, () => storage).isFirst()).toBe(false)
    store.keepFirst(true)
    store.remove()
    expect([store.isFirst(), kept.size]).toEqual([false, 0])
  })
})
