import { Credentials } from "@tributary/core"
import { expect, it } from "vitest"
import * as CredentialForm from "../src/CredentialForm.js"

it("credentials describe themselves as a form needs it", () => {
  const form = CredentialForm.formOf({
    api_key: Credentials.secret({ title: "API key", help: "Settings > Keys.", pattern: /^key_/, example: "key_123" }),
    base_url: Credentials.baseUrl({ title: "Address", help: "Of your tenant." }),
    region: Credentials.choice({ title: "Region", help: "Where it runs.", values: ["eu", "us"] }),
    user: Credentials.text({ title: "User", help: "Your name." }),
    pem: Credentials.privateKey({ title: "Key", help: "A file." }),
    note: Credentials.optional(
      Credentials.text({ title: "Note", help: "Any.", pattern: /^a/i, pageUrl: "https://a.example" })
    )
  })
  expect(form[0]).toEqual({
    name: "api_key",
    title: "API key",
    help: "Settings > Keys.",
    input: "TEXT",
    is_secret: true,
    is_required: true,
    example: "key_123",
    pattern: "^key_",
    choices: [],
    url: null
  })
  expect(form.map(({ choices, input, is_secret, name }) => [name, input, is_secret, choices])).toEqual([
    ["api_key", "TEXT", true, []],
    ["base_url", "URL", false, []],
    ["region", "CHOICE", false, ["eu", "us"]],
    ["user", "TEXT", false, []],
    ["pem", "MULTILINE_TEXT", true, []],
    ["note", "TEXT", false, []]
  ])
  // A form cannot know that the expression ignores the case, so that it would refuse what the service accepts.
  expect(form.at(-1)).toMatchObject({ is_required: false, pattern: null, url: "https://a.example" })
})
