import { describe, expect, it } from "vitest"
import { de } from "../../src/texts/de.js"
import { en } from "../../src/texts/en.js"
import { languageOf, nameIn } from "../../src/texts/Texts.js"

/** The paths of all texts, with the number of their parameters. */
const pathsOf = (texts: object, at = ""): ReadonlyArray<string> =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? pathsOf(value, `${at}${key}.`)
      : [`${at}${key}${typeof value === "function" ? `(${value.length})` : ""}`]
  )

describe("the language of the page", () => {
  it("is the first that the customer likes and the page has, with the country", () => {
    expect(languageOf(["fr-FR", "de-CH", "en"])).toEqual({ tag: "de-CH", texts: de })
    expect(languageOf(["en-GB", "de"])).toEqual({ tag: "en-GB", texts: en })
    expect(languageOf([])).toEqual({ tag: "en", texts: en })
  })

  it("has the same texts as the others, and none is empty", () => {
    expect(pathsOf(de).toSorted()).toEqual(pathsOf(en).toSorted())
    expect(JSON.stringify([en, de])).not.toContain('""')
  })

  it("keeps the identifier of what it does not know", () => {
    expect(nameIn(en.types, "vulnerabilities")).toBe("Vulnerabilities")
    expect(nameIn(en.types, "of_a_later_release")).toBe("of_a_later_release")
  })
})
