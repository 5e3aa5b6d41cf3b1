import { describe, expect, it } from "@effect/vitest"
import { Pagination } from "@tributary/core"
import { FastCheck as fc } from "effect"

interface Sent {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A vendor that cuts `all` into pages, given the query parameters of a request. */
type Vendor = (all: ReadonlyArray<number>, size: number, parameters: URLSearchParams) => Sent

const ADDRESS = "https://acme.example/rows"

const slice = (all: ReadonlyArray<number>, size: number, from: number) => all.slice(from, from + size)
const link = (from: number) => `${ADDRESS}?from=${from}`

interface Kind {
  readonly name: string
  readonly pagination: (size: number) => Pagination.Pagination
  readonly vendor: Vendor
}

const byLink = (all: ReadonlyArray<number>, size: number, parameters: URLSearchParams) => {
  const from = Number(parameters.get("from") ?? 0)
  return { rows: slice(all, size, from), next: from + size < all.length ? from + size : null }
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "linkHeader",
    pagination: (limit) => Pagination.linkHeader({ limit }),
    vendor: (all, size, parameters) => {
      const { rows, next } = byLink(all, size, parameters)
      return {
        body: rows,
        headers: next === null ? {} : { link: `<${ADDRESS}>; rel="self", <${link(next)}>; rel="next"` }
      }
    }
  },
  {
    name: "nextLink",
    pagination: (limit) => Pagination.nextLink({ limit, items: "value", from: "@odata\\.nextLink" }),
    vendor: (all, size, parameters) => {
      const { rows, next } = byLink(all, size, parameters)
      return { body: { value: rows, ...(next === null ? {} : { "@odata.nextLink": link(next) }) } }
    }
  },
  {
    name: "cursor",
    pagination: (limit) => Pagination.cursor({ limit, items: "data.rows", from: "meta.next", param: "from" }),
    vendor: (all, size, parameters) => {
      const { rows, next } = byLink(all, size, parameters)
      return { body: { data: { rows }, meta: { next: next === null ? "" : String(next) } } }
    }
  },
  {
    name: "cursor with a flag on the last page",
    pagination: (limit) => Pagination.cursor({ limit, items: "rows", from: "next", param: "from", isLast: "isLast" }),
    vendor: (all, size, parameters) => {
      const { rows, next } = byLink(all, size, parameters)
      return { body: { rows, next: next ?? 4711, isLast: next === null } }
    }
  },
  {
    name: "cursor that ends on an empty page",
    pagination: (limit) =>
      Pagination.cursor({ limit, items: "rows", from: "next", param: "from", endsOnEmptyPage: true }),
    vendor: (all, size, parameters) => {
      const from = Number(parameters.get("from") ?? 0)
      return { body: { rows: slice(all, size, from), next: from + size } }
    }
  },
  {
    name: "offset with a total",
    pagination: (limit) =>
      Pagination.offset({ counts: "returned", limit, items: "rows", param: "startAt", total: "total" }),
    vendor: (all, size, parameters) => ({
      body: { rows: slice(all, size, Number(parameters.get("startAt"))), total: all.length }
    })
  },
  {
    name: "offset without a total",
    pagination: (limit) => Pagination.offset({ counts: "returned", limit }),
    vendor: (all, size, parameters) => ({ body: slice(all, size, Number(parameters.get("offset"))) })
  },
  {
    name: "pageNumber with a page count",
    pagination: (limit) => Pagination.pageNumber({ limit, items: "rows", pages: "pages", first: 3 }),
    vendor: (all, size, parameters) => ({
      body: { rows: slice(all, size, (Number(parameters.get("page")) - 3) * size), pages: Math.ceil(all.length / size) }
    })
  },
  {
    name: "pageNumber without a page count",
    pagination: (limit) => Pagination.pageNumber({ limit, limitParam: "per_page" }),
    vendor: (all, size, parameters) => ({ body: slice(all, size, (Number(parameters.get("page")) - 1) * size) })
  }
]

const asParameters = (query: Pagination.Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))

const walk = ({ pagination, vendor }: Kind, all: ReadonlyArray<number>, size: number) => {
  const shape = pagination(size)
  const seen: Array<unknown> = []
  let query = shape.query
  let parameters = asParameters(query)
  for (let pages = 0; pages <= all.length + 2; pages++) {
    const { body, headers = {} } = vendor(all, size, parameters)
    const rows = shape.rows(body) ?? []
    seen.push(...rows)
    const next = shape.next({ response: { status: 200, headers, body }, rows, query, isFirst: pages === 0, read: null })
    if (next === null) return seen
    query = "query" in next ? { ...query, ...next.query } : query
    parameters = "url" in next ? new URL(next.url).searchParams : asParameters(query)
  }
  return "no end"
}

const count = fc.integer({ min: 0, max: 60 })
const size = fc.integer({ min: 1, max: 20 })

