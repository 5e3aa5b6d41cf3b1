import { describe, expect, it } from "@effect/vitest"
import { Extractor, Lockstep, Pagination, RecordKind, Row, SharedList, VendorHttp, WaitListener } from "@tributary/core"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Schema, Stream } from "effect"
import { type Answer, BASE_URL, converse } from "../FakeVendor.js"
import { owner } from "./extract.js"

const Host = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })

const hosts = SharedList.make({
  endpoint: "/hosts",
  pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
  permissions: ["hosts.read"],
  since: (instant: string) => ({ since: instant })
})

const groups = Extractor.make({
  ...hosts,
  record: RecordKind.DeviceGroup,
  row: Host,
  toRecord: ({ id, name }) => ({ name: name ?? id, vendor_id: id })
})

const policies = Extractor.make({
  ...hosts,
  record: RecordKind.DevicePolicy,
  row: Host,
  toRecord: ({ id, name }) => ({ name: name ?? id, vendor_id: id })
})

const page = (ids: ReadonlyArray<string>, next: string | null): Answer => ({
  body: { items: ids.map((id) => ({ id })), next }
})

/** Three pages. */
const vendor = (path: string): Answer => {
  const next = new URLSearchParams(path.split("?")[1]).get("next")
  if (next === null) return page(["a", "b"], "2")
  return next === "2" ? page(["c"], "3") : page(["d"], null)
}

const full: Extractor.ExtractRequest = { owner, since: null, checkpoint: null, delta: null }

interface Reader {
  readonly extractor: Extractor.Any
  readonly request?: Partial<Extractor.ExtractRequest>
  /** What the reader does with a page before it asks for the next one. */
  readonly onPage?: (page: number, member: Lockstep.Member) => Effect.Effect<void>
}

/** Reads beside each other; the records and the failure of each, and the requests of all. */
const read = async (readers: ReadonlyArray<Reader>, answer: (path: string, index: number) => Answer = vendor) => {
  const records = new Map<Extractor.Any, Array<string>>()
  const failures: Array<unknown> = []
  const one = ({ extractor, onPage, request }: Reader, member: Lockstep.Member) =>
    Effect.gen(function* () {
      let pages = 0
      const since = yield* member.begin(request?.since ?? null)
      yield* extractor.pages({ ...full, ...request, since }).pipe(
        Stream.runForEach(({ batches }) => {
          records.set(extractor, [
            ...(records.get(extractor) ?? []),
            ...batches.flatMap((batch) => batch.records.map(({ vendorId }) => vendorId))
          ])
          pages += 1
          return onPage?.(pages, member) ?? Effect.void
        }),
        Effect.provideService(VendorHttp.VendorHttp, member.http),
        Effect.catchAllCause((cause) => Effect.sync(() => failures.push(Option.getOrNull(Cause.failureOption(cause)))))
      )
    })
  const reading = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
    Effect.forEach(Lockstep.groupsOf(readers), (group) => Lockstep.run(http, group, one))
  )
  const { exit, received, seconds } = await converse(
    ({ url }, index) => answer(url.slice(BASE_URL.length), index),
    reading
  )
  return {
    exit,
    seconds,
    failures,
    records: readers.map(({ extractor }) => records.get(extractor) ?? []),
    paths: received.map(({ url }) => url.slice(BASE_URL.length))
  }
}

const both: ReadonlyArray<Reader> = [{ extractor: groups }, { extractor: policies }]
const ALL = ["a", "b", "c", "d"]
const ONCE = ["/hosts", "/hosts?next=2", "/hosts?next=3"]

