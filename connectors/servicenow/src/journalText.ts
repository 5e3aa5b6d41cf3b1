/** HTML in a journal entry stands between these marks: https://www.servicenow.com/docs/r/platform-administration/c_JournalFields.html */
const CODE = /\[code\]([\s\S]*?)\[\/code\]/gi

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }

const withoutTags = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h\d)>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)

/** The text of a journal entry, in which HTML became plain text; null if nothing is left. */
export const journalText = (value: string | null): string | null =>
  value?.replace(CODE, (_, html: string) => withoutTags(html)).trim() || null
