// What the audit log notes. Stores note these actions, the API and a command show them, and a guide lists them.

/** Each action by its name, with what it means. */
export const actions = {
  "account.create": "An account was created.",
  "account.erase": "An account was deleted, and is erased with everything; `resource_id` names it.",
  "account.quota": "A quota of an account was set.",
  "key.create": "An API key was made.",
  "key.rotate": "An API key, which `resource_id` names, was replaced by a new one.",
  "key.revoke": "An API key was revoked.",
  "operator_key.create": "The key of an operator was made.",
  "operator_key.rotate": "The key of an operator, which `resource_id` names, was replaced by a new one.",
  "operator_key.revoke": "The key of an operator was revoked.",
  "records.read": "An operator read records of a connection; `resource_id` is their kind.",
  "organization.create": "An organization was created.",
  "organization.delete": "An organization was deleted with its connections.",
  "organization.erase": "An organization and its connections were deleted, and are erased.",
  "connection.create": "A connection was created.",
  "connection.update": "A connection was changed: its settings, its state or its credentials.",
  "connection.delete": "A connection was deleted.",
  "connection.erase": "A connection was deleted, and is erased.",
  "connection.sync": "A job was asked for, which `resource_id` names.",
  "connect_session.create": "A link for a customer was made; `resource_id` is the id of its session.",
  "connect_session.open": "A customer opened a link.",
  "connect_session.connect": "A customer stored a connection, or new credentials of one, with a link.",
  "connect_session.revoke": "A link, and the session that was opened with it, were revoked.",
  "webhook.create": "A webhook was created; `resource_id` is its id.",
  "webhook.update": "A webhook was changed.",
  "webhook.delete": "A webhook was deleted.",
  "webhook.rotate": "The secret of a webhook was replaced by a new one.",
  "deletions.confirm": "Held-back deletions of a connection were confirmed.",
  "deletions.dismiss": "Held-back deletions of a connection were dismissed.",
  "ticket.create": "A ticket was ordered; `resource_id` is its outbound job.",
  "connector.stop":
    "A vendor, or one version of its connector, was stopped for all customers; `resource_id` is the vendor.",
  "connector.resume": "A stopped vendor may be asked again.",
  "installation.hold": "The installation was held: it runs nothing and sends nothing.",
  "installation.resume": "The hold of the installation ended.",
  "installation.move": "A move of the database to another host was announced.",
  "master_key.rewrap":
    "What other master keys had sealed was sealed again; `resource_id` is the id of the key that seals it now.",
  "master_key.forget": "A master key was forgotten; `resource_id` is its id."
} as const

/** The name of an action. */
export type AuditAction = keyof typeof actions

/** The names of all actions. */
export const names = Object.keys(actions) as ReadonlyArray<AuditAction>

/** Who acted: an account's key, a customer with a link or with a consent on the page of a vendor, an operator's key, a command on a machine of the operator, or the runtime by itself. */
export const actorKinds = ["API_KEY", "CONNECT_SESSION", "CONSENT", "OPERATOR", "COMMAND", "RUNTIME"] as const
export type ActorKind = (typeof actorKinds)[number]