describe("extractors that share a list", () => {
  it("ask for each page once, and each of them reads every row", async () => {
    const { failures, paths, records } = await read(both)
    expect(paths).toEqual(ONCE)
    expect(records).toEqual([ALL, ALL])
    expect(failures).toEqual([])
  })

  it("ask for each page once however fast each of them is", async () => {
    const slow = (page: number) => Effect.sleep(page === 1 ? "30 seconds" : "1 second")
    const { paths, records } = await read([{ extractor: groups, onPage: slow }, { extractor: policies }])
    expect(paths).toEqual(ONCE)
    expect(records).toEqual([ALL, ALL])
  })

  it("do not share with other lists of the connector, and each of those asks for itself", async () => {
    const other = Extractor.make({
      endpoint: hosts.endpoint,
      pagination: hosts.pagination,
      permissions: hosts.permissions,
      record: RecordKind.IdpGroup,
      row: Host,
      toRecord: ({ id }) => ({
        name: id,
        description: "",
        types: [],
        vendor_id: id,
        vendor_created_at: "2024-05-01T08:30:00Z"
      })
    })
    const { paths, records } = await read([...both, { extractor: other }])
    expect(paths).toEqual([...ONCE, ...ONCE])
    expect(records).toEqual([ALL, ALL, ALL])
  })

  it("all fail if the vendor refuses the list, after one request", async () => {
    const { failures, paths, records } = await read(both, () => ({ status: 403, body: {} }))
    expect(paths).toEqual(["/hosts"])
    expect(failures).toEqual([
      expect.objectContaining({ _tag: "Unauthorized", endpoint: "/hosts" }),
      expect.objectContaining({ _tag: "Unauthorized", endpoint: "/hosts" })
    ])
    expect(records).toEqual([[], []])
  })

  it("begin a delta at the earliest instant of all, so that they ask the same", async () => {
    const { paths, records } = await read([
      { extractor: groups, request: { since: "2024-05-02T00:00:00.000Z" } },
      { extractor: policies, request: { since: "2024-05-01T00:00:00.000Z" } }
    ])
    expect(paths).toHaveLength(3)
    expect(paths.every((path) => path.includes("since=2024-05-01"))).toBe(true)
    expect(records).toEqual([ALL, ALL])
  })

  it("ask each for its own if one reads everything and the other only changes", async () => {
    const { paths, records } = await read([
      { extractor: groups },
      { extractor: policies, request: { since: "2024-05-01T00:00:00.000Z" } }
    ])
    expect(paths).toHaveLength(6)
    expect(paths.filter((path) => path.includes("since="))).toHaveLength(3)
    expect(records).toEqual([ALL, ALL])
  })

  it("ask each for its own page if one resumes an interrupted scan, and neither misses a row", async () => {
    const checkpoint = { list: 0, next: { query: { next: "3" } } }
    const { paths, records } = await read([{ extractor: groups, request: { checkpoint } }, { extractor: policies }])
    expect(paths.toSorted()).toEqual([...ONCE, "/hosts?next=3"].toSorted())
    expect(records).toEqual([["d"], ALL])
  })

  it("go on without one that has failed", async () => {
    const fails = (page: number) => (page === 1 ? Effect.die(new Error("the store is full")) : Effect.void)
    const { failures, paths, records } = await read([{ extractor: groups, onPage: fails }, { extractor: policies }])
    expect(failures).toEqual([null])
    expect(paths).toEqual(ONCE)
    expect(records).toEqual([["a", "b"], ALL])
  })

  it("go on without one that stops and never returns, once it has left", async () => {
    const stops = (_: number, member: Lockstep.Member) => Effect.zipRight(member.leave, Effect.never)
    const done: Array<string> = []
    const reading = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
      Lockstep.run(http, both, ({ extractor }, member) =>
        extractor.pages(full).pipe(
          Stream.runForEach(() => (extractor === groups ? stops(1, member) : Effect.void)),
          Effect.provideService(VendorHttp.VendorHttp, member.http),
          Effect.andThen(Effect.sync(() => done.push(extractor.name))),
          Effect.orDie
        )
      ).pipe(Effect.timeoutOption("10 seconds"))
    )
    const { received } = await converse(({ url }) => vendor(url.slice(BASE_URL.length)), reading)
    expect(done).toEqual([policies.name])
    expect(received).toHaveLength(3)
  })

  it("go on alone after a minute of waiting for one that is busy, and neither misses a row", async () => {
    const busy = (page: number) => Effect.sleep(page === 1 ? "10 minutes" : "1 second")
    const { paths, records, seconds } = await read([{ extractor: groups, onPage: busy }, { extractor: policies }])
    expect(paths).toEqual(["/hosts", "/hosts?next=2", "/hosts?next=3", "/hosts?next=2", "/hosts?next=3"])
    expect(records).toEqual([ALL, ALL])
    expect(seconds).toBeLessThan(11 * 60)
  })

  it("wait for an answer as long as it takes", async () => {
    const hanging = (path: string, index: number): Answer => (index === 1 ? "hang" : vendor(path))
    const { paths, records } = await read(both, hanging)
    expect(paths).toEqual(["/hosts", "/hosts?next=2", "/hosts?next=2", "/hosts?next=3"])
    expect(records).toEqual([ALL, ALL])
  })

  it("all tell that they wait for the vendor", async () => {
    const told: Array<string> = []
    const listener = (name: string): WaitListener.WaitListener["Type"] => ({
      waits: () => Effect.sync(() => told.push(`${name} waits`)),
      ended: () => Effect.sync(() => told.push(`${name} ended`))
    })
    const reading = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
      Lockstep.run(http, both, ({ extractor }, member) =>
        Stream.runDrain(extractor.pages(full)).pipe(
          Effect.provideService(VendorHttp.VendorHttp, member.http),
          Effect.provideService(WaitListener.WaitListener, listener(extractor.name)),
          Effect.orDie
        )
      )
    )
    await converse(
      ({ url }, index) =>
        index === 0 ? { status: 429, headers: { "retry-after": "7" } } : vendor(url.slice(BASE_URL.length)),
      reading
    )
    expect(told.toSorted()).toEqual([
      "device_group ended",
      "device_group waits",
      "device_policy ended",
      "device_policy waits"
    ])
  })

  it("ask for themselves if the one that asks for them is interrupted", async () => {
    const seen: Array<string> = []
    const reading = Effect.gen(function* () {
      const http = yield* VendorHttp.VendorHttp
      const asked = yield* Deferred.make<void>()
      const hanging: VendorHttp.VendorHttp["Type"] = {
        ...http,
        send: (request) => {
          seen.push(request.url)
          return seen.length === 1
            ? Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
            : http.send(request)
        }
      }
      return yield* Lockstep.run(hanging, both, ({ extractor }, member) => {
        const whole = Stream.runCollect(extractor.pages(full)).pipe(
          Effect.provideService(VendorHttp.VendorHttp, member.http),
          Effect.orDie
        )
        // The first to ask requests the page.
        const later = Effect.zipRight(Effect.sleep("1 second"), whole)
        return extractor === groups ? Effect.raceFirst(whole, Deferred.await(asked)) : later
      })
    })
    const { exit } = await converse(({ url }) => vendor(url.slice(BASE_URL.length)), reading)
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(seen).toHaveLength(4)
  })

  it("refuses to share a scroll, whose pages the vendor returns once", () => {
    const pagination = Pagination.scroll({ items: "items", from: "next", param: "next", total: "total" })
    expect(() => SharedList.make({ endpoint: "/hosts", pagination, permissions: [] })).toThrow("cannot be shared")
  })
})

