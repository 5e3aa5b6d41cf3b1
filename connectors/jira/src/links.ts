/** Why the address of a picture is left out. */
export const PICTURE = "address of a picture"

/** Why an address of Jira's own API is left out. */
export const OF_API = "address of Jira's own API"

/** Why the names of what a request can add to the answer are left out. */
export const OF_EXPANSION = "options of Jira's own API"

/** What is left out of the things at these paths of a row: their addresses in the API, and those of their pictures. */
export const linksOf = (...paths: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paths.flatMap((path) => [
      [`${path}.self`, OF_API],
      [`${path}.avatarUrls`, PICTURE],
      [`${path}.iconUrl`, PICTURE]
    ])
  )
