/** A part of a document that `pnpm generate` writes, between two comments with its name. */
export interface Part {
  readonly name: string
  readonly content: string
}

const MARK = "Written by `pnpm generate`."

/** A file of TypeScript as a part of a document. */
export const code = (text: string): string => `\`\`\`ts\n${text}\`\`\``

/** The document with the content of this part between its two comments. */
export const render = (document: string, { content, name }: Part): string => {
  const begin = `<!-- begin: ${name}. ${MARK} -->`
  const end = `<!-- end: ${name} -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The document needs the lines ${begin} and ${end}`)
  return `${document.slice(0, from)}${begin}\n\n${content}\n\n${document.slice(to)}`
}