describe("an extractor that is stopped between its turn and its request", () => {
  it("lets the others request the page themselves", async () => {
    const asked = { endpoint: "/hosts", url: "/hosts", shared: hosts.shared }
    const sent: Array<string> = []
    const send = (name: string) => (): Effect.Effect<VendorHttp.VendorResponse> =>
      Effect.sync(() => {
        sent.push(name)
        return { status: 200, headers: {}, body: [] }
      })
    const http = { send: send("vendor") } as unknown as VendorHttp.VendorHttp["Type"]
    const leading = await Effect.runPromise(Deferred.make<Fiber.Fiber<unknown, unknown>>())
    const one = ({ extractor }: Reader, member: Lockstep.Member): Effect.Effect<void> =>
      Effect.gen(function* () {
        if (extractor === groups) {
          const first = yield* Effect.fork(member.http.send(asked))
          yield* Deferred.succeed(leading, first)
          yield* Fiber.await(first)
          return
        }
        const first = yield* Deferred.await(leading)
        const second = yield* Effect.fork(member.http.send(asked))
        // Now both want the page, and the first has a turn that it has not heard of yet.
        yield* Effect.yieldNow()
        yield* Fiber.interruptFork(first)
        yield* Fiber.join(second)
      }).pipe(Effect.orDie)
    const exit = await Lockstep.run(http, both, one).pipe(
      Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => "the second waits for ever" }),
      Effect.runPromiseExit
    )
    expect([exit, sent]).toEqual([Exit.void, ["vendor"]])
  })
})
