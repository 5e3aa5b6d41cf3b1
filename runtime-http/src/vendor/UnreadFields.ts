import type { Extractor, UnreadFields } from "@tributary/core"

/** Fields that could not be read, as the API shows them. */
export const toWire = ({ kind, ...unread }: Extractor.UnreadFields): UnreadFields => ({
  record_kind: kind.name,
  fields: unread.fields,
  endpoint: unread.endpoint,
  permissions: unread.permissions,
  reason: unread.reason
})
