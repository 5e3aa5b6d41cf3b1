import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "@effect/vitest"
import { okta } from "@tributary/connector-okta"
import { type Authentication, ConsentVisit, type OAuth2 } from "@tributary/core"
import { ScriptedIssuer, ScriptedVendor } from "@tributary/core/testing"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import * as BrowserConsent from "../../src/try/consent/BrowserConsent.js"
import type { Output } from "../../src/try/Output.js"
import * as Secrets from "../../src/try/Secrets.js"

const declared: OAuth2 = {
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: "https://login.acme.example/token",
  scopes: ["users.read"]
}
const client = { clientId: "ada", clientSecret: "canary-secret-1d0c" }

/** An API that says to whom it has given a token. */
const WHOAMI = "https://login.acme.example/whoami"

/** The page before the sign-in, on which nobody allows anything: what it says is in its address. */
const refusalAt = ({ searchParams }: URL) =>
  `${searchParams.get("back")}?${new URLSearchParams({
    error: searchParams.get("error") ?? "access_denied",
    error_description: searchParams.get("words") ?? "",
    state: searchParams.get("state") ?? ""
  })}`

/** The issuer over HTTP, until the scope ends. */
const serve = Effect.acquireRelease(
  Effect.promise(async () => {
    const issuer = ScriptedIssuer.make({ oauth2: declared, client })
    const server = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request.setEncoding("utf8")) body += chunk
      const { authorization } = request.headers
      const url = new URL(request.url ?? "/", declared.authorizeUrl)
      if (url.pathname === "/install") {
        response.writeHead(302, { location: refusalAt(url) }).end()
        return
      }
      const reply = issuer.answer({ method: request.method ?? "GET", url, headers: { authorization }, body })
      const isKnown =
        url.pathname === new URL(WHOAMI).pathname && issuer.accepts(authorization?.replace("Bearer ", "") ?? "")
      const own = isKnown ? { body: { tenant: "t-1" } } : { status: 401 }
      const { content, headers, status } = ScriptedVendor.sentAs(reply ?? own)
      response.writeHead(status, headers).end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { issuer, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

/** Asks for consents in the place of a person who opens the address that is shown. */
const world = Effect.gen(function* () {
  const { issuer, origin } = yield* serve
  const consents = yield* BrowserConsent.make
  let visits = 0
  const ask = (oauth2: OAuth2, fields: Readonly<Record<string, unknown>> = {}, secrets = Secrets.make()) =>
    Effect.gen(function* () {
      const shown = yield* Deferred.make<string>()
      const output: Output = {
        result: () => Effect.void,
        status: (text) => {
          const address = /^ {2}(http\S+)$/m.exec(text)?.[1]
          return address === undefined ? Effect.void : Deferred.succeed(shown, address)
        },
        hide: secrets.hide,
        columns: 120,
        isLive: false
      }
      const visit = Effect.flatMap(Deferred.await(shown), (address) =>
        Effect.promise(() => {
          visits += 1
          return fetch(address)
        })
      )
      const browser = yield* Effect.fork(visit)
      const wanted: BrowserConsent.Wanted = {
        connector: okta,
        oauth2,
        client: { clientId: client.clientId, clientSecret: Redacted.make(client.clientSecret) },
        variables: ["OKTA_OAUTH_CLIENT_ID", "OKTA_OAUTH_CLIENT_SECRET"],
        redirectPort: 0,
        origin,
        fields,
        optionalFields: ["site", "region"].map((name) => ({
          name,
          variable: `OKTA_${name.toUpperCase()}`,
          title: "Site",
          help: "Where it is.",
          type: "text",
          isOptional: true,
          when: null,
          values: []
        }))
      }
      return yield* Effect.ensuring(consents.ask(wanted, secrets, output), Fiber.interrupt(browser))
    })
  return { ask, issuer, visits: () => visits }
})

/** Sends a request with the tokens that a run was given, which the vendor refuses if they are over. */
const sourceOf = (oauth2: OAuth2): Authentication.HeldSource => ({
  url: oauth2.tokenUrl,
  held: { as: "tributary try", oauth2 }
})

/** Proves the tenant with what the API says to whoever has a token. */
const proof: ConsentVisit.Proof = {
  facts: ["tenant"],
  of: ({ get }) =>
    Effect.flatMap(get(WHOAMI), ({ body, status }) =>
      status === 200
        ? Effect.succeed({ tenant: JSON.stringify(body) })
        : new ConsentVisit.Unproven({ text: `Nobody is known: ${status}.` })
    )
}

it.live("Further runs of one process use the consent of the first, until the connector declares another one", () =>
  Effect.gen(function* () {
    const { ask, issuer, visits } = yield* world
    const headerOf = (oauth2: OAuth2) =>
      Effect.gen(function* () {
        const { held } = yield* ask(oauth2)
        return held === null ? null : Redacted.value(yield* held(sourceOf(oauth2)).header)
      })
    const first = yield* headerOf(declared)
    expect(first).toBe(`Bearer ${issuer.issued()[0]}`)
    expect([yield* headerOf(declared), visits()]).toEqual([first, 1])
    expect(yield* headerOf({ ...declared, scopes: ["users.read", "groups.read"] })).toBe(`Bearer ${issuer.issued()[1]}`)
    expect(visits()).toBe(2)
  }).pipe(Effect.scoped)
)

it.live("A run proves the facts with a renewed token if the first one is over, and hides every token so far", () =>
  Effect.gen(function* () {
    const { ask, issuer, visits } = yield* world
    const proving: OAuth2 = { ...declared, proof }
    const first = Secrets.make()
    const { facts, held } = yield* ask(proving, {}, first)
    expect(facts).toEqual({ tenant: '{"tenant":"t-1"}' })
    issuer.expire()
    const second = Secrets.make()
    expect((yield* ask(proving, {}, second)).facts).toEqual(facts)
    expect([visits(), issuer.renewals().done]).toEqual([1, 1])
    const [, renewed] = issuer.issued()
    const tokens = held === null ? null : held(sourceOf(proving))
    expect(tokens === null ? null : Redacted.value(yield* tokens.header)).toBe(`Bearer ${renewed}`)
    const seen = issuer.secrets().filter((secret) => /^(?:access|refresh)-/.test(secret))
    expect(seen.map(second.hide)).toEqual(seen.map(() => "[REDACTED]"))
    // A token that is renewed while lists are read, too.
    if (tokens !== null) yield* Effect.flatMap(tokens.header, tokens.forget)
    if (tokens !== null) yield* tokens.header
    expect(issuer.secrets().map(second.hide).join(" ")).not.toMatch(/access-|refresh-/)
  }).pipe(Effect.scoped)
)

it.live("A run asks for another consent if the one of an earlier run is over", () =>
  Effect.gen(function* () {
    const { ask, issuer, visits } = yield* world
    for (const oauth2 of [declared, { ...declared, proof }]) {
      const before = visits()
      const { held } = yield* ask(oauth2)
      const tokens = held === null ? null : held(sourceOf(oauth2))
      issuer.revoke()
      if (tokens !== null) yield* Effect.flatMap(tokens.header, tokens.forget)
      const again = (yield* ask(oauth2)).held
      expect(visits() - before).toBe(2)
      expect(again === null ? null : Redacted.value(yield* again(sourceOf(oauth2)).header)).toBe(
        `Bearer ${issuer.issued().at(-1)}`
      )
    }
  }).pipe(Effect.scoped)
)

it.live("Each run proves the facts of the first consent again, until they are not proven", () =>
  Effect.gen(function* () {
    const { ask, visits } = yield* world
    const proving = (of: ConsentVisit.Proof["of"]): OAuth2 => ({ ...declared, proof: { facts: ["tenant"], of } })
    const answered = proving((visit) =>
      Effect.map(proof.of(visit), ({ tenant }) => ({
        tenant: `${visit.fields["prefix"]} ${tenant}`,
        other: "not declared"
      }))
    )
    const facts = { tenant: 'of {"tenant":"t-1"}' }
    expect((yield* ask(answered, { prefix: "of" })).facts).toEqual(facts)
    // The proof may be another one since the connector was saved.
    expect((yield* ask(proving(() => Effect.succeed({ tenant: "t-2" })))).facts).toEqual({ tenant: "t-2" })
    expect(visits()).toBe(1)
    const nobody = proving(() => new ConsentVisit.Unproven({ text: "Nobody is known." }))
    const failure = yield* Effect.flip(ask(nobody))
    expect(failure.message).toBe("The visit to Okta does not prove what the connector needs. Nobody is known.")
    expect((yield* ask(answered, { prefix: "of" })).facts).toEqual(facts)
    expect(visits()).toBe(2)
  }).pipe(Effect.scoped)
)

it.live("A proof is sent to the address that replaces the vendor's, also for a host that nothing else names", () =>
  Effect.gen(function* () {
    const { ask } = yield* world
    const elsewhere: ConsentVisit.Proof = {
      ...proof,
      of: (visit) => proof.of({ ...visit, get: () => visit.get("https://api.elsewhere.example/whoami?of=me") })
    }
    const { facts } = yield* ask({ ...declared, proof: elsewhere })
    expect(facts).toEqual({ tenant: '{"tenant":"t-1"}' })
  }).pipe(Effect.scoped)
)

it.live("A proof that throws is named, and so is what it looked for and nobody has entered", () =>
  Effect.gen(function* () {
    const { ask } = yield* world
    const messageOf = (of: ConsentVisit.Proof["of"], fields: Readonly<Record<string, unknown>> = {}) =>
      Effect.map(Effect.flip(ask({ ...declared, proof: { facts: ["tenant"], of } }, fields)), ({ message }) => message)
    const broken = yield* messageOf(() => {
      throw new TypeError("no \u001b tenant")
    })
    expect(broken).toBe("The proof of OKTA threw TypeError: no \u001b tenant. Correct the proof of its consent.")
    expect(yield* messageOf(() => Effect.die("x"))).toBe(
      "The proof of OKTA threw a value. Correct the proof of its consent."
    )
    const sentence = "The visit to Okta does not prove what the connector needs. Which site?"
    const choosing: ConsentVisit.Proof["of"] = ({ fields: { site } }) =>
      new ConsentVisit.Unproven({ text: site === "b" ? "Not this one." : "Which site?" })
    const hint = "The proof also looks for credentials that you have not set:\n  OKTA_SITE  Site: Where it is."
    for (const fields of [{}, { site: null }]) expect(yield* messageOf(choosing, fields)).toBe(`${sentence}\n${hint}`)
    expect(yield* messageOf(choosing, { site: "b" })).not.toContain("OKTA_")
  }).pipe(Effect.scoped)
)

it.live("A refusal on the page before the sign-in is told as one, although no issuer signs that page", () =>
  Effect.gen(function* () {
    const { ask } = yield* world
    const refusing: OAuth2 = {
      ...declared,
      issuer: "https://login.acme.example",
      namesIssuer: true,
      grantPage: { url: "https://login.acme.example/install?back={redirect_uri}", brings: ["tenant"] }
    }
    const failure = yield* Effect.flip(ask(refusing))
    expect(failure.message).toBe(
      "The consent was not given on the page of Okta. Run the command again, and allow what the page lists."
    )
  }).pipe(Effect.scoped)
)

it.live("The vendor's words for an error are one short line", () =>
  Effect.gen(function* () {
    const { ask } = yield* world
    const words = `Sorry\nOkta gave an access token.${"!".repeat(5_000)}`
    const page = `https://login.acme.example/install?back={redirect_uri}&error=server_error&words=${encodeURIComponent(words)}`
    const { message } = yield* Effect.flip(ask({ ...declared, grantPage: { url: page, brings: ["tenant"] } }))
    expect(message).toMatch(
      /^Okta sent the browser back with the error server_error: Sorry\\nOkta gave an access token\.!{100,300} …\. Check .*$/
    )
  }).pipe(Effect.scoped)
)

/** Answers of a token endpoint that bring nothing that can be used, and what is said of them. */
const garbage: ReadonlyArray<readonly [name: string, reply: ScriptedVendor.Reply, words: string]> = [
  ["a page", { body: "<html>Welcome</html>" }, "answer without tokens"],
  ["a list", { body: [] }, "answer without tokens"],
  ["an empty answer", { status: 204 }, "without tokens"],
  ["a redirect", { status: 302, headers: { location: "https://elsewhere.example/token" } }, "answered 302"],
  ["a token that is no text", { body: { access_token: { value: 1 } } }, "answer without tokens"],
  ["a lifetime that is no number", { body: { access_token: "a", expires_in: "soon" } }, "answer without tokens"],
  ["an answer without an end", { body: { access_token: "a", more: "m".repeat(1_000_000) } }, "without tokens"],
  ["deep nesting", { body: `{"access_token":${"[".repeat(100_000)}` }, "answer without tokens"],
  ["a token that no header can carry", { body: { access_token: "canary\r\nx-other: 1" } }, "answer without tokens"]
]

it.live.each(garbage)("A token endpoint that answers with %s ends the run in a sentence", ([, reply, words]) =>
  Effect.gen(function* () {
    const { ask, issuer } = yield* world
    issuer.fail(reply, 1)
    const { message } = yield* Effect.flip(ask({ ...declared, proof }))
    expect(message).toContain(words)
    expect(message).not.toContain("canary")
  }).pipe(Effect.scoped)
)
