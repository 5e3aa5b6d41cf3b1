import { createContext, useContext } from "react"
import { de } from "./de.js"
import { en } from "./en.js"

/** The texts of the page: every language has all of them. */
export type Texts = typeof en

/** A language of the page. */
export interface Language {
  /** As browsers name it, such as `en`. */
  readonly tag: string
  readonly texts: Texts
}

const languages: ReadonlyArray<Language> = [
  { tag: "en", texts: en },
  { tag: "de", texts: de }
]

const english: Language = { tag: "en", texts: en }

/** The language that the customer likes best, of those that the page has. */
export const languageOf = (liked: ReadonlyArray<string>): Language => {
  const found = liked.flatMap((each) => languages.find(({ tag }) => each.toLowerCase().split("-")[0] === tag) ?? [])
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