describe("Pagination", () => {
  for (const kind of kinds) {
    it.prop(`walks n rows in pages of m: ${kind.name}`, [count, size], ([n, m]) => {
      const all = Array.from({ length: n }, (_, index) => index)
      expect(walk(kind, all, m)).toEqual(all)
    })
  }

  it("requests the page size under the vendor's parameter name", () => {
    expect(Pagination.linkHeader({ limit: 5 }).query).toEqual({ limit: 5 })
    expect(Pagination.pageNumber({ limit: 5, limitParam: "per_page" }).query).toEqual({ per_page: 5, page: 1 })
    expect(Pagination.none().query).toEqual({})
  })

  it("distinguishes a response without rows from an empty list", () => {
    const { rows } = Pagination.none({ items: "value" })
    expect(rows({ value: [] })).toEqual([])
    for (const body of [null, [], "text", {}, { value: null }, { value: {} }]) expect(rows(body)).toBeUndefined()
  })

  it("says whether there can be a second page, and whether an empty page ends the list", () => {
    expect(Pagination.none()).toMatchObject({ isPaged: false })
    expect(Pagination.linkHeader()).toMatchObject({ isPaged: true, endsOnEmptyPage: false })
    expect(Pagination.offset({ counts: "returned", limit: 1 })).toMatchObject({ isPaged: true, endsOnEmptyPage: true })
  })

  it.prop("reads the rows and the end of any response without throwing", [fc.jsonValue()], ([body]) => {
    for (const { pagination } of kinds) {
      const shape = pagination(1)
      const rows = shape.rows(body)
      shape.next({
        response: { status: 200, headers: {}, body },
        rows: rows ?? [],
        query: shape.query,
        isFirst: true,
        read: null
      })
    }
  })
})

describe("Pagination.nextLinkOf", () => {
  it.each([
    ['<https://a.example/?p=2>; rel="next"', "https://a.example/?p=2"],
    ["<https://a.example/?p=2>; rel=next", "https://a.example/?p=2"],
    ['<https://a.example/?p=1>; rel="self", <https://a.example/?p=2>; rel="next"', "https://a.example/?p=2"],
    ['<https://a.example/?p=2>; title="x"; rel="last next"', "https://a.example/?p=2"],
    ['<https://a.example/?a=1,2>; rel="next"', "https://a.example/?a=1,2"],
    ['<https://a.example/?p=2>;rel = "NEXT";title="x, <y>; rel=prev"', "https://a.example/?p=2"],
    [
      String.raw`<https://a.example/?p=1>; title="a\"; rel=next; "; rel=prev, <https://a.example/?p=2>; REL=next`,
      "https://a.example/?p=2"
    ],
    ['<https://a.example/?p=1>; rel="prev"; rel="next"', null],
    ['<https://a.example/?p=1>; rel="prev"', null],
    ['<https://a.example/?p=1>; rel="next-archive"', null],
    ["<https://a.example/?p=1>; rel", null],
    ["<https://a.example/?p=1; rel=next", null],
    ["", null],
    [undefined, null]
  ])("reads %s", (header, expected) => {
    expect(Pagination.nextLinkOf(header)).toBe(expected)
  })
})

describe("A count that cannot be right", () => {
  const turn = (pagination: Pagination.Pagination, rows: number, body: object, query: object = {}) =>
    pagination.next({
      response: { status: 200, headers: {}, body },
      rows: Array.from({ length: rows }),
      query: { ...pagination.query, ...query },
      isFirst: true,
      read: null
    })

  it("does not end a list: fewer pages than those already read", () => {
    const counted = Pagination.pageNumber({ limit: 2, pages: "pages" })
    expect(turn(counted, 2, { pages: 0 })).toEqual({ query: { page: 2 }, probe: "behindTotal" })
    expect(turn(counted, 2, { pages: 1 }, { page: 2 })).toEqual({ query: { page: 3 }, probe: "behindTotal" })
    expect(turn(counted, 0, { pages: 0 })).toBeNull()
    expect(turn(counted, 2, { pages: 1 })).toBeNull()
  })

  it("does not end a list: a page size that is not a number", () => {
    const promised = Pagination.offset({ counts: "returned", limit: 2, endsOnShortPage: true })
    expect(turn(promised, 2, {}, { limit: "all" })).toEqual({ query: { offset: 2 } })
    const numbered = Pagination.pageNumber({ limit: 2, endsOnShortPage: true })
    expect(turn(numbered, 0, {}, { limit: "all" })).toBeNull()
  })
})

describe("endsOnShortPage", () => {
  const response = { status: 200, headers: {}, body: {} }
  const turn = (pagination: Pagination.Pagination, rows: number, body: object = {}) =>
    pagination.next({
      response: { ...response, body },
      rows: Array.from({ length: rows }),
      query: pagination.query,
      isFirst: true,
      read: null
    })
  const promised = Pagination.offset({ counts: "returned", limit: 3, endsOnShortPage: true })

  it("ends a list by index at a short page, and only there", () => {
    expect(turn(promised, 2)).toBeNull()
    expect(turn(promised, 3)).toEqual({ query: { offset: 3 } })
    expect(turn(Pagination.offset({ counts: "returned", limit: 3 }), 2)).toEqual({ query: { offset: 2 } })
  })

  it("does not end a list whose total is not reached", () => {
    const counted = Pagination.offset({ counts: "returned", limit: 3, endsOnShortPage: true, total: "total" })
    expect(turn(counted, 2, { total: 5 })).toEqual({ query: { offset: 2 } })
    expect(turn(counted, 2, { total: 2 })).toBeNull()
  })

  it("ends a list of numbered pages at a short page", () => {
    const numbered = Pagination.pageNumber({ limit: 3, endsOnShortPage: true })
    expect(turn(numbered, 2)).toBeNull()
    expect(turn(numbered, 3)).toEqual({ query: { page: 2 } })
    expect(() => Pagination.pageNumber({ endsOnShortPage: true })).toThrow("declare the limit")
  })
})
