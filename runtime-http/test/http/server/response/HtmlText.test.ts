import { describe, expect, it } from "vitest"
import { escaped, nameIn, plainName } from "../../../../src/http/server/response/HtmlText.js"

describe("A text as HTML", () => {
  it("is shown as it is, between tags and in attributes", () => {
    expect(escaped(`<a href="x">'&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
  })
})

describe("A name that somebody else has chosen", () => {
  it("loses the characters that show nothing or turn the text around", () => {
    expect(plainName("A\u202Ecme\u200B \u2066Inc\u2069\n\u0000\u00AD.\u2028")).toBe("Acme Inc.")
    expect(plainName("Zoë & Söhne 株式会社")).toBe("Zoë & Söhne 株式会社")
  })

  it("is cut to 80 characters, and no character is cut in two", () => {
    expect(plainName("x".repeat(80))).toBe("x".repeat(80))
    expect(plainName("x".repeat(81))).toBe(`${"x".repeat(79)}…`)
    expect(plainName("😀".repeat(81))).toBe(`${"😀".repeat(79)}…`)
  })

  it("stands apart from the text around it, and runs nothing", () => {
    expect(nameIn("\u202E<b>")).toBe("<bdi>&lt;b&gt;</bdi>")
  })
})
