import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { onPostgres } from "../../TestDatabase.js"
import { Browser, nextOf } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

const hrefOf = (page: string, link: string) => new URL(nextOf(page) ?? "missing", link).href

onPostgres("the page of a link", () => {
  it.scopedLive("says who asks for what of which organization, and nothing that is in a name runs", () =>
    Effect.gen(function* () {
      const hostile = `<script>alert("organization")</script>'&`
      const { create, open } = yield* ConsentWorld.make({
        organization: hostile,
        settings: { TRIBUTARY_CONNECT_NAME: "<script>alert('product')</script>" }
      })
      const { connection } = yield* create()
      const page = yield* open(new Browser(), connection.oauth2_authorize_url ?? "")
      expect(page).toMatchObject({ status: 200, location: null })
      expect(page.text).not.toContain("<script")
      expect(page.text).toContain(
        "<h1>Connect <bdi>Consenting</bdi> to <bdi>&lt;script&gt;alert(&quot;organization&quot;)&lt;/script&gt;&#39;&amp;</bdi></h1>"
      )
      expect(page.text).toContain(
        "<title>Connect Consenting to &lt;script&gt;alert(&quot;organization&quot;)&lt;/script&gt;&#39;&amp;</title>"
      )
      expect(page.text).toContain(
        "With your consent, <bdi>&lt;script&gt;alert(&#39;product&#39;)&lt;/script&gt;</bdi> reads data"
      )
      expect(page.text).toContain(": users.</p>")
      expect(page.text).toContain("<code>users.read</code>")
      expect(page.text).toContain(">Continue to <bdi>Consenting</bdi></a>")
      expect(page.text).not.toContain("<form")
      expect(page.policy).toMatch(
        /^default-src 'none'; style-src 'nonce-[\w-]{22}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
      )
    })
  )

  it.scopedLive("is the only way to the vendor's page: its button works in a browser that was shown this page", () =>
    Effect.gen(function* () {
      const { create, open, origin, query } = yield* ConsentWorld.make()
      const [first, second] = [(yield* create()).connection, (yield* create()).connection]
      const link = first.oauth2_authorize_url ?? ""
      const attacker = new Browser()
      const next = hrefOf((yield* open(attacker, link)).text, link)

      // A victim that is sent the address behind the button is shown the page.
      const victim = new Browser()
      const shown = yield* open(victim, next)
      expect(shown).toMatchObject({ status: 200, location: null })
      expect(nextOf(shown.text)).not.toBeNull()

      // So is one that was shown the page of another connection only.
      const other = new Browser()
      yield* open(other, second.oauth2_authorize_url ?? "")
      expect(yield* open(other, next)).toMatchObject({ status: 200, location: null })

      // Another site cannot press the button for a browser that was shown the page.
      for (const site of ["cross-site", "same-site", "none"]) {
        const answer = yield* open(victim, next, { "sec-fetch-site": site })
        expect([site, answer.status, answer.location]).toEqual([site, 200, null])
      }
      // However often it is shown, the browser keeps one secret of it.
      expect(victim.cookieOf(origin).split("~")).toHaveLength(1)
      expect(yield* query("select 1 from consent_visit")).toEqual([])
      const left = yield* open(victim, hrefOf(shown.text, link), { "sec-fetch-site": "same-origin" })
      expect(left.status).toBe(302)
      expect(left.location).toContain("/auth?response_type=code")
      expect(yield* query("select 1 from consent_visit")).toHaveLength(1)
    })
  )

  it.scopedLive("is shown 30 times in a row, and then after a while; those of other connections are not affected", () =>
    Effect.gen(function* () {
      const { create, open, query, read } = yield* ConsentWorld.make()
      const [first, second] = [(yield* create()).connection, (yield* create()).connection]
      const link = first.oauth2_authorize_url ?? ""
      // Whoever guesses links of a connection does not use up its limit.
      const guessed = link.replace(/signature=.{4}/, "signature=AAAA")
      const statuses = (address: string, count: number) =>
        Effect.map(
          Effect.all(
            Array.from({ length: count }, () => open(new Browser(), address)),
            { concurrency: 4 }
          ),
          (pages) => new Set(pages.map(({ status }) => status))
        )
      expect(yield* statuses(guessed, 31)).toEqual(new Set([400]))
      expect(yield* statuses(link, 30)).toEqual(new Set([200]))
      const page = yield* open(new Browser(), link)
      expect(page).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^[1-5]$/) })
      expect(page.text).toContain("There were too many requests with this link.")
      expect(yield* open(new Browser(), second.oauth2_authorize_url ?? "")).toMatchObject({ status: 200 })
      // Whoever holds a link that has ended does not use up the limit of the next one.
      yield* query(`update consent set link = link + 1 where connection_id = '${first.id}'`)
      expect(yield* open(new Browser(), (yield* read(first.id)).oauth2_authorize_url ?? "")).toMatchObject({
        status: 200
      })
    })
  )

  it.scopedLive("does not take the secret of another browser, or one that was made for something else", () =>
    Effect.gen(function* () {
      const { create, open, origin, query } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const link = connection.oauth2_authorize_url ?? ""
      const browser = new Browser()
      const next = hrefOf((yield* open(browser, link)).text, link)
      const state = new URL((yield* open(browser, next)).location ?? "").searchParams.get("state")
      for (const secret of [state, "", "a.b", `${browser.cookieOf(origin)}A`.replace(".", "A.")]) {
        const cookie = `__Host-tributary-consent=${secret}`
        const answer = yield* open(new Browser(), next, { cookie })
        expect([secret, answer.status]).toEqual([secret, 200])
      }
      // A state that this service did not make is not looked up.
      yield* query("alter table consent_visit rename to consent_visit_away")
      const back = (value: string) => `${origin}/v1/oauth2/callback?${new URLSearchParams({ state: value })}`
      expect((yield* open(browser, back("a.b"))).status).toBe(400)
      expect((yield* open(browser, back(state ?? ""))).status).toBe(500)
    })
  )

  it.scopedLive("lets one browser visit the vendor's page for several connections at once, at most for eight", () =>
    Effect.gen(function* () {
      const { create, open, origin, read, visit } = yield* ConsentWorld.make()
      const browser = new Browser()
      const [one, other] = [(yield* create()).connection, (yield* create()).connection]
      const first = yield* visit(browser, one)
      const again = yield* visit(browser, one)
      const second = yield* visit(browser, other)
      expect((yield* open(browser, second)).text).toContain("<h1>Connected</h1>")
      expect((yield* open(browser, first)).text).toContain("<h1>Connected</h1>")
      // The same link again: the first consent counts.
      expect((yield* open(browser, again)).text).toContain("connected in another window")
      for (const { id } of [one, other]) expect(yield* read(id)).toMatchObject({ state: "ACTIVE" })

      const kept = (yield* create()).connection
      const early = yield* visit(browser, kept)
      for (let at = 0; at < 8; at += 1) {
        yield* open(browser, (yield* create()).connection.oauth2_authorize_url ?? "")
      }
      expect(browser.cookieOf(origin).split("~")).toHaveLength(8)
      expect(browser.cookieOf(origin).length).toBeLessThan(1_000)
      expect((yield* open(browser, early)).text).toContain("This visit has expired")
    })
  )

  it.scopedLive("closes its window after the consent, unless the consent was not given", () =>
    Effect.gen(function* () {
      const { create, open, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const browser = new Browser()
      const denied = yield* open(browser, yield* visit(browser, connection, false))
      expect(denied.text).toContain("<h1>Not connected</h1>")
      expect(denied.text).not.toContain("<script")
      const given = yield* open(browser, yield* visit(browser, connection))
      const [, nonce] = /<script nonce="([\w-]+)">window\.close\(\)<\/script>/.exec(given.text) ?? []
      expect(nonce).toMatch(/^[\w-]{22}$/)
      expect(given.policy).toContain(`script-src 'nonce-${nonce}'`)
      expect(given.text).toContain("You can close this window.")
    })
  )
})
