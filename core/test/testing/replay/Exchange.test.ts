import { describe, expect, it } from "@effect/vitest"
import { Exchange, Redaction } from "@tributary/core/replay"

const recorded = (
  url: string,
  body: string | null = null,
  text = "{}",
  headers: Readonly<Record<string, string>> = {}
) => Exchange.make({ method: body === null ? "GET" : "POST", url, body }, { status: 200, headers, text })

describe("An exchange", () => {
  it("keeps JSON as JSON and any other text as text, and a repeated parameter as a list", () => {
    const json = recorded("https://acme.example/users?expand=a&expand=b&after=p%202", '{"size":2}', '[{"id":"1"}]')
    expect(json).toEqual({
      request: { method: "POST", path: "/users", query: { expand: ["a", "b"], after: "p 2" }, body: { size: 2 } },
      response: { status: 200, headers: {}, body: [{ id: "1" }] }
    })
    const xml = recorded("https://acme.example/users", null, "<users/>", { "Content-Type": "text/xml" })
    expect(xml.request.body).toBeNull()
    expect(xml.response).toEqual({ status: 200, headers: { "content-type": "text/xml" }, text: "<users/>" })
  })

  it("is the same after it was written to a file and read again", () => {
    const file = {
      vendor: "ACME",
      exchanges: [recorded("https://acme.example/users"), recorded("https://acme.example/a", "x", "")]
    }
    expect(Exchange.parse(Exchange.stringify(file))).toEqual(file)
  })

  it("says where a file is not a valid recording, without quoting it", () => {
    const wrong = {
      vendor: "ACME",
      exchanges: [{ ...recorded("https://acme.example/users"), response: { status: "hidden-text" } }]
    }
    expect(() => Exchange.parse(JSON.stringify(wrong))).toThrow(
      "This is no recording. exchanges.0.response.status: Expected number; exchanges.0.response.headers: is missing"
    )
    expect(() => Exchange.parse(JSON.stringify(wrong))).not.toThrow("hidden-text")
    expect(() => Exchange.parse("[")).toThrow("This is no recording.")
  })
})

