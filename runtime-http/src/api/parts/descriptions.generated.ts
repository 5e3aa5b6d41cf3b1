// Written by `pnpm generate` from the comments of the schemas: edit those.
import type { Description } from "@tributary/core"

export const descriptions: Description.Descriptions = {
  AuditEvent: {
    text: "Who did what to which resource, when and from where.",
    fields: {
      id: "Ascends from event to event.",
      at: "When it was noted, in UTC.",
      action: "What was done.",
      actor: "Who acted: an API key of the account, a customer with a link that the account has made, an operator's key, a command on a machine of the operator, or the service by itself.",
      actor_id: "The id of the key, or of the customer's session, that was used. Null if none was.",
      resource_id: "The id of what was made, changed or deleted. Null if the action concerns the whole account.",
      organization_id: "The organization that is concerned. Null if none is.",
      connection_id: "The connection that is concerned. Null if none is.",
      origin: "From where: the address of the client. Null unless an API key or a link was used.",
      request_id: "The `X-Request-Id` of the request. Null if there was none."
    }
  },
  AuditEvents: {
    text: "A page of the audit log, the newest event first.",
    fields: {
      items: "The events.",
      next_before: "What to send as `before` for the next page. Null on the last page."
    }
  },
  ChangedType: {
    text: "How many records of one type of data a job has changed.",
    fields: {
      data_export_type: "The type of data.",
      created: "Records that were not stored before.",
      changed: "Records whose content differs from what was stored.",
      deleted: "Records that are deleted now, or have left their list."
    }
  },
  ConnectProblem: {
    text: "What keeps the data of a connection from being read, as its customer sees it.",
    fields: {
      id: "Identifies the problem: it stays the same from job to job, whatever else changes, so that an alert can be closed. A problem that comes back later has the same id and another `since`.",
      reason: "Why data cannot be read.",
      health: "The name of the health that the connection has because of it, if no other problem comes before it; `HEALTHY` if only fields are affected, or if nobody has consented yet.",
      since: "When the problem was first seen without a success in between, by the oldest of `affected`.",
      resolution_owner: "Who must act.",
      customer_message: "What the customer should know or do, as a sentence that a product can show.",
      permissions: "The permissions to grant, in the source tool's words; empty unless `reason` is `PERMISSION_MISSING`.",
      until: "When the source tool allows the next request. Null unless `reason` is `RATE_LIMITED`, and if the source tool did not say.",
      docs_url: "A page of the source tool's documentation about the API that the connector reads. Null if the connector is not loaded.",
      affected: "What cannot be read."
    }
  },
  ConnectSession: {
    text: "A link for a customer, and the session of whoever has opened it.",
    fields: {
      id: "The service's id of the session.",
      organization_id: "The organization that owns the connection.",
      vendors: "The vendors from which the customer may choose one; empty for every vendor of the catalogue.",
      connection_id: "The connection whose credentials are renewed, or the one that the customer has made. Null until then.",
      identifier: "The `identifier` of the new connection. Null for none.",
      data_export_types: "The types of data that the link names. Null for none.",
      return_url: "Where the page sends the customer back to. Null for nowhere.",
      state: "`CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the customer still has to consent, also after the session has ended. `CONNECTED` once the connection is stored and any consent is given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or `REVOKED` if it ended without that.",
      expires_at: "Until when the link can be opened; once it is, when the session ends.",
      created_at: "When the link was made."
    }
  },
  ConnectSessionConnection: {
    text: "How far the first sync of the connection of a session is.",
    fields: {
      id: "The service's id of the connection.",
      vendor: "The vendor of the connection.",
      health: "What the latest finished job found.",
      state: "Where the connection is in its lifecycle.",
      phase: "How far the first sync is.",
      current_job: "The job that is queued or running, with the progress of each type of data. Null if there is none.",
      data_exports: "How each type of data stands.",
      problems: "What is wrong, since when, and who must act; empty if nothing is.",
      consent: "The consent that the connection needs. Null if it signs in otherwise.",
      has_read: "Whether a job has ended that began after the connection was stored in the session, and after the consent if it needs one; until then, what is said of a connection that is renewed may be older than its credentials."
    }
  },
  ConnectSessionConsent: {
    text: "The consent that a customer gives on the page of the source tool.",
    fields: {
      state: "`AWAITED` until the customer has consented since the connection was stored in the session, then `GIVEN`.",
      authorize_url: "The address of the consent, to open in a window of the browser. Null after the consent, after another link was used for the connection, and while the operator of the service does not offer the consent.",
      problem: "Why the last visit gave no consent, as a sentence for the customer, who can try again. It stays until the next visit begins. If another link was used for the connection meanwhile, it says so. Null if the last visit gave a consent, if there was none, or while the operator of the service does not offer the consent."
    }
  },
  ConnectSessionState: {
    text: "Where a link and its session are: not opened, opened, used for a connection whose consent is awaited, or which is connected or was deleted before that, or ended without one.",
    fields: {}
  },
  ConnectSessionTest: {
    text: "Which types of data the credentials can read that a customer has entered.",
    fields: {
      is_valid: "Whether the credentials can read every type of data. Also false if the test could not be completed; `message` then says why.",
      message: "What the test found, as human-readable text.",
      data_export_types: "One entry for each type of data that the connection would read.",
      problems: "What the credentials cannot read and who must act; empty if they can read everything."
    }
  },
  ConnectSessionView: {
    text: "What the page of a session shows.",
    fields: {
      id: "The service's id of the session.",
      organization_name: "The name of the organization that owns the connection.",
      connectors: "What the customer may connect, ordered by vendor, with only those ways to sign in that can be used: for a consent, the operator of the service has registered it with the vendor. A connection that is renewed has one way. Tools that have a connection with the link's `identifier` are left out.",
      data_export_types: "The types of data that the customer may choose: for a connection that is renewed, those that it has, and those of the link. Null for any.",
      blocked: "Why nothing can be connected now, as a sentence for the customer: the account has as many connections as it may have, each tool of the link is connected already with the link's `identifier`, or no way to sign in can be used any more. Null if something can, and once the session is used.",
      connection: "The connection whose credentials are renewed. Null for a new connection.",
      return_url: "Where the page sends the customer back to. Null for nowhere.",
      state: "`OPENED`; once the connection is stored, `CONSENT_AWAITED` until a consent that it needs is given, and `CONNECTED`; or `CONNECTION_DELETED` if it was deleted before that. If a link renews a connection that was deleted, the answer is a 404.",
      expires_at: "When the session ends."
    }
  },
  ConnectionTest: {
    text: "Which types of data a connection's credentials can read.",
    fields: {
      is_valid: "Whether the credentials can read every type of data that the connection reads. Also false if the test could not be completed, such as during a rate limit; `message` then says why, and when to test again.",
      message: "What the test found, as human-readable text.",
      data_export_types: "One entry for each type of data that the connection reads; empty if the stored credentials could not be read.",
      problems: "What the credentials cannot read and who must act, as the status of the connection would say it; empty if they can read everything."
    }
  },
  CreateConnectSession: {
    text: "The link to make for a customer.",
    fields: {
      vendors: "The vendors from which the customer may choose one. Empty or absent for every vendor of the catalogue.",
      connection_id: "The connection whose credentials the customer is to renew. It excludes `vendors` and `identifier`. Null or absent for a new connection.",
      identifier: "The `identifier` of the new connection. Null or absent for none.",
      data_export_types: "The types of data that the connection may read, as far as its connector exports them; a connection that is renewed keeps those that it has besides. If absent, the customer may choose any for a new connection, which has the default otherwise, and only those that it has for a connection that is renewed.",
      return_url: "Where the page sends the customer back to. Null or absent for nowhere.",
      link_lifetime_secs: "Seconds for which the link can be opened; 604800 if absent, which is a week."
    }
  },
  CreateConnectSessionConnection: {
    text: "The connection that a customer makes, or the new credentials of one.",
    fields: {
      vendor: "The `vendor` of one of the session's connectors.",
      credentials: "Values for the fields of the way to sign in, which are in its `credentials_params`. If a connection is renewed, those that are absent keep their stored values, but every secret has to be sent again if another field changes. For a way with a consent, changed fields count from the next consent on.",
      auth_type: "How the connection signs in: the `auth_type` of one of the `auth_methods` of the session's connector; the first of them if absent. A connection that is renewed keeps its own.",
      data_export_types: "The types of data to read, of those that the session allows; if absent, those of the connection that is renewed; for a new one all that the session allows, or the default if it allows any."
    }
  },
  CreateConnection: {
    text: "The connection to create.",
    fields: {
      vendor: "The `vendor` of a connector of the catalogue, such as `OKTA`.",
      credentials: "Values for the fields that the connector lists in `credentials_params`; checked with the vendor and never shown again.",
      auth_type: "How the connection signs in: the `auth_type` of one of the connector's `auth_methods`; the first of them if absent.",
      return_url: "Where the browser goes after a consent, with `connection_id` and `status` (`connected` or `failed`) added to its query: an https address, or an http one of this machine. Null or absent for a page of this service; only for an `auth_type` with a consent. A consent for which the page of a link waits ends on a page of this service.",
      identifier: "The caller's own reference, which no other connection of the organization to the same vendor may have. Null or absent for none.",
      refresh_interval_secs: "Seconds from the start of one job to the start of the next, on average; the connector's default if absent, 14400 for most. The server accepts 300 to 2592000, unless its operator has set another minimum; a 422 names the bounds.",
      timeout_secs: "Seconds that a job may take; the connector's default if absent, 3600 for most. The server accepts 10 to 21600, unless its operator has set another maximum; a 422 names the bounds.",
      full_scan_interval_secs: "Seconds after a full scan until the next job makes another one of a list that is otherwise read by its changes. Null or absent for the default: 14400 for identities and 28800 for devices up to 5000 records, in proportion for more, and at most 86400, as for everything else. The server accepts 3600 to 2592000, unless its operator has set another minimum; a 422 names the bounds.",
      events_first_load_days: "How many days of a log of events the first job reads, before it begins. Null or absent for the default, 7. The server accepts 1 to 90, and no more than the days for which its operator keeps events; a 422 names the bounds.",
      data_export_types: "The types of data that jobs read: one or more of those that the connector exports. If absent, all of them but the logs of events, `idp_audit_logs` and `siem_events`, unless it has no others. The choice is stored, so a connector that learns another type does not read it for this connection."
    }
  },
  CreateOrganization: {
    text: "The organization to create.",
    fields: {
      name: "The organization's name.",
      identifier: "The caller's own reference. Null or absent for none."
    }
  },
  CreateTicket: {
    text: "The ticket to create. Of each pair of a service id and a source tool's id, such as `project_id` and `project_vendor_id`, send at most one.",
    fields: {
      name: "The ticket's summary.",
      project_id: "The service's id of the project. Null or absent if `project_vendor_id` names it, or if the tool has no projects.",
      project_vendor_id: "The source tool's id of the project. Null or absent if `project_id` names it, or if the tool has no projects.",
      type: "The name of the ticket's type, such as `Task`. Null or absent if `type_vendor_id` gives the type.",
      type_vendor_id: "The source tool's id of the ticket's type. Null or absent if `type` gives it.",
      description: "The ticket's text, without formatting. Null or absent for none.",
      priority: "How urgent the ticket is. Null or absent leaves it to the source tool.",
      assigned_user_id: "The service's id of the user to assign. Null or absent if `assigned_user_vendor_id` names them, or for nobody.",
      assigned_user_vendor_id: "The source tool's id of the user to assign. Null or absent if `assigned_user_id` names them, or for nobody.",
      parent_ticket_id: "The service's id of the ticket that this one is part of. Null or absent if `parent_ticket_vendor_id` names it, or for none.",
      parent_ticket_vendor_id: "The source tool's id of the ticket that this one is part of. Null or absent if `parent_ticket_id` names it, or for none.",
      identifier: "The caller's own reference, stored with the ticket in the source tool. Null or absent for none."
    }
  },
  CreateWebhook: {
    text: "The webhook to create.",
    fields: {
      url: "The https address that gets a POST for each event. Addresses that the operator of this service does not allow are a 422.",
      events: "The types of the events that it is told; all of them if absent.",
      description: "The caller's own words about it. Null or absent for none."
    }
  },
  Credentials: {
    text: "Credentials are never shown, logged or quoted in an error.",
    fields: {}
  },
  DecideHeldBackDeletions: {
    text: "What to do with deletions that wait.",
    fields: {
      decision: "`CONFIRM` deletes those of the records that the next complete scan still misses; `DISMISS` forgets that they were missing.",
      record_kinds: "The kinds of record that the decision is about, such as `idp_user`; all kinds if absent."
    }
  },
  DecidedDeletions: {
    text: "The deletions that a decision was about.",
    fields: {
      held_back_deletions: "One entry for each kind of record; none of them waits any longer."
    }
  },
  ErrorDetail: {
    text: "What is wrong with one part of the request.",
    fields: {
      loc: "The part of the request and the path within it, such as `[\"query\", \"limit\"]`.",
      msg: "What was expected, as human-readable text.",
      type: "The kind of mistake, as a machine-readable word: `missing`, `unexpected`, `conflict`, or the expected type, such as `integer`.",
      ctx: "The limits of an accepted value, such as `{\"minimum\": 1, \"maximum\": 500}`; an empty object if there are none.",
      input: "The value in the request, with at most 256 characters, or the first 20 values of a repeated parameter; null if it is absent, and `\"[redacted]\"` if it could be a secret, is an object, or belongs to a field that the operation does not have."
    }
  },
  EventJob: {
    text: "The job of an event.",
    fields: {
      id: "The service's id of the job.",
      status: "How the job ended.",
      started_at: "When the job started. Null if it never did.",
      finished_at: "When the job ended."
    }
  },
  ExportTypeTest: {
    text: "Whether a connection's credentials can read one type of data.",
    fields: {
      data_export_type: "The type of data.",
      is_valid: "Whether the credentials can read it. Also false if the test could not be completed; `message` then says why.",
      message: "What the test found, as human-readable text.",
      unread_fields: "Fields that jobs will not read, because the source tool refuses endpoints that the type can do without."
    }
  },
  ExportTypes: {
    text: "The handler checks the names, because the connector decides which there are.",
    fields: {}
  },
  HealthChange: {
    text: "How the health of a connection has changed.",
    fields: {
      name: "What the job has found.",
      former_name: "What the job before it had found."
    }
  },
  Identifier: {
    text: "A reference that the caller chooses, or null for none.",
    fields: {}
  },
  Label: {
    text: "A name or reference that the caller chooses; surrounding spaces are removed.",
    fields: {}
  },
  NewConnectSession: {
    text: "A new link.",
    fields: {
      url: "The address to give to the customer: it works once, and is shown in this answer alone. It starts with the server's first base address, or is relative to this server if it has none. Null in an answer that is given again for an `Idempotency-Key`: make another link if the first answer was lost.",
      id: "The service's id of the session.",
      organization_id: "The organization that owns the connection.",
      vendors: "The vendors from which the customer may choose one; empty for every vendor of the catalogue.",
      connection_id: "The connection whose credentials are renewed, or the one that the customer has made. Null until then.",
      identifier: "The `identifier` of the new connection. Null for none.",
      data_export_types: "The types of data that the link names. Null for none.",
      return_url: "Where the page sends the customer back to. Null for nowhere.",
      state: "`CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the customer still has to consent, also after the session has ended. `CONNECTED` once the connection is stored and any consent is given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or `REVOKED` if it ended without that.",
      expires_at: "Until when the link can be opened; once it is, when the session ends.",
      created_at: "When the link was made."
    }
  },
  NewWebhook: {
    text: "A new webhook, with what signs its messages.",
    fields: {
      secret: "What signs its messages, in the form of Standard Webhooks; shown once. Null in an answer that is given again for an `Idempotency-Key`: rotate the secret if the first answer was lost.",
      id: "The service's id of the webhook.",
      url: "The address that gets a POST for each event.",
      events: "The types of the events that it is told.",
      description: "The caller's own words about it. Null for none.",
      is_paused: "Whether nothing is sent.",
      paused_reason: "Why the service itself has paused it: the receiver answered 410. Null otherwise.",
      created_at: "When it was created.",
      updated_at: "When it was changed last."
    }
  },
  OpenedConnectSession: {
    text: "What a customer gets for a link.",
    fields: {
      token: "What the requests of the session send as `Authorization: Bearer`. It can do nothing else. It is shown again only to a request with the same `X-CONNECT-OPENER`.",
      expires_at: "When the session ends."
    }
  },
  OperatorAccount: {
    text: "An account, with what it has.",
    fields: {
      id: "The id of the account.",
      name: "Its name.",
      organizations: "Its organizations.",
      connections: "Its connections.",
      records: "Its records, with relations between records.",
      failing: "How many of its connections have a problem or a stopped connector."
    }
  },
  OperatorAction: {
    text: "What to do, and with which connections.",
    fields: {
      action: "`pause` and `resume` as `PATCH` of `state` does, `sync` as `POST .../sync` does.",
      filter: "Which connections; an empty one is refused unless `all` is true.",
      all: "Whether an empty filter is meant: every connection of every account.",
      dry_run: "Whether only to say what would be done.",
      after: "The `next` of the answer before, to go on behind its last connection."
    }
  },
  OperatorActionFilter: {
    text: "Which connections an action is about: those that meet all that is sent.",
    fields: {
      vendor: "Only connections of this vendor.",
      account_id: "Only connections of this account.",
      reason: "Only connections that have a problem with this reason.",
      connection_ids: "Only these connections."
    }
  },
  OperatorActionName: {
    text: "What to do with connections.",
    fields: {}
  },
  OperatorActionOutcome: {
    text: "What became of one connection. `DONE`: it was changed. `WOULD`: it would be changed, in a dry run. `UNCHANGED`: it was so already. `REFUSED`: it cannot be done now.",
    fields: {}
  },
  OperatorActionResult: {
    text: "What an action did to one connection.",
    fields: {
      connection_id: "The id of the connection.",
      account_id: "The id of its account.",
      vendor: "Its vendor.",
      outcome: "What became of it.",
      message: "Why nothing was done. Null if it was done, or would be."
    }
  },
  OperatorActionResults: {
    text: "What an action did.",
    fields: {
      total: "How many connections meet the filter and are not behind `after`.",
      items: "The connections of this request, at most 100.",
      next: "What to send as `after` to go on with the others. Null if there are none."
    }
  },
  OperatorConnection: {
    text: "A connection of any account, with what an operator looks at first.",
    fields: {
      organization_name: "The name of the organization.",
      identifier: "The account's own reference to the connection. Null if it has none.",
      state: "Where the connection is in its lifecycle.",
      health: "The name of its health, as its account sees it.",
      problems: "What keeps data from being read, since when, who must act, and a sentence for each side; empty if everything could be read the last time.",
      last_job: "The latest job that has ended. Null until one has.",
      current_job: "The job that is queued or running now. Null if there is none.",
      next_run_at: "When the next job is due. Null while one runs, while the connection is not `ACTIVE`, and while its connector is stopped.",
      last_success_at: "When the last complete reading of its oldest data began. Null while some data was never read completely, and without a loaded connector.",
      within_secs: "Within how many seconds it shows a change or a deletion of its source tool at most, by its slowest list. Null without a loaded connector.",
      created_at: "When the connection was created.",
      account_id: "The id of the account.",
      account_name: "The name of the account.",
      organization_id: "The id of the organization.",
      vendor: "The vendor of the connection.",
      id: "The id of the connection."
    }
  },
  OperatorConnectionStatus: {
    text: "A connection of any account with its whole status.",
    fields: {
      connection: "The connection.",
      status: "Its status, as its account sees it."
    }
  },
  OperatorFreshness: {
    text: "How old the data of one type is, over all connections of a vendor that are not paused.",
    fields: {
      vendor: "The vendor.",
      data_export_type: "The type of data.",
      lists: "How many lists of connections have it.",
      never_read: "How many of them were never read completely.",
      p50_secs: "How many seconds ago the last complete reading began, for half of those that were read. Null if none was.",
      oldest_secs: "The same for the oldest. Null if none was read.",
      oldest_connection_id: "The connection with the oldest. Null if none was read."
    }
  },
  OperatorHeldBack: {
    text: "Deletions that wait for a decision, and records that one scan has missed.",
    fields: {
      count: "How many entries this page has.",
      total: "How many there are over all pages.",
      items: "The deletions that wait, those that wait longest first.",
      missing: "The records that are missing besides, by vendor and kind; a later scan decides about them."
    }
  },
  OperatorHeldBackDeletion: {
    text: "Deletions of any account that wait for a decision.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      count: "How many records complete scans no longer find, but whose deletion waits.",
      reason: "Why the deletions wait.",
      held_since: "Since when they wait.",
      account_id: "The id of the account.",
      account_name: "The name of the account.",
      organization_id: "The id of the organization.",
      vendor: "The vendor of the connection.",
      connection_id: "The id of the connection."
    }
  },
  OperatorJob: {
    text: "A job of any account.",
    fields: {
      account_id: "The id of the account.",
      account_name: "The name of the account.",
      organization_id: "The id of the organization.",
      vendor: "The vendor of the connection.",
      job: "The job, as its account sees it.",
      connection_id: "The id of its connection."
    }
  },
  OperatorMissing: {
    text: "How many records of a kind scans miss that are neither deleted nor held back.",
    fields: {
      vendor: "The vendor.",
      record_kind: "The kind of record.",
      records: "How many records are missing.",
      connections: "Of how many connections.",
      since: "Since when the first of them is."
    }
  },
  OperatorOutboundJob: {
    text: "A ticket, or another write to a source tool, that has not ended.",
    fields: {
      task_name: "What it does, such as `create_ticket`.",
      status: "Where it stands.",
      attempt: "How often it was tried.",
      created_at: "When it was queued.",
      due_at: "When its next attempt is due, or the lease of the present one ends.",
      uncertain_since: "Since when the source tool may have what it is to create, so that it only searches. Null if it certainly has not.",
      uncertain_reason: "Why that is not known. Null if it is known, or if the process died before it could say.",
      account_id: "The id of the account.",
      account_name: "The name of the account.",
      organization_id: "The id of the organization.",
      vendor: "The vendor of the connection.",
      id: "The id of the job.",
      connection_id: "The id of its connection."
    }
  },
  OperatorOwners: {
    text: "How many connections wait for somebody.",
    fields: {
      CUSTOMER: "For the customer.",
      VENDOR: "For the vendor.",
      SERVICE: "For the operator of this service."
    }
  },
  OperatorProcess: {
    text: "A process that runs jobs.",
    fields: {
      name: "Its name: its host, its process id, and a random part.",
      seen_at: "When it last said that it lives.",
      is_alive: "Whether it said so within the last ten seconds.",
      takes_shards: "Whether it takes new work; false once it stops.",
      shards: "How many of the 128 shards of the schedule it has.",
      running: "How many jobs it runs."
    }
  },
  OperatorProcesses: {
    text: "The processes that run jobs, and what waits for them.",
    fields: {
      processes: "The processes of the last hour; the only process of an embedded database is not among them.",
      queue: "What is due."
    }
  },
  OperatorQueue: {
    text: "The queue of jobs.",
    fields: {
      due: "How many connections are due and do not run: they wait for a free slot.",
      oldest_due_secs: "For how many seconds the first of them has been due. Null if none is.",
      running: "How many jobs run.",
      stopped: "How many connections that are due wait for an operator, because their connector is stopped or the installation is held.",
      paused: "How many connections are paused."
    }
  },
  OperatorReason: {
    text: "How many connections have a problem for one reason.",
    fields: {
      reason: "The reason.",
      resolution_owner: "Who must act.",
      connections: "How many connections have it."
    }
  },
  OperatorRecords: {
    text: "How many records of a kind there are of a vendor.",
    fields: {
      vendor: "The vendor.",
      record_kind: "The kind of record.",
      connections: "Of how many connections.",
      total: "How many records are listed, with those that are marked as deleted.",
      deleted: "How many of them are marked as deleted."
    }
  },
  OperatorStates: {
    text: "How many connections are in each state.",
    fields: {
      ACTIVE: "Those that jobs read.",
      PAUSED: "Those that are paused.",
      PENDING: "Those that wait for their first credentials."
    }
  },
  OperatorStatus: {
    text: "How the whole service is.",
    fields: {
      summary: "The sentence that says it, such as \"3 connections need the customer, 1 a vendor.\"",
      accounts: "How many accounts there are.",
      connections: "The connections by state.",
      failing: "How many connections have at least one problem, or a stopped connector.",
      owners: "How many connections need whom; one with several problems may count for several.",
      reasons: "The reasons, the most frequent first.",
      queue: "What is due.",
      processes: "How many processes that run jobs live; 0 with an embedded database.",
      failed_jobs: "How many jobs of the last hour failed.",
      ended_jobs: "How many jobs have ended in the last hour.",
      held_back: "How many records wait for a decision about their deletion.",
      outbound_jobs: "How many tickets and other writes have not ended.",
      oldest_outbound_secs: "For how many seconds the oldest of them waits. Null if there is none.",
      stops: "What is stopped."
    }
  },
  OperatorStop: {
    text: "A connector that is stopped.",
    fields: {
      vendor: "The vendor; `*` if the whole installation is held.",
      version: "The version of its connector. Null for all versions.",
      reason: "Why, as customers read it.",
      since: "Since when."
    }
  },
  QueuedJob: {
    text: "The outbound job that creates the ticket.",
    fields: {
      job_id: "The id of the outbound job, which `GET /outbound-jobs/{job_id}` reads."
    }
  },
  QuotaUsage: {
    text: "How many of something the account has, and how many it may have.",
    fields: {
      used: "How many there are; what was deleted does not count.",
      limit: "How many there may be. Null without a limit."
    }
  },
  ReconnectedConnection: {
    text: "The connection whose credentials a customer renews.",
    fields: {
      id: "The service's id of the connection.",
      vendor: "The vendor of the connection.",
      auth_type: "How the connection signs in: the `auth_type` of one of the session's `auth_methods`. Null if the connector is not loaded.",
      oauth2_problem: "Why the last visit to the source tool's page gave no consent, as a sentence for the customer; null if it gave one, or if there was none.",
      credentials: "The credential fields that are not secret.",
      data_export_types: "The types of data that jobs read.",
      state: "Where the connection is in its lifecycle.",
      health: "What the latest finished job found.",
      problems: "What is wrong, since when, and who must act; empty if nothing is."
    }
  },
  RecordChanges: {
    text: "Which records a job has changed, in numbers.",
    fields: {
      updated_since: "The `updatedSince` with which a poll finds all of them. A poll from your own position finds them, too.",
      types: "One entry for each type of data of which it has changed records."
    }
  },
  RecordCounts: {
    text: "The records of a kind, counted by the values of one field.",
    fields: {
      kind: "The kind of records.",
      by: "The field by which they are counted.",
      total: "How many there are in all: the `total` of their list without filters.",
      counts: "One entry for each value that the field can have, and one for null."
    }
  },
  RecordMeta: {
    text: "What the service knows about a record besides its fields. Times are in UTC with microseconds.",
    fields: {
      updated_at: "When the record last counted as changed, by itself or because a relation that it shows changed: what `updatedSince` compares.",
      first_seen_at: "When the service first stored the record.",
      last_seen_at: "When the source tool was last known to have the record: the start of the last complete scan of its list that found it, or when it was last read as new or changed.",
      job_id: "The job that last wrote the record's own fields, or found it gone. Null if unknown.",
      connector_version: "The version of the connector that did so. Null if unknown."
    }
  },
  SimpleError: {
    text: "The body of most errors: one sentence.",
    fields: {
      detail: "What happened, as human-readable text."
    }
  },
  StructuredError: {
    text: "The error body with a code, on the endpoints that have it.",
    fields: {
      type: "The kind of error.",
      code: "The stable name of the cause, such as `INVALID_PARAMETER`.",
      message: "What happened, as human-readable text.",
      detail: "One entry for each mistake in the request; empty if the request is valid."
    }
  },
  StructuredErrorType: {
    text: "The categories of structured errors.",
    fields: {}
  },
  UpdateConnection: {
    text: "What to change about a connection; absent fields stay as they are, and so do fields as they were read.",
    fields: {
      credentials: "New values for credential fields; those that are absent keep their stored values. All are checked with the vendor, and used by a job that becomes due at once. If a field that is not secret changes, such as the address, every secret has to be sent again, because a stored one is never sent to another place. Nothing happens if no secret is sent and the others are as they are stored. Null, or an empty text, empties a field that may be empty. A connection with a consent takes only fields that are not secret. They are not checked now: they count from the next consent at its `oauth2_authorize_url` on, because the tokens of the former one are not sent to another place. Until then, jobs go on with those of before.",
      replace_tenant: "Whether the credentials may lead to another tenant of the source tool, such as another organization; false if absent. With `true`, a running job ends, outbound jobs that have not ended become `FAILED`, and the next complete full scan removes what the new tenant does not have, without a confirmation. Without it, such credentials are a 422. It needs `credentials`, and does nothing if they are known to be of the same tenant. A consent cannot replace the tenant: create another connection for it.",
      identifier: "The caller's own reference, which no other connection of the organization to the same vendor may have. Null removes it.",
      refresh_interval_secs: "Seconds from the start of one job to the start of the next, on average; within the bounds that hold for a new connection.",
      timeout_secs: "Seconds that a job may take; within the bounds that hold for a new connection.",
      full_scan_interval_secs: "Seconds after a full scan until the next job makes another one; within the bounds that hold for a new connection. Null restores the default.",
      events_first_load_days: "How many days of a log of events its first job reads; within the bounds that hold for a new connection. Null restores the default. A log of which a job has read something already is not read again.",
      state: "`PAUSED` stops the jobs, also those that write to the source tool, and keeps the data readable: a running job stores the page that it is reading and ends as `FAILED` without changing the health. `ACTIVE` resumes them: the next job continues where that one ended, if it starts within a day. Any other state is accepted only if the connection has it.",
      data_export_types: "The types of data that jobs read: one or more of those that the connector exports. A type that is added makes a job due at once. One that is left out is not read any more, and its problems end; its records stay as they are, and readable. If it shares a list of the source tool with another type, that list is read anew. A running job ends if it would read what is left out.",
      id: "The service's id of the connection, if sent. It cannot be changed.",
      vendor: "The vendor of the connection, if sent. It cannot be changed.",
      organization_id: "The organization of the connection, if sent. It cannot be changed.",
      created_at: "When the connection was created, if sent. It cannot be changed.",
      auth_type: "How the connection signs in, if sent. It cannot be changed.",
      oauth2_authorize_url: "Ignored: the service computes it.",
      oauth2_problem: "Ignored: the service computes it.",
      health: "Ignored: the service computes it.",
      is_active: "Ignored: the service computes it.",
      updated_at: "Ignored: the service computes it. `If-Match` guards against changes since.",
      held_back_deletions: "Ignored: the service computes it.",
      unread_fields: "Ignored: the service computes it.",
      organization_name: "Ignored: it is a field of the organization."
    }
  },
  UpdateWebhook: {
    text: "What to change about a webhook; absent fields stay as they are.",
    fields: {
      url: "The https address that gets a POST for each event, also for those that wait.",
      events: "The types of the events that it is told from now on.",
      description: "The caller's own words about it. Null removes them.",
      is_paused: "Whether nothing is sent. What happens meanwhile is never told; what waited before is sent once this is `false` again."
    }
  },
  Usage: {
    text: "What the account of the key has, and what it may have.",
    fields: {
      organizations: "Its organizations.",
      connections: "The connections of all its organizations.",
      records: "The records of all its connections and kinds, with relations between records and without those that are marked as deleted.",
      records_by_kind: "The same records by kind; kinds without records are left out."
    }
  },
  ValidationError: {
    text: "The body of a 422 on most endpoints: an entry for each invalid part of the request.",
    fields: {
      detail: "One entry for each mistake."
    }
  },
  ValueCount: {
    text: "How many records have a value.",
    fields: {
      value: "The value of the field. Null for records that have none.",
      count: "How many records have it; 0 if none."
    }
  },
  Vendor: {
    text: "The vendor of a connector.",
    fields: {}
  },
  Webhook: {
    text: "An address that is told what happens.",
    fields: {
      id: "The service's id of the webhook.",
      url: "The address that gets a POST for each event.",
      events: "The types of the events that it is told.",
      description: "The caller's own words about it. Null for none.",
      is_paused: "Whether nothing is sent.",
      paused_reason: "Why the service itself has paused it: the receiver answered 410. Null otherwise.",
      created_at: "When it was created.",
      updated_at: "When it was changed last."
    }
  },
  WebhookDelivery: {
    text: "An event that a webhook is told, and what became of that.",
    fields: {
      id: "The service's id of the delivery, which is also the `webhook-id` of its messages.",
      state: "`PENDING` as long as it is tried, `DELIVERED` once the receiver has answered with a 2xx, `DEAD` once it was given up.",
      attempts: "How many attempts have begun since it was queued, or sent again.",
      status: "The status of the receiver's last answer. Null if there was none.",
      reason: "Why the last attempt failed, as human-readable text. Null if it did not, or there was none.",
      created_at: "When the event happened.",
      attempted_at: "When the last attempt began. Null before the first.",
      finished_at: "When it was delivered or given up. Null until then.",
      next_attempt_at: "When the next attempt is due, unless the webhook is paused. Null while one is under way, and once it was delivered or given up.",
      event: "What the receiver is told."
    }
  },
  WebhookEvent: {
    text: "The body of the POST that a webhook gets.",
    fields: {
      type: "What has happened.",
      timestamp: "When it happened.",
      data: "To which connection, and what else belongs to it."
    }
  },
  WebhookEventData: {
    text: "What has happened to which connection; ids and numbers alone, no records.",
    fields: {
      organization_id: "The organization of the connection. Null in a test.",
      connection_id: "The connection. Null in a test.",
      vendor: "The vendor of the connection. Null in a test.",
      identifier: "The account's own reference to the connection. Null if it has none, and in a test.",
      sequence: "The number of the event among all events of the connection: a later event has a higher one. Null in a test.",
      health: "The health before and after. Null unless `type` is `connection.health_changed`.",
      job: "The job that has ended. Null if `type` is `connection.created`, if the health is another one because types of data are not read any more, and in a test.",
      records: "What the job has changed. Null unless `type` is `records.changed`."
    }
  },
  WebhookSecret: {
    text: "A new secret of a webhook.",
    fields: {
      secret: "What signs the messages from now on; shown once.",
      former_valid_until: "Until when the former secret signs them, too."
    }
  },
  make: {
    text: "The items of an endpoint. The variant with more fields comes first, because the other one also matches and would drop them. The last variant, with only some of the fields, is for requests with `fields`. Neither the type nor the document has it: both say what an item is without that parameter, so that the other callers need not ask of each field whether it is there.",
    fields: {}
  },
  schema: {
    text: "The published schema of an error status in an endpoint's shape.",
    fields: {}
  },
  schemas: {
    text: "The published schemas of several error statuses.",
    fields: {}
  }
}
