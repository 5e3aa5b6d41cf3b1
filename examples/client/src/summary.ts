const SHOWN = 3

/** Describes the users that a walk found, in one line. */
export const summary = (pages: number, users: ReadonlyArray<{ readonly full_name: string }>): string => {
  const names = users.slice(0, SHOWN).map(({ full_name }) => full_name)
  return `${users.length} users in ${pages} pages; first: ${names.join(", ")}`
}
