/**
 * Marks extension attributes, of which each section has its own, as left out: organizations fill them with scripts, some of them with the
 * passwords of local administrators, and no name tells which.
 *
 * https://developer.jamf.com/jamf-pro/docs/creating-and-populating-values
 */
export const withoutExtensionAttributes = (...sections: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sections.map((section) => [`${section}.extensionAttributes`, "scripts fill them, some of them with passwords"])
  )
