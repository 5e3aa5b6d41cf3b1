import { ConfigProvider, Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import * as RuntimeConfig from "../../src/RuntimeConfig.js"
import * as HostOverrides from "../../src/vendor/HostOverrides.js"

const parse = (text: string) => Either.map(HostOverrides.parse(text), (overrides) => [...overrides])

describe("HostOverrides", () => {
  it.each([
    ["", []],
    ["graph.microsoft.com=https://graph.microsoft.us", [["graph.microsoft.com", "https://graph.microsoft.us"]]],
    [
      " Graph.Microsoft.com = https://graph.microsoft.us/ , login.example:8443=http://127.0.0.1:4020",
      [
        ["graph.microsoft.com", "https://graph.microsoft.us"],
        ["login.example:8443", "http://127.0.0.1:4020"]
      ]
    ]
  ])("reads %j", (text, expected) => {
    expect(parse(text)).toEqual(Either.right(expected))
  })

  it.each([
    "graph.microsoft.com",
    "=https://a.example",
    "a.example=",
    "a.example=b.example",
    "a.example=ftp://b.example",
    "a.example=https://b.example/path",
    "a.example=https://b.example?x=1",
    "a.example=https://s3cret:word@b.example",
    "https://a.example=https://b.example"
  ])("says which pair of %j is invalid without quoting it", (text) => {
    const fault = Either.getLeft(HostOverrides.parse(`x.example=https://y.example,${text}`))
    expect(fault).toMatchObject({ _tag: "Some", value: expect.stringMatching(/pair 2 is invalid$/) })
    expect(JSON.stringify(fault)).not.toContain("s3cret")
  })

  it("accepts each host once", () => {
    const fault = Either.getLeft(HostOverrides.parse("a.example=https://b.example,A.example=https://c.example"))
    expect(fault).toMatchObject({ value: "expected each host once; pair 2 repeats a host" })
  })

  const load = (name: string, value: string) =>
    Effect.runSync(
      Effect.either(Effect.withConfigProvider(RuntimeConfig.load, ConfigProvider.fromMap(new Map([[name, value]]))))
    )

  it("is read from its setting, as is the region", () => {
    const read = load("TRIBUTARY_HOST_OVERRIDES", "a.example=https://b.example")
    expect(read).toMatchObject({
      right: { region: "default", hostOverrides: new Map([["a.example", "https://b.example"]]) }
    })
    expect(load("TRIBUTARY_REGION", "eu")).toMatchObject({ right: { region: "eu", hostOverrides: new Map() } })
    for (const [name, value] of [
      ["TRIBUTARY_HOST_OVERRIDES", "a.example=s3cret"],
      ["TRIBUTARY_REGION", "S3cret region"]
    ] as const) {
      const fault = load(name, value)
      expect(fault).toMatchObject({ left: { message: expect.stringContaining(`${name}: expected`) } })
      expect(JSON.stringify(fault)).not.toMatch(/s3cret/i)
    }
  })
})
