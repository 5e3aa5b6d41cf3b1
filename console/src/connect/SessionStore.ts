/** What this tab knows of its session while the customer is on the page. */
export interface SessionStore {
  /** The token of the session; null until the link is opened. */
  readonly read: () => string | null
  /** Keeps it. */
  readonly keep: (token: string) => void
  /** What shows that it is this tab which opens the link, for as long as no answer has arrived: with it, the same answer is given again. */
  readonly opener: () => string
  /** Whether the connection that the link renews waited for its first consent: afterwards, the API does not say so any more. */
  readonly isFirst: () => boolean
  /** Keeps whether it does. */
  readonly keepFirst: (isFirst: boolean) => void
  /** The connection that this session stored and that was waiting for consent when the page last knew; null if none was. */
  readonly waiting: () => string | null
  /** Remembers which connection is waiting for consent; null forgets it. */
  readonly keepWaiting: (connectionId: string | null) => void
  /** Whether what is kept is still there when the page is loaded again. */
  readonly isLasting: () => boolean
  /** Forgets everything, because the session is over. */
  readonly remove: () => void
}

/** The part of a browser's storage that is used; it throws where the browser allows none, as some do within frames. */
type Storage = Pick<globalThis.Storage, "getItem" | "removeItem" | "setItem">

const OPENER_BYTES = 32

/** What is kept of a fact. */
const YES = "yes"

/** A text that nobody can guess. `crypto.randomUUID` is missing where a page was not loaded with https. */
const makeOpener = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(OPENER_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/** A text under a name, which stays in memory where the browser allows no storage. */
const entry = (key: string, storage: () => Storage) => {
  let kept: string | null = null
  const attempt = <A>(run: (storage: Storage) => A): A | null => {
    try {
      return run(storage())
    } catch {
      return null
    }
  }
  return {
    read: () => kept ?? attempt((allowed) => allowed.getItem(key)),
    keep: (text: string) => {
      kept = text
      attempt((allowed) => allowed.setItem(key, text))
    },
    remove: () => {
      kept = null
      attempt((allowed) => allowed.removeItem(key))
    }
  }
}

/** Keeps what is known for this tab, so that the customer can load the page again: the link opens only once. */
export const make = (sessionId: string, storage: () => Storage): SessionStore => {
  const token = entry(`tributary-connect:${sessionId}`, storage)
  const opener = entry(`tributary-connect-opener:${sessionId}`, storage)
  const first = entry(`tributary-connect-first:${sessionId}`, storage)
  const waiting = entry(`tributary-connect-waiting:${sessionId}`, storage)
  return {
    read: token.read,
    keep: (text) => {
      token.keep(text)
      opener.remove()
    },
    opener: () => {
      const known = opener.read()
      if (known !== null) return known
      const made = makeOpener()
      opener.keep(made)
      return made
    },
    isFirst: () => first.read() === YES,
    keepFirst: (isFirst) => (isFirst ? first.keep(YES) : first.remove()),
    waiting: waiting.read,
    keepWaiting: (connectionId) => (connectionId === null ? waiting.remove() : waiting.keep(connectionId)),
    isLasting: () => {
      const key = "tributary-connect-probe"
      try {
        storage().setItem(key, YES)
        storage().removeItem(key)
        return true
      } catch {
        return false
      }
    },
    remove: () => {
      for (const each of [token, opener, first, waiting]) each.remove()
    }
  }
}
