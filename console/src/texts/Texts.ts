import { createContext, useContext } from "react"
import { de } from "./de.js"
import { en, type Texts } from "./en.js"

export type { Texts } from "./en.js"

/** A language of the page. */
export interface Language {
  /** As the browser names it, such as `en-GB`: numbers and dates depend on the country, too. */
  readonly tag: string
  readonly texts: Texts
}

/** The language of what connectors say of their vendors, and of the sentences of the API. */
export const VENDOR_LANGUAGE = "en"

const all: Readonly<Record<string, Texts>> = { en, de }

const english: Language = { tag: "en", texts: en }

/** The language that the customer likes best, of those that the page has. */
export const languageOf = (liked: ReadonlyArray<string>): Language => {
  const found = liked.flatMap((tag) => {
    const texts = all[tag.toLowerCase().split("-")[0] ?? ""]
    return texts === undefined ? [] : [{ tag, texts }]
  })
  return found[0] ?? english
}

const Context = createContext<Language>(english)

/** Gives the language to everything below it. */
export const LanguageProvider = Context.Provider

/** The texts in the customer's language. */
export const useTexts = (): Texts => useContext(Context).texts

/** The language of numbers and dates. */
export const useTag = (): string => useContext(Context).tag

/** The name of something in a table of texts; the identifier itself for what the table does not have, such as of a later release. */
export const nameIn = (table: Readonly<Record<string, string>>, name: string): string => table[name] ?? name
