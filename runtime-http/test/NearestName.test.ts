import { expect, it } from "vitest"
import { nearestName } from "../src/NearestName.js"

const parameters = ["enableCursor", "updatedSince", "limit", "offset", "cursor", "includeIdpGroups", "includeIdpUsers"]
const fields = ["base_url", "api_token", "client_id", "client_secret"]

it.each([
  ["limt", parameters, "limit"],
  ["Limit", parameters, "limit"],
  ["limit[]", parameters, "limit"],
  ["offest", parameters, "offset"],
  ["updated_since", parameters, "updatedSince"],
  ["includeGroups", parameters, "includeIdpGroups"],
  ["apiToken", fields, "api_token"],
  ["token", fields, "api_token"],
  ["url", fields, "base_url"],
  ["clientSecrt", fields, "client_secret"]
])("recognizes %s as a misspelling of a name in %j: %s", (name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest)
})

it.each([
  ["colour", parameters],
  ["page", parameters],
  ["", parameters],
  ["[]", parameters],
  ["id", fields],
  ["x".repeat(10_000), parameters],
  ["limit", []]
])("does not recognize %s as a misspelling of a name in %j", (name, known) => {
  expect(nearestName(name, known)).toBeNull()
})
