import { describe, expect, it } from "vitest"
import * as VendorName from "../src/VendorName.js"

const forms = (typed: string): unknown => {
  const name = VendorName.read(typed)
  return typeof name === "string" ? name : [name.title, name.key, name.slug, name.variable, name.type]
}

describe("The name of a vendor", () => {
  it.each([
    ["okta", ["Okta", "OKTA", "okta", "okta", "Okta"]],
    ["acme-corp", ["Acme Corp", "ACME_CORP", "acme-corp", "acmeCorp", "AcmeCorp"]],
    ["MS_ENTRA", ["Ms Entra", "MS_ENTRA", "ms-entra", "msEntra", "MsEntra"]],
    [" CrowdStrike ", ["CrowdStrike", "CROWDSTRIKE", "crowdstrike", "crowdstrike", "CrowdStrike"]],
    ["monday.com", ["Monday Com", "MONDAY_COM", "monday-com", "mondayCom", "MondayCom"]],
    ["new", ["New", "NEW", "new", "newConnector", "New"]],
    ["users", ["Users", "USERS", "users", "usersConnector", "Users"]]
  ])("%j is turned into every form", (typed, expected) => {
    expect(forms(typed)).toEqual(expected)
  })

  it.each([
    ["", "The name of the vendor is empty: write it, such as acme-corp."],
    ["--", "The name of the vendor is empty: write it, such as acme-corp."],
    [
      "1password",
      "The name of the vendor begins with a digit, and code cannot: write the number as a word, such as one-password."
    ],
    ["../acme!", "The name of the vendor has / !: write it with the letters a to z, digits, spaces and hyphens only."],
    ["a".repeat(51), "The name of the vendor has more than 50 characters: write a shorter one."]
  ])("%j is refused with a message that says what to write instead", (typed, sentence) => {
    expect(forms(typed)).toBe(sentence)
  })
})
