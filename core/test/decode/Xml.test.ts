import { describe, expect, it } from "@effect/vitest"
import { Decode } from "@tributary/core"
import { Effect } from "effect"
import { bounds, problemOf, valueOf } from "./decode.js"

const hosts = Decode.xml({ lists: ["HOSTS.LIST?.HOST", "HOSTS.LIST.HOST.TAGS?.TAG"] })

describe("Decode.xml reads", () => {
  it("a small body at once, without a pause", () => {
    // The event loop has not turned for this process yet, so every pause is due.
    const body = { bytes: new TextEncoder().encode("<a><b>1</b></a>"), contentType: null }
    expect(Effect.runSync(Decode.xml().read(body, bounds()))).toEqual({ a: { b: "1" } })
  })

  it("elements as fields, attributes with @, and text next to them as #text", async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8" ?>
      <!-- comment //-->
      <HOST id="7" name="a &amp; b">
        <IP network="x">10.0.0.1</IP>
        <NAME>
          <![CDATA[ <b>web</b> ]]>
        </NAME>
        <NOTE> a <![CDATA[ b ]]></NOTE>
        <BLANK><![CDATA[]]></BLANK>
        <OS>  Linux
        </OS>
        <NETBIOS></NETBIOS>
        <EMPTY/>
      </HOST>`
    expect(await valueOf(Decode.xml(), xml)).toEqual({
      HOST: {
        "@id": "7",
        "@name": "a & b",
        IP: { "@network": "x", "#text": "10.0.0.1" },
        NAME: " <b>web</b> ",
        NOTE: "a  b",
        BLANK: null,
        OS: "Linux",
        NETBIOS: null,
        EMPTY: null
      }
    })
  })

  it.each([
    ["none", "<HOSTS/>", []],
    ["an empty element", "<HOSTS><LIST></LIST></HOSTS>", []],
    ["one row", "<HOSTS><LIST><HOST><ID>1</ID></HOST></LIST></HOSTS>", [{ ID: "1", TAGS: { TAG: [] } }]],
    [
      "two rows, with one value and two",
      "<HOSTS><LIST><HOST><TAGS><TAG>a</TAG></TAGS></HOST><HOST><TAGS><TAG>b</TAG><TAG>c</TAG></TAGS></HOST></LIST></HOSTS>",
      [{ TAGS: { TAG: ["a"] } }, { TAGS: { TAG: ["b", "c"] } }]
    ]
  ])("a declared list with %s", async (_, xml, rows) => {
    expect(await valueOf(hosts, xml)).toEqual({ HOSTS: { LIST: { HOST: rows } } })
  })

  it("no list under a missing element that is not optional, so that a different answer is not an empty list", async () => {
    const strict = Decode.xml({ lists: ["HOSTS.LIST.HOST"] })
    expect(await valueOf(strict, "<HOSTS><ERROR>1</ERROR></HOSTS>")).toEqual({ HOSTS: { ERROR: "1" } })
    expect(await valueOf(hosts, "<SIMPLE><CODE>1</CODE></SIMPLE>")).toEqual({ SIMPLE: { CODE: "1" } })
  })

  it("a text in place of a list as a list of that text", async () => {
    const value = await valueOf(hosts, "<HOSTS><LIST><HOST>no host</HOST></LIST></HOSTS>")
    expect(value).toEqual({ HOSTS: { LIST: { HOST: ["no host"] } } })
  })

  it("a list in each of several outer elements", async () => {
    const decoder = Decode.xml({ lists: ["A.B?.C"] })
    expect(await valueOf(decoder, "<A><B><C>1</C></B><B/></A>")).toEqual({ A: { B: [{ C: ["1"] }, { C: [] }] } })
  })

  it("an empty body as null, as with JSON", async () => {
    expect(await valueOf(hosts, " \n")).toBe(null)
  })

  it("the charset of the content type, or else of the text", async () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><N>é</N>', "latin1")
    expect(await valueOf(hosts, latin)).toEqual({ N: "é" })
    expect(await valueOf(hosts, Buffer.from("<N>é</N>", "latin1"), "text/xml; charset=iso-8859-1")).toEqual({ N: "é" })
    expect(await problemOf(hosts, '<?xml version="1.0" encoding="klingon"?><N/>')).toEqual({
      isTooLarge: false,
      detail: "the answer has an unknown charset (klingon)"
    })
  })

  it("a long text in pieces, even if a cut splits a tag or a character", async () => {
    const row = `<HOST><ID>Grüße 😀 ${"x".repeat(50)}</ID></HOST>`
    const value = await valueOf(hosts, `<HOSTS><LIST>${row.repeat(5_000)}</LIST></HOSTS>`)
    const rows = (value as { readonly HOSTS: { readonly LIST: { readonly HOST: ReadonlyArray<{ ID: string }> } } })
      .HOSTS.LIST
    expect(rows.HOST).toHaveLength(5_000)
    expect(new Set(rows.HOST.map(({ ID }) => ID))).toEqual(new Set([`Grüße 😀 ${"x".repeat(50)}`]))
  })

  it("names that are special to objects as ordinary ones", async () => {
    const value = (await valueOf(
      Decode.xml(),
      "<A><__proto__><x>1</x></__proto__><constructor>2</constructor></A>"
    )) as {
      readonly A: object
    }
    expect(Object.getPrototypeOf(value.A)).toBe(Object.prototype)
    expect(Object.keys(value.A)).toEqual(["__proto__", "constructor"])
    expect(({} as { readonly x?: unknown }).x).toBe(undefined)
  })

  it("only lists whose paths start at the root", () => {
    for (const path of ["HOST", "", "HOSTS..HOST", "LIST?.HOST"]) {
      expect(() => Decode.xml({ lists: [path] })).toThrow(`"${path}" names no list`)
    }
  })
})

const levels = (count: number) => `${"<a>".repeat(count)}${"</a>".repeat(count)}`

/** Ten entities, each of which stands for ten of the one before. */
const billionLaughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">${[1, 2, 3, 4, 5, 6, 7, 8, 9]
  .map((level) => `<!ENTITY lol${level} "${`&lol${level - 1};`.repeat(10)}">`)
  .join("")}]><lolz>&lol9;</lolz>`

describe("Decode.xml refuses", () => {
  it.each([
    ["entities that expand to a billion", billionLaughs],
    [
      "one long entity, referred to often",
      `<!DOCTYPE a [<!ENTITY x "${"x".repeat(10_000)}">]><a>${"&x;".repeat(10_000)}</a>`
    ],
    ["an entity in an attribute", '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>'],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ["an external entity on the web", '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:1/x">]><a>&x;</a>'],
    ["HTML", "<!doctype html><title>Sign in</title>"],
    ["JSON", '{"a":1}'],
    ["two roots", "<a/><b/>"],
    ["tags that do not match", "<a><b></a></b>"]
  ])("%s", async (_, xml) => {
    expect(await problemOf(Decode.xml(), xml)).toEqual({ isTooLarge: false, detail: "the answer is not XML" })
  })

  it("to read what a document type's parameter entities name", async () => {
    const xml = '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd">%x;]><a>1</a>'
    expect(await valueOf(Decode.xml(), xml)).toEqual({ a: "1" })
  })

  it.each(["<a><b>1</b>", "<a><b>1</b></a", "<a>text", "<a><![CDATA[x"])("truncated XML: %s", async (xml) => {
    expect(await problemOf(Decode.xml(), xml)).toEqual({ isTooLarge: false, detail: "the XML is cut short" })
  })

  it("more than 256 levels", async () => {
    expect(await problemOf(Decode.xml(), levels(257))).toEqual({
      isTooLarge: true,
      detail: "the answer is nested deeper than 256 levels"
    })
    await valueOf(Decode.xml(), levels(256))
    expect((await problemOf(Decode.xml(), "<a>".repeat(1_000_000))).detail).toBe(
      "the answer is nested deeper than 256 levels"
    )
  })

  it("no document with long names at many levels, because their paths are not written out", async () => {
    const name = "n".repeat(100_000)
    const decoder = Decode.xml({ lists: [`${name}.${name}.list`] })
    const value = await valueOf(decoder, `${`<${name}>`.repeat(200)}${`</${name}>`.repeat(200)}`)
    expect(Object.keys((value as Record<string, object>)[name] ?? {})).toEqual([name])
  })

  it("more rows, or more values, than the bounds", async () => {
    const small = bounds(1_000_000, 3)
    expect(await problemOf(Decode.xml(), `<a>${"<b/>".repeat(4)}</a>`, small)).toEqual({
      isTooLarge: true,
      detail: "a list in the answer has more than 3 rows"
    })
    const fields = Array.from({ length: 150 }, (_, index) => `<b${index}/>`).join("")
    expect((await problemOf(Decode.xml(), `<a>${fields}</a>`, small)).detail).toMatch(/more than 150 values/)
    const attributes = Array.from({ length: 150 }, (_, index) => `b${index}=""`).join(" ")
    expect((await problemOf(Decode.xml(), `<a ${attributes}/>`, small)).detail).toMatch(/more than 150 values/)
  })

  it("more attributes or differently named elements than an object may have fields", async () => {
    const names = Array.from({ length: 50_001 }, (_, index) => `b${index}`)
    const detail = "a row in the answer has more than 50,000 fields"
    const elements = names.map((name) => `<${name}/>`).join("")
    expect(await problemOf(Decode.xml(), `<a>${elements}</a>`)).toEqual({ isTooLarge: true, detail })
    const attributes = names.map((name) => `${name}=""`).join(" ")
    expect(await problemOf(Decode.xml(), `<a ${attributes}/>`)).toEqual({ isTooLarge: true, detail })
  })

  it("a name that is longer than the longest text", async () => {
    const name = "n".repeat(5_000_000)
    expect((await problemOf(Decode.xml(), `<${name}/>`)).detail).toBe("a text in the answer is longer than 4 MiB")
  })
})

describe("Decode.xml writes", () => {
  it.each([
    { A: { "@id": "1", "#text": 'x < y & "z"' } },
    { A: { B: { C: ["1", "2"] }, D: null, E: " white space ", F: "]]> " } },
    { HOSTS: { LIST: { HOST: [] } } },
    { HOSTS: { LIST: { HOST: [{ ID: "1", TAGS: { TAG: ["a"] } }] } } }
  ])("what it reads again: %j", async (value) => {
    expect(await Effect.runPromise(hosts.read({ bytes: hosts.write(value), contentType: null }, bounds()))).toEqual(
      value
    )
  })
})
