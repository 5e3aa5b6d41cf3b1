import { describe, expect, it } from "vitest"
import { journalText } from "../src/journalText.js"

describe("journalText", () => {
  it.each([
    ["plain <b>text</b>", "plain <b>text</b>"],
    ["a [code]<p>b</p>c[/code] d", "a b\nc d"],
    ["[CODE]a<br/>b<BR >c<br>d[/Code]", "a\nb\nc\nd"],
    ['[code]<a title="x">a</a> &lt;b&gt; &amp;nbsp;&nbsp;&#39;&unknown;[/code]', "a <b> &nbsp; '&unknown;"],
    ["[code]1 < 2[/code] and [code]2 > 1[/code]", "1 < 2 and 2 > 1"],
    ["[code][code]a[/code][/code]", "[code]a[/code]"],
    ["[code]<b>never closed", "[code]<b>never closed"],
    ["[/code]a", "[/code]a"],
    ["[code]<p></p>[/code]", null],
    [null, null]
  ])("reads %j as %j", (value, expected) => {
    expect(journalText(value)).toBe(expected)
  })
})
