import { NormalizedRecord } from "@tributary/core"

/** The id of a problem of a connection, by what tells it apart from the connection's other problems. */
export const of =
  (connectionId: string) =>
  (key: string): string =>
    NormalizedRecord.deriveId(connectionId, "problem", key)
