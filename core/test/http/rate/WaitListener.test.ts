import { describe, expect, it } from "@effect/vitest"
import { VendorHttp, WaitListener } from "@tributary/core"
import { Effect } from "effect"
import { type Answer, converse } from "../../FakeVendor.js"

const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: "/rows", url: "/rows" }))

/** What a listener hears while a request gets these answers one after another, the last one again and again. */
const heard = async (
  answers: ReadonlyArray<Answer>,
  effect: Effect.Effect<unknown, unknown, VendorHttp.VendorHttp>
) => {
  const log: Array<string> = []
  const requests: Array<object> = []
  const nameOf = (request: object) => {
    if (!requests.includes(request)) requests.push(request)
    return `request ${requests.indexOf(request) + 1}`
  }
  const note = (request: object, what: string) => Effect.sync(() => void log.push(`${nameOf(request)} ${what}`))
  await converse(
    (_, index) => answers[Math.min(index, answers.length - 1)] ?? {},
    Effect.provideService(Effect.exit(effect), WaitListener.WaitListener, {
      waits: (request, { endpoint, reason, retries, until }) =>
        note(request, `waits for ${endpoint} until ${until}: ${reason}, sent ${retries} times`),
      ended: (request, isInterrupted) => note(request, isInterrupted ? "is interrupted" : "ends")
    })
  )
  return log
}

const later = (secs: number, status: number): Answer => ({ status, headers: { "retry-after": String(secs) } })

describe("a WaitListener", () => {
  it("hears until when and why a request waits, and when the request ends", async () => {
    expect(await heard([later(20, 503), later(30, 429), {}], send)).toEqual([
      "request 1 waits for /rows until 20000: VENDOR_DOWN, sent 1 times",
      "request 1 waits for /rows until 50000: RATE_LIMITED, sent 2 times",
      "request 1 ends"
    ])
  })

  it("hears of requests that wait because of an earlier answer to another request", async () => {
    const both = Effect.zipRight(Effect.exit(send), Effect.exit(send))
    expect(
      await heard([later(70, 429), {}], Effect.zipRight(both, Effect.zipRight(Effect.sleep(10_000), send)))
    ).toEqual(["request 1 waits for /rows until 70000: RATE_LIMITED, sent 0 times", "request 1 ends"])
  })

  it("hears the end of a request that fails or is interrupted", async () => {
    expect((await heard([later(40, 503)], send)).at(-1)).toBe("request 1 ends")
    expect((await heard([later(40, 503)], Effect.timeout(send, "10 seconds"))).at(-1)).toBe("request 1 is interrupted")
  })

  it("hears after ten seconds that a request is not answered", async () => {
    expect(await heard(["hang"], Effect.timeout(send, "20 seconds"))).toEqual([
      "request 1 waits for /rows until 0: VENDOR_DOWN, sent 0 times",
      "request 1 is interrupted"
    ])
  })

  it("does not hear of short waits", async () => {
    expect(await heard([{ status: 503 }, {}], send)).toEqual([])
  })
})
