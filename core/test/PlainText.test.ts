import { PlainText } from "@tributary/core"
import { describe, expect, it } from "vitest"

describe("PlainText", () => {
  it.each([
    ["clears the screen", "\x1b[2Jx", "\\u001b[2Jx"],
    ["sets the title", "\x1b]0;you\x07", "\\u001b]0;you\\u0007"],
    ["writes to the clipboard", "\x9d52;c;eA==\x9c", "\\u009d52;c;eA==\\u009c"],
    ["overwrites the line", "safe\rgone", "safe\\u000dgone"],
    ["reverses what follows", "a\u202egpj.exe\u2066", "a\\u202egpj.exe\\u2066"],
    ["ends a line unseen", "a\u2028b\u0085c", "a\\u2028b\\u0085c"]
  ])("shows a text that %s as escapes", (_, text, shown) => {
    expect(PlainText.escaped(text)).toBe(shown)
  })

  it("leaves letters of every language, emoji, line breaks and tabs as they are", () => {
    const text = "Zoë\tمرحبا\nשלום 漢字 👩‍👩‍👧"
    expect(PlainText.escaped(text)).toBe(text)
    expect(PlainText.inLine("a\n\tb")).toBe("a\\n\\tb")
  })

  it("leaves the value of JSON as it is", () => {
    const value = { text: "\u009b2J \u202e \x7f \u0000" }
    expect(JSON.parse(PlainText.escaped(JSON.stringify(value)))).toEqual(value)
  })
})
