import { NormalizedRecord } from "@tributary/core"

/** HTML in a journal entry stands between `[code]` and `[/code]`: https://www.servicenow.com/docs/r/platform-administration/c_JournalFields.html */
const MARK = /\[\/?code\]/gi

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }

const LINE_BREAK = /^<(?:br\s{0,9}\/?|\/(?:p|div|li|tr|h\d))$/i

/** Text and tags in turn, in one pass: a `<` that is never closed must not be compared with all that follows it. */
const withoutTags = (html: string): string => {
  const texts: Array<string> = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    const close = open < 0 ? -1 : html.indexOf(">", open)
    if (close < 0) break
    texts.push(html.slice(at, open))
    if (LINE_BREAK.test(html.slice(open, close))) texts.push("\n")
    at = close + 1
  }
  texts.push(html.slice(at))
  return texts.join("").replace(/&(#?\w{1,9});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
}

const withoutHtml = (entry: string): string => {
  const texts: Array<string> = []
  let at = 0
  let start: number | null = null
  for (const { 0: mark, index } of entry.matchAll(MARK)) {
    const isEnd = mark.startsWith("[/")
    if (start === null && !isEnd) {
      texts.push(entry.slice(at, index))
      at = index
      start = index + mark.length
    } else if (start !== null && isEnd) {
      texts.push(withoutTags(entry.slice(start, index)))
      at = index + mark.length
      start = null
    }
  }
  texts.push(entry.slice(at))
  return texts.join("")
}

/**
 * The text of a journal entry, in which HTML became plain text; null if nothing is left. An entry that is longer than a record may be stays as
 * it is: the record is refused whatever becomes of it, and millions of tags would hold the event loop.
 */
export const journalText = (value: string | null): string | null => {
  if (value === null) return null
  const text = value.length > NormalizedRecord.MAX_WIRE_LENGTH ? value : withoutHtml(value)
  return text.trim() || null
}
