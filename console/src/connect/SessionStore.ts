/** Where the token of an opened session is while the customer is on the page. */
export interface SessionStore {
  /** The token; null if there is none. */
  readonly read: () => string | null
  /** Keeps it. */
  readonly keep: (token: string) => void
  /** Forgets it, because the session is over. */
  readonly remove: () => void
}

/** The part of a browser's storage that is used; it throws where the browser allows none, as some do within frames. */
type Storage = Pick<globalThis.Storage, "getItem" | "removeItem" | "setItem">

/**
 * Keeps the token for this tab, so that the customer can load the page again: the link opens only once. Where the browser allows no storage,
 * it stays in memory.
 */
export const make = (sessionId: string, storage: () => Storage): SessionStore => {
  const key = `tributary-connect:${sessionId}`
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
    keep: (token) => {
      kept = token
      attempt((allowed) => allowed.setItem(key, token))
    },
    remove: () => {
      kept = null
      attempt((allowed) => allowed.removeItem(key))
    }
  }
}