describe("Redaction", () => {
  const secrecy = { secrets: ["s3cret/key", "abc"], baseUrl: "https://customer.acme.example:8443/api" }

  it("removes credentials from every part of an exchange, whatever form they take", () => {
    const exchange = recorded(
      "https://customer.acme.example/users?key=s3cret%2Fkey&after=https%3A%2F%2Fcustomer.acme.example",
      "grant=x&secret=s3cret%2Fkey",
      JSON.stringify({
        echo: "key s3cret/key is known",
        access_token: "vendor-made",
        nested: [{ clientSecret: "other" }]
      }),
      { "Set-Cookie": "sid=1", "X-Next": "?key=s3cret%252Fkey" }
    )
    const redacted = Redaction.redact(exchange, secrecy)
    expect(redacted.request.query["key"]).toBe(Redaction.REDACTED)
    expect(redacted.request.body).toBe("grant=x&secret=[REDACTED]")
    expect(redacted.response).toEqual({
      status: 200,
      headers: { "x-next": "?key=[REDACTED]" },
      body: { echo: "key [REDACTED] is known", access_token: "[REDACTED]", nested: [{ clientSecret: "[REDACTED]" }] }
    })
    expect(JSON.stringify(redacted)).not.toMatch(/s3cret|vendor-made|sid=1|customer/)
  })

  const key = "k3y/0123456789+abc"
  const hidden = (text: string, url = "https://acme.example/users", headers = {}) =>
    Redaction.redact(recorded(url, null, text, headers), { secrets: [key] })

  it.each([
    ["lines of JSON", '{"id":"1","api_key":"vendor-made"}\n{"id":"2","clientSecret" : "vendor-\\"made"}'],
    ["XML", "<user><sessionId>vendor-made</sessionId><v1:password x='1'>vendor-made</v1:password></user>"],
    ["a form", "access_token=vendor-made&token_type=bearer"],
    ["prefixed names", '{"webhook_secret":"vendor-made","userAccessToken":"vendor-made","x-api-key":"vendor-made"}'],
    ["a list", '{"apiKeys":1,"api_key":["vendor-made","vendor-made"]}'],
    ["a JSON Web Token under any token name", '{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.vendor-made"}'],
    [
      "a signed link",
      '{"url":"https://files.example/1?X-Amz-Signature=vendor-made&sig=vendor-made#access_token=vendor-made"}'
    ]
  ])("removes what the vendor made secret, in %s", (_, text) => {
    const { response } = hidden(text)
    expect(JSON.stringify(response)).not.toContain("made")
    expect(JSON.stringify(response)).toContain("[REDACTED]")
  })

  it("removes secrets from the parameters and headers of a signed link, and keeps those of a cursor", () => {
    const url = "https://acme.example/file?sig=vendor-made&X-Amz-Security-Token=vendor-made&page_token=p2"
    const { request, response } = hidden("{}", url, {
      "X-Subject-Token": "vendor-made",
      "X-Next-Page-Token": "p3",
      Location: "/login?session_id=vendor-made"
    })
    expect(request.query).toEqual({ sig: "[REDACTED]", "X-Amz-Security-Token": "[REDACTED]", page_token: "p2" })
    expect(response.headers).toEqual({ "x-next-page-token": "p3", location: "/login?session_id=[REDACTED]" })
  })

  it("removes a credential in lower-case escapes, in XML, in a name, and within base64, which stays readable", () => {
    const cursors = [1, 2].map((page) => Buffer.from(JSON.stringify({ key, page })).toString("base64"))
    const text = JSON.stringify({
      next: `https://acme.example/a?k=${encodeURIComponent(key).toLowerCase()}`,
      [key]: 1,
      cursors,
      link: `/next/${Buffer.from(`x${key}&page=2`).toString("base64url")}/more`
    })
    const body = hidden(text).response.body as { readonly cursors: ReadonlyArray<string>; readonly link: string }
    expect(JSON.stringify(body).toLowerCase()).not.toMatch(/k3y|%2f/)
    const read = body.cursors.map((cursor) => JSON.parse(Buffer.from(cursor, "base64").toString()))
    expect(read).toEqual([1, 2].map((page) => ({ key: "[REDACTED]", page })))
    expect(Buffer.from(body.link.split("/")[2] ?? "", "base64url").toString()).toBe("x[REDACTED]&page=2")
    const xml = Redaction.redact(recorded("https://acme.example/", null, "<a>p&amp;&lt;q1&quot;</a>"), {
      secrets: ['p&<q1"']
    })
    expect(xml.response).toEqual({ status: 200, headers: {}, text: "<a>[REDACTED]</a>" })
  })

  it("keeps cursors, rows and short texts, and replaces the customer's address with the example", () => {
    const body = {
      next: "https://customer.acme.example:8443/api/users?after=2",
      nextPageToken: "p2",
      token: "cursor-of-the-next-page",
      rows: [{ id: "abc", signature: "ET SCAN Nmap", has_password: true, access_key_age: "90 days" }]
    }
    const redacted = Redaction.redact(
      recorded("https://customer.acme.example:8443/api/users", null, JSON.stringify(body)),
      secrecy
    )
    expect(redacted.response.body).toEqual({ ...body, next: "https://vendor.example/api/users?after=2" })
  })

  it("replaces links to a vendor on this machine with the example as well", () => {
    const body = { next: "http://127.0.0.1:8080/users?after=2" }
    const exchange = recorded("http://127.0.0.1:8080/users", null, JSON.stringify(body))
    const redacted = Redaction.redact(exchange, { secrets: [], baseUrl: "http://127.0.0.1:8080" })
    expect(redacted.response.body).toEqual({ next: "https://vendor.example/users?after=2" })
  })

  it("keeps the vendor's own address", () => {
    const body = { next: "https://api.acme.example/users?after=2" }
    const exchange = recorded("https://api.acme.example/users", null, JSON.stringify(body))
    expect(Redaction.redact(exchange, { secrets: [] }).response.body).toEqual(body)
  })
})
