/** An address of the web that somebody else names; null for anything else, such as a script. */
export const webAddressOf = (text: string | null): string | null => {
  if (text === null || !URL.canParse(text)) return null
  const { href, protocol } = new URL(text)
  return protocol === "https:" || protocol === "http:" ? href : null
}
