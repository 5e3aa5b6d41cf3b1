import { describe, expect, it } from "vitest"
import * as Secrets from "../../src/try/Secrets.js"

describe("Secrets", () => {
  const secret = 'p+s "w/rd!'
  const secrets = Secrets.make()
  secrets.add("short-part")
  secrets.add("short-part-and-more")
  secrets.add(secret)
  secrets.add("abc")

  it.each([
    ["as it is", secret],
    ["in an address", encodeURIComponent(secret)],
    ["in a link of a link", encodeURIComponent(encodeURIComponent(secret))],
    ["in a form", new URLSearchParams({ key: secret }).toString()],
    ["in JSON", JSON.stringify({ secret })],
    ["in base64", Buffer.from(secret).toString("base64")]
  ])("are hidden %s", (_, text) => {
    const hidden = secrets.hide(`before ${text} after`)
    expect(hidden).toContain("[REDACTED]")
    for (const form of secrets.forms()) expect(hidden).not.toContain(form)
  })

  it("are hidden completely if one is part of another", () => {
    expect(secrets.hide("short-part-and-more")).toBe("[REDACTED]")
  })

  it("are not hidden if they are too short to recognize, and other text stays as it is", () => {
    expect(secrets.hide("abc and more")).toBe("abc and more")
  })
})
