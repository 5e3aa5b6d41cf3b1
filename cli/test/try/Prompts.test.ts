import { FileSystem, Terminal } from "@effect/platform"
import { ConfigProvider, Effect, Exit, Mailbox, Option } from "effect"
import { describe, expect, it } from "vitest"
import type { FormField } from "../../src/try/credentials/CredentialForm.js"
import * as EnteredCredentials from "../../src/try/credentials/EnteredCredentials.js"

const SECRET = "canary-5f0a"

const field = (name: string, type: FormField["type"], more: Partial<FormField> = {}): FormField => ({
  name,
  variable: `ACME_${name}`.toUpperCase(),
  title: `The ${name}`,
  help: `Where ${name} is found.`,
  type,
  isOptional: false,
  when: null,
  values: [],
  ...more
})

const fields = [
  field("region", "choice", { values: ["eu", "us"] }),
  field("api_key", "secret"),
  field("note", "text", { isOptional: true })
]

const key = (name: string, ctrl = false): Terminal.UserInput => ({
  input: name.length === 1 ? Option.some(name) : Option.none(),
  key: { name, ctrl, meta: false, shift: false }
})
const typed = (text: string) => [...text].map((each) => key(each))

/** Answers the questions with these keys; what was entered, and everything that the terminal showed. */
const answer = async (
  keys: ReadonlyArray<Terminal.UserInput>,
  source: string | null = "prompt",
  hasPerson = true,
  asked = fields,
  environment = ConfigProvider.fromMap(new Map())
) => {
  const shown: Array<string> = []
  const input = await Effect.runPromise(Mailbox.make<Terminal.UserInput>())
  await Effect.runPromise(input.offerAll(keys))
  const terminal = Terminal.Terminal.of({
    columns: Effect.succeed(80),
    rows: Effect.succeed(24),
    isTTY: Effect.succeed(true),
    readInput: Effect.succeed(input),
    readLine: Effect.succeed(""),
    display: (text) => Effect.sync(() => void shown.push(text))
  })
  const exit = await EnteredCredentials.read(asked, { source, baseUrl: null, hasPerson }).pipe(
    Effect.withConfigProvider(environment),
    Effect.provideService(Terminal.Terminal, terminal),
    Effect.provideService(FileSystem.FileSystem, FileSystem.makeNoop({})),
    Effect.runPromiseExit
  )
  return { exit, shown: shown.join("") }
}

const enter = key("enter")
const ALL = [key("down"), enter, ...typed(SECRET), enter, enter]

describe("The questions for credentials", () => {
  it("ask for each field by its title and say where to find it, and omit an optional field that gets no answer", async () => {
    const { exit, shown } = await answer(ALL)
    expect(exit).toEqual(Exit.succeed({ region: "us", api_key: SECRET }))
    const places = ["The region: Where region", "The api_key: Where api_key", "The note (optional): Where note"].map(
      (text) => shown.indexOf(text)
    )
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true)
  })

  it("show no character of a secret", async () => {
    const { shown } = await answer(ALL)
    for (let length = 4; length <= SECRET.length; length += 1) expect(shown).not.toContain(SECRET.slice(0, length))
    const text = await answer([key("down"), enter, ...typed(SECRET), enter, ...typed("plain"), enter])
    expect(text.shown).toContain("plain")
  })

  it("ask for the client of a consent instead of the consent, and for neither if the consent is there", async () => {
    const own = [
      field("consent", "consent", { isOptional: true }),
      field("oauth_client_id", "text", { when: { name: "consent", isEntered: false } }),
      field("oauth_client_secret", "secret", { when: { name: "consent", isEntered: false } })
    ]
    const keys = [...typed("ada"), enter, ...typed(SECRET), enter]
    const { exit, shown } = await answer(keys, "prompt", true, own)
    expect(exit).toEqual(Exit.succeed({ oauth_client_id: "ada", oauth_client_secret: SECRET }))
    expect([shown.includes("The consent"), shown.includes(SECRET)]).toEqual([false, false])
    const given = ConfigProvider.fromMap(new Map([["ACME_CONSENT", "{}"]]))
    const entered = await answer([], null, false, own, given)
    expect(entered.exit).toEqual(Exit.succeed({ consent: "{}" }))
  })

  it("ask only for required fields that the environment lacks, and only if a person can answer", async () => {
    const { exit, shown } = await answer(ALL, null)
    expect(exit).toEqual(Exit.succeed({ region: "us", api_key: SECRET }))
    expect(shown).not.toContain("The note")
    const nobody = await answer(ALL, null, false)
    expect([nobody.shown, Exit.isFailure(nobody.exit)]).toEqual(["", true])
  })
})
