import { Duration, Either } from "effect"
import { describe, expect, it } from "vitest"
import * as RateCaps from "../../src/vendor/RateCaps.js"

const parse = (text: string) =>
  Either.map(RateCaps.parse(text), (caps) =>
    [...caps].flatMap(([vendor, all]) =>
      all.map(({ requests, period }) => [vendor, requests, Duration.toSeconds(period)])
    )
  )

describe("RateCaps", () => {
  it.each([
    ["", []],
    ["OKTA=600/60s", [["OKTA", 600, 60]]],
    [
      " MS_ENTRA = 10 / 1s , JIRA=100/5m,TENABLE=1/24h",
      [
        ["MS_ENTRA", 10, 1],
        ["JIRA", 100, 300],
        ["TENABLE", 1, 86_400]
      ]
    ],
    [
      "OKTA=50/10s + 600/1m,JIRA=1/1s",
      [
        ["OKTA", 50, 10],
        ["OKTA", 600, 60],
        ["JIRA", 1, 1]
      ]
    ]
  ])("reads %j", (text, expected) => {
    expect(parse(text)).toEqual(Either.right(expected))
  })

  it.each([
    "OKTA",
    "OKTA=600",
    "OKTA=600/60",
    "OKTA=0/60s",
    "OKTA=1.5/60s",
    "OKTA=600/0s",
    "okta=600/60s",
    "OKTA=1/25h",
    "OKTA=50/10s+",
    "OKTA=50/10s+600",
    "OKTA=50/60s+600/1m",
    "OKTA=50/10s;600/1m"
  ])("says which entry is invalid: %s", (text) => {
    const fault = Either.getLeft(RateCaps.parse(`JIRA=1/1s,${text}`))
    expect(fault).toMatchObject({ _tag: "Some", value: expect.stringMatching(/entry 2 is invalid$/) })
  })

  it("accepts each vendor once", () => {
    const fault = Either.getLeft(RateCaps.parse("OKTA=1/1s,OKTA=2/1s"))
    expect(fault).toMatchObject({ value: "expected each vendor once; entry 2 repeats a vendor" })
  })
})
