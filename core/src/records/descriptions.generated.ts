// Written by `pnpm generate` from the comments of the schemas: edit those.
import type { Descriptions } from "./Description.js"

export const descriptions: Descriptions = {
  AdInfo: {
    text: "How a directory service, such as Active Directory or Entra ID, knows the device.",
    fields: {
      org_unit: "The organizational unit that contains the device, parts joined by `/`. Null if unknown.",
      site_name: "The Active Directory site. Null if unknown.",
      domain: "The directory domain that the device has joined. Null if unknown.",
      device_id: "The device id that the directory assigned. Null if unknown."
    }
  },
  Address: {
    text: "A postal address, as far as the source tool knows it.",
    fields: {
      street: "Street and house number. Null if unknown.",
      city: "City or town. Null if unknown.",
      state: "State, province or region. Null if unknown.",
      country: "Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown.",
      postal_code: "Postal or ZIP code. Null if unknown."
    }
  },
  AffectedCode: {
    text: "The place in code.",
    fields: {
      repository: "The code repository. Null if unknown.",
      file_path: "The path of the file. Null if unknown.",
      start_line: "The first line, counted from 1. Null if unknown.",
      end_line: "The last line, counted from 1. Null if unknown."
    }
  },
  AffectedDevice: {
    text: "The device that a vulnerability or an alert is about.",
    fields: {
      id: "The service's id of the device, which `/entities/devices` serves if the connection exports devices.",
      hostnames: "Host names; empty if none is known.",
      ipv4s: "IPv4 addresses; empty if none is known.",
      platform: "The operating system family, normalized.",
      vendor_id: "The device's id in the source tool."
    }
  },
  AffectedExport: {
    text: "A list of records, or some fields of its records, that a problem concerns.",
    fields: {
      data_export_type: "The type of data that cannot be read. Null if the job could not begin, so that no data is read.",
      endpoint: "The path of the source tool's endpoint that failed. Null if the failure has no endpoint.",
      record_kinds: "The kinds of record that cannot be read, such as `idp_group`; empty if the failure has no list.",
      fields: "The names of the fields that cannot be read, if only some fields are affected; everything else is read. Empty if whole records cannot be read.",
      since: "When this was first seen without a success in between.",
      detail: "What happened, as human-readable text for operators; never a credential and never personal data."
    }
  },
  AffectedImage: {
    text: "The container image.",
    fields: {
      name: "The image's name, with its registry if it is known.",
      tag: "The tag. Null if unknown.",
      digest: "The digest, such as `sha256:9f86...`. Null if unknown."
    }
  },
  AffectedOs: {
    text: "The operating system.",
    fields: {
      name: "Its name.",
      version: "Its version. Null if unknown."
    }
  },
  AffectedResource: {
    text: "What a finding affects, as far as the source tool knows it.",
    fields: {
      affected_code: "The place in code. Null if it is not in code.",
      affected_image: "The container image. Null if it is in none.",
      affected_os: "The operating system. Null if unknown.",
      affected_package: "The package. Null if it is in none.",
      port: "The network port that shows it. Null if there is none.",
      protocol: "The transport protocol of the port, such as `tcp`. Null if unknown.",
      service: "The service that answers on the port, such as `https`. Null if unknown."
    }
  },
  AgentInfo: {
    text: "The source tool's agent on a device.",
    fields: {
      agent_version: "The version of the agent. Null if unknown.",
      signature_version: "The version of the agent's detection signatures. Null if unknown or if the agent has none.",
      policies: "The source tool's ids of the policies that the agent applies. Null if unknown."
    }
  },
  AlertStatus: {
    text: "Where an alert stands. `SUPPRESSED` means that someone dismissed or hid it; `UNKNOWN` is a status without a counterpart here.",
    fields: {}
  },
  Application: {
    text: "Something that is built and scanned: a code repository, a project, a container image or a web application.",
    fields: {
      id: "The service's own id of the application: a UUID that stays the same across syncs.",
      name: "The application's name.",
      full_name: "The name with its owner or group, such as `acme/shop`. Null if there is none.",
      type: "What kind of application it is.",
      description: "What it is for. Null if nobody said.",
      url: "The application's page in the source tool. Null if it has none.",
      default_branch: "The branch that is scanned, such as `main`. Null if unknown.",
      languages: "The programming languages. Null if unknown.",
      visibility: "Who can see it in the source tool. Null if unknown.",
      is_archived: "Whether it is archived or no longer watched. Null if the source tool does not say.",
      owner: "Who it belongs to: a person, a team or an organization. Null if unknown.",
      business_criticality: "How important it is, in the source tool's own words. Null if nobody said.",
      tags: "Its tags, topics or labels. Null if it has none.",
      vendor_created_at: "When the application was created in the source tool. Null if it does not say.",
      last_updated_at: "When it last changed in the source tool. Null if it does not say.",
      last_scanned_at: "When it was last scanned. Null if it never was, or if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the application in the source tool; false again when it returns.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The application's id in the source tool.",
      vendor_data: "Further fields of the application, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ApplicationType: {
    text: "What kind of application it is; `OTHER` is anything else.",
    fields: {}
  },
  ApplicationVisibility: {
    text: "Who can see an application in the source tool: everybody, those with access, or all members of the organization.",
    fields: {}
  },
  AppsecFinding: {
    text: "A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable dependency.",
    fields: {
      id: "The service's own id of the finding: a UUID that stays the same across syncs.",
      title: "Its title, as the source tool shows it.",
      description: "What it is and why it matters. Null if the source tool does not describe it.",
      type: "What the finding is about.",
      severity: "How severe it is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      state: "Where it stands, normalized.",
      vendor_state: "The state in the source tool's own words. Null if it gives none.",
      state_updated_at: "When it entered this state. Null if the source tool does not say.",
      application_id: "The service's id of the application that has the finding, such as its repository. Null if the source tool names none.",
      application_vendor_id: "That application's id in the source tool. Null if the source tool names none.",
      repository: "The code repository that has it. Null if it is in none, or if the source tool does not say.",
      file_path: "The path of the file in the repository. Null if it is in no file.",
      start_line: "The first line, counted from 1. Null if unknown.",
      resource: "What the finding is in, such as an image or a resource of a template. Null if the source tool does not say.",
      secret_type: "What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none.",
      validity: "Whether the secret still works. Null if it is no secret.",
      first_seen: "When the source tool first found it. Null if it does not say.",
      last_seen: "When the source tool last found it. Null if it does not say.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      url: "The finding's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The finding's id in the source tool.",
      vendor_data: "Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  AppsecFindingType: {
    text: "What a finding is about: a secret in code, infrastructure as code, a container image, a licence, a running web application; `OTHER` is anything else.",
    fields: {}
  },
  AppsecIssue: {
    text: "An issue of any kind that a tool for application or cloud security reports.",
    fields: {
      id: "The service's own id of the issue: a UUID that stays the same across syncs.",
      title: "Its title, as the source tool shows it.",
      description: "What it is and why it matters. Null if the source tool does not describe it.",
      type: "What the issue is about.",
      severity: "How severe it is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      state: "Where it stands, normalized.",
      state_updated_at: "When it entered this state. Null if the source tool does not say.",
      cve: "The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none.",
      cwe: "The CWE ids, such as `CWE-79`. Null if the source tool names none.",
      application_id: "The service's id of the application that has the issue, such as its repository. Null if the source tool names none.",
      application_vendor_id: "That application's id in the source tool. Null if the source tool names none.",
      repository: "The code repository that has it. Null if it is in none, or if the source tool does not say.",
      file_path: "The path of the file in the repository. Null if it is in no file.",
      resource_id: "The affected resource's id in its cloud or in the source tool. Null if it affects none.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      is_patchable: "Whether an official fix exists. Null if the source tool does not say.",
      first_seen: "When the source tool first found it. Null if it does not say.",
      last_seen: "When the source tool last found it. Null if it does not say.",
      url: "The issue's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The issue's id in the source tool.",
      vendor_data: "Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  AuditActor: {
    text: "Who did what an audit event records.",
    fields: {
      id: "The service's id of the user, which `/idp/users` serves. Null if the actor is no user.",
      vendor_id: "The actor's id in the source tool. Null if unknown.",
      type: "What the actor is, as the source tool writes it, such as `User`. Null if unknown.",
      name: "The actor's name. Null if unknown.",
      email: "The actor's email address or login. Null if unknown."
    }
  },
  AuditClient: {
    text: "The client that sent an audited request.",
    fields: {
      ip_address: "Its address. Null if unknown.",
      user_agent: "What it says that it is, in the header `User-Agent`. Null if unknown.",
      device: "The kind of device, as the source tool writes it. Null if unknown.",
      location: "Where its address is. Null if unknown."
    }
  },
  AuditOutcome: {
    text: "How an audited action ended. `DENIED` means that a policy refused it; `UNKNOWN` is an outcome without a counterpart here.",
    fields: {}
  },
  AuditTarget: {
    text: "What an audited action was done to.",
    fields: {
      vendor_id: "The target's id in the source tool. Null if unknown.",
      type: "What the target is, as the source tool writes it, such as `AppInstance`. Null if unknown.",
      name: "The target's name. Null if unknown."
    }
  },
  AuthMethodEntry: {
    text: "A way to sign in to the source tool.",
    fields: {
      auth_type: "How requests are authorized, such as `API_KEY`; no other way of the connector has the same.",
      credentials_params: "The names of the credential fields that a connection of this way needs.",
      credentials_form: "The same fields, each as a form needs it.",
      setup_steps: "What the customer does first, one step after the other: creates credentials with the fewest permissions or, for a consent, finds who may give it. Empty if the connector names no steps.",
      consent: "The consent that the customer gives in the browser; null for a way that needs none."
    }
  },
  ChangeDetection: {
    text: "How changes and deletions of one kind of record are found, and how long that takes at most.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      changes: "Records that are new or changed, as far as the source tool reports them in time.",
      deletions: "Records that left the source tool. Without a report of the source tool, the time allows for two full scans whose starts are a distance apart, because only the source tool's own total makes one enough.",
      late_changes: "What the source tool reports late or not at all, such as changes of fields that come from another of its lists."
    }
  },
  CloudMetadata: {
    text: "Which cloud runs the device, and where.",
    fields: {
      cloud_provider: "The cloud that runs the device.",
      account_id: "The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown.",
      region: "The cloud region, such as `eu-west-1`. Null if unknown.",
      availability_zone: "The zone within the region, such as `eu-west-1a`. Null if unknown.",
      instance_id: "The virtual machine's id in the cloud. Null if unknown."
    }
  },
  CloudProvider: {
    text: "A public cloud; `OTHER` is any cloud without a value here.",
    fields: {}
  },
  CodeRepository: {
    text: "The code repository that an issue is in.",
    fields: {
      name: "The repository's name with its owner, such as `acme/shop`.",
      url: "The repository's page. Null if unknown."
    }
  },
  CodeRule: {
    text: "The rule that found a weakness in code.",
    fields: {
      id: "The rule's id in the tool that found it.",
      name: "The rule's title. Null if it has none.",
      url: "The rule's documentation. Null if it has none."
    }
  },
  Compliance: {
    text: "One control of one standard, as the source tool evaluates it over all resources.",
    fields: {
      id: "The service's own id of the compliance: a UUID that stays the same across syncs.",
      standard: "The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`.",
      standard_version: "The version of the standard, such as `1.4.0`. Null if the source tool names none.",
      control: "The control's identifier within the standard, such as `IAM.1`.",
      control_name: "The control's title. Null if the source tool gives none.",
      description: "What the control requires. Null if the source tool does not describe it.",
      result: "Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it.",
      passed_count: "How many resources passed. Null if the source tool does not count them.",
      failed_count: "How many resources failed. Null if the source tool does not count them.",
      vendor_created_at: "When the source tool first evaluated the control. Null if it does not say.",
      last_updated_at: "When the source tool last changed its evaluation. Null if it does not say.",
      vendor: "The vendor identifier of the source tool, such as `AWS_SECURITYHUB`.",
      vendor_id: "The compliance's id in the source tool.",
      vendor_data: "Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ComplianceFinding: {
    text: "One resource evaluated against one control.",
    fields: {
      id: "The service's own id of the finding: a UUID that stays the same across syncs.",
      title: "The finding's title, as the source tool shows it.",
      description: "What was checked and why it matters. Null if the source tool gives no description.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      resource_id: "The evaluated resource's id in its cloud, such as an ARN or an Azure resource id.",
      resource_name: "The evaluated resource's name. Null if unknown.",
      resource_region: "The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global.",
      resource_type: "The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown.",
      severity: "How severe a failure is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words; `UNKNOWN` if it gives none.",
      status: "Where the finding stands, normalized; `vendor_status` has the source tool's own word.",
      vendor_status: "The status in the source tool's own words.",
      status_changed_at: "When the status last changed; the last update of the finding if the source tool does not record status changes. Null if unknown.",
      start_time: "When the source tool first observed the finding. Null if it does not say.",
      vendor: "The vendor identifier of the source tool, such as `AWS_SECURITYHUB`.",
      vendor_id: "The finding's id in the source tool.",
      vendor_data: "Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ComplianceFindingWithEntities: {
    text: "A finding with its rule and its compliances, as far as the request asks for them.",
    fields: {
      rule: "The rule that was evaluated; present if `includeRule=true`. Null if the source tool names none.",
      compliances: "The controls that the finding counts towards; present if `includeCompliances=true`. Null if the source tool links it to none.",
      id: "The service's own id of the finding: a UUID that stays the same across syncs.",
      title: "The finding's title, as the source tool shows it.",
      description: "What was checked and why it matters. Null if the source tool gives no description.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      resource_id: "The evaluated resource's id in its cloud, such as an ARN or an Azure resource id.",
      resource_name: "The evaluated resource's name. Null if unknown.",
      resource_region: "The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global.",
      resource_type: "The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown.",
      severity: "How severe a failure is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words; `UNKNOWN` if it gives none.",
      status: "Where the finding stands, normalized; `vendor_status` has the source tool's own word.",
      vendor_status: "The status in the source tool's own words.",
      status_changed_at: "When the status last changed; the last update of the finding if the source tool does not record status changes. Null if unknown.",
      start_time: "When the source tool first observed the finding. Null if it does not say.",
      vendor: "The vendor identifier of the source tool, such as `AWS_SECURITYHUB`.",
      vendor_id: "The finding's id in the source tool.",
      vendor_data: "Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ComplianceResult: {
    text: "Whether a resource satisfies a control. `NOT_APPLICABLE` means that the source tool did not judge it; `DELETED` means that complete scans no longer find it.",
    fields: {}
  },
  Confidence: {
    text: "How sure a tool is. `UNKNOWN` is a word without a counterpart here.",
    fields: {}
  },
  ConfigUser: {
    text: "A person or an account with access to the source tool itself.",
    fields: {
      id: "The service's own id of the user: a UUID that stays the same across syncs.",
      name: "The display name. Null if there is none.",
      email: "The email address. Null if unknown.",
      username: "The login; the email address or id if there is none.",
      vendor_user_id: "The person's id in the source tool; `vendor_id` may name an access of that person.",
      role: "The role in the source tool, in its own words; several joined by `, `. Null if unknown.",
      is_admin: "Whether the user administers the source tool. Null if it does not say.",
      is_active: "Whether the user can log in. Null if the source tool does not say.",
      is_mfa_enabled: "Whether a second factor protects the login. Null if the source tool does not say.",
      last_login: "When the user last logged in. Null if never, or if the source tool does not say.",
      access_data: "What the user may do, as the source tool sends it. Null if it does not say.",
      is_deleted: "True once complete scans no longer find the user in the source tool; false again when it returns.",
      vendor: "The vendor identifier of the source tool, such as `SNYK`.",
      vendor_id: "The user's id in the source tool.",
      vendor_data: "Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  Connection: {
    text: "A customer's link to one source tool.",
    fields: {
      id: "The service's id of the connection: the value of the `X-CONNECTION-ID` header.",
      vendor: "The vendor identifier of the connector, such as `OKTA`.",
      is_active: "True if `state` is `ACTIVE`.",
      refresh_interval_secs: "Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler moves each start at random by up to 5 %, so that connections do not start together.",
      timeout_secs: "Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`.",
      organization_id: "The id of the organization that owns the connection.",
      state: "Where the connection is in its lifecycle.",
      created_at: "When the connection was created.",
      updated_at: "When the connection last changed.",
      health: "Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.",
      identifier: "The caller's own reference. Null if the caller gave none.",
      auth_type: "How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`. Null if the connector is not loaded and the connection uses its first way.",
      oauth2_authorize_url: "Where an administrator of the source tool consents in the browser, for the first time or again: a link of this service that is valid for seven days, and until somebody has consented with it, or a customer's session goes on with the connection, or that session is revoked. Null for a connection that signs in otherwise.",
      oauth2_problem: "Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only the customer may read, such as the names of other tenants; null if it gave one, if there was none, and while a browser is on that page.",
      credentials: "The credential fields that are not secret, such as the address of the source tool: texts, or null for one that was left empty. Those of a connection with a consent are the ones that were entered last, which count from the next consent on.",
      data_export_types: "The types of data that jobs read. A connector that learns another type does not add it here. What is stored of types that are not read any more stays readable as it is.",
      held_back_deletions: "Deletions that wait for a decision, by kind of record; empty if none waits.",
      unread_fields: "Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if every field is read."
    }
  },
  ConnectionState: {
    text: "`PENDING` until the credentials are verified. Only `ACTIVE` connections are synced and written to. `PAUSED` stops both and keeps the data readable; outbound jobs wait. `DELETED` connections answer 404 until they are purged.",
    fields: {}
  },
  ConnectionStatus: {
    text: "What is known of a connection's data: how far the first sync is, how current each type of data is, and what goes wrong.",
    fields: {
      state: "Where the connection is in its lifecycle.",
      data_export_types: "The types of data that jobs read; everything below concerns only these.",
      phase: "How far the first sync is.",
      first_sync: "The connection's first job. Null until a job has begun.",
      last_sync: "The latest job that has ended. Null until a job has ended.",
      current_job: "The job that is queued or running. Null if there is none.",
      next_run_at: "When the next job is due. Null while a job runs, while the connection is not `ACTIVE`, and while its connector is stopped.",
      tenant: "The tenant of the source tool whose data is stored, such as the id of an organization, or else its address. Null if it is not known.",
      row_tenants: "The tenants that rows have named, if the source tool does not say which ones the credentials cover; the latest first, and at most 100. Empty if it does say so, because rows of any other tenant are then refused, and if its rows name no tenant.",
      data_exports: "One entry for each of `data_export_types`, as long as the connector exports it.",
      problems: "What keeps data, or some fields of it, from being read; empty if everything could be read the last time."
    }
  },
  ConnectionWithOrganization: {
    text: "A connection, with the name of its organization.",
    fields: {
      organization_name: "The name of the organization that owns the connection.",
      id: "The service's id of the connection: the value of the `X-CONNECTION-ID` header.",
      vendor: "The vendor identifier of the connector, such as `OKTA`.",
      is_active: "True if `state` is `ACTIVE`.",
      refresh_interval_secs: "Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler moves each start at random by up to 5 %, so that connections do not start together.",
      timeout_secs: "Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`.",
      organization_id: "The id of the organization that owns the connection.",
      state: "Where the connection is in its lifecycle.",
      created_at: "When the connection was created.",
      updated_at: "When the connection last changed.",
      health: "Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.",
      identifier: "The caller's own reference. Null if the caller gave none.",
      auth_type: "How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`. Null if the connector is not loaded and the connection uses its first way.",
      oauth2_authorize_url: "Where an administrator of the source tool consents in the browser, for the first time or again: a link of this service that is valid for seven days, and until somebody has consented with it, or a customer's session goes on with the connection, or that session is revoked. Null for a connection that signs in otherwise.",
      oauth2_problem: "Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only the customer may read, such as the names of other tenants; null if it gave one, if there was none, and while a browser is on that page.",
      credentials: "The credential fields that are not secret, such as the address of the source tool: texts, or null for one that was left empty. Those of a connection with a consent are the ones that were entered last, which count from the next consent on.",
      data_export_types: "The types of data that jobs read. A connector that learns another type does not add it here. What is stored of types that are not read any more stays readable as it is.",
      held_back_deletions: "Deletions that wait for a decision, by kind of record; empty if none waits.",
      unread_fields: "Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if every field is read."
    }
  },
  ConnectorEntry: {
    text: "One entry of the catalogue of connectors.",
    fields: {
      vendor: "The vendor identifier, such as `OKTA`; the same in connections and records.",
      vendor_name: "The vendor's display name, such as `Okta`.",
      vendor_description: "What the source tool is, in a sentence.",
      category: "The kind of tool, such as `IDP` or `VMS`.",
      auth_type: "How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`.",
      credentials_params: "The names of the credential fields that a connection needs.",
      credentials_form: "The same fields, each as a form needs it.",
      setup_steps: "What the customer does first, as the first of the `auth_methods` says.",
      auth_methods: "All ways to sign in: first that of the fields above, which a connection uses that names no other.",
      export_permissions: "The permissions that each type of data needs.",
      data_export_types: "The types of data that the connector exports.",
      docs_url: "A page of the vendor's documentation about the API that the connector reads.",
      logo_url: "The address of the vendor's logo, an SVG image."
    }
  },
  ConnectorEntryWithKinds: {
    text: "One entry of the catalogue of connectors, with the kinds of record that the connector exports.",
    fields: {
      record_kinds: "The kinds of record that the connector exports; the lists of other kinds stay empty.",
      vendor: "The vendor identifier, such as `OKTA`; the same in connections and records.",
      vendor_name: "The vendor's display name, such as `Okta`.",
      vendor_description: "What the source tool is, in a sentence.",
      category: "The kind of tool, such as `IDP` or `VMS`.",
      auth_type: "How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`.",
      credentials_params: "The names of the credential fields that a connection needs.",
      credentials_form: "The same fields, each as a form needs it.",
      setup_steps: "What the customer does first, as the first of the `auth_methods` says.",
      auth_methods: "All ways to sign in: first that of the fields above, which a connection uses that names no other.",
      export_permissions: "The permissions that each type of data needs.",
      data_export_types: "The types of data that the connector exports.",
      docs_url: "A page of the vendor's documentation about the API that the connector reads.",
      logo_url: "The address of the vendor's logo, an SVG image."
    }
  },
  ConsentEntry: {
    text: "The consent that a customer gives on the vendor's page.",
    fields: {
      title: "The label of the button that opens the vendor's page, such as `Sign in with Google`.",
      help: "Who can consent, and what it allows, in one or two sentences.",
      scopes: "The scopes that the consent gives, in the spelling of the vendor.",
      registration_steps: "How the operator of the service registers it with the vendor, one step after the other; empty if the connector names no steps."
    }
  },
  CredentialParam: {
    text: "A credential field as a form needs it.",
    fields: {
      name: "The key of the field in `credentials`, such as `api_token`.",
      title: "The label of the field, such as `API token`.",
      help: "Where the customer finds the value, in one or two sentences.",
      input: "How a form enters the value.",
      is_secret: "Whether the value must never be shown, so that a form hides it.",
      is_required: "Whether the field may not stay empty.",
      example: "A made-up value in the right format; null if there is none.",
      pattern: "A regular expression of ECMAScript that matches a value without spaces at its ends, such as `^key_`; null if any text will do.",
      choices: "The values of a field whose `input` is `CHOICE`; empty for the others.",
      url: "The page on which the customer finds or creates the value; null if the connector names none."
    }
  },
  CspmAlert: {
    text: "An alert about what happened in a cloud account.",
    fields: {
      id: "The service's own id of the alert: a UUID that stays the same across syncs.",
      title: "The alert's title, as the source tool shows it.",
      description: "What happened and why it matters. Null if the source tool does not describe it.",
      severity: "How severe the alert is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      status: "Where the alert stands, normalized; `vendor_status` has the source tool's own word.",
      vendor_status: "The status in the source tool's own words. Null if it gives none.",
      category: "The kind of threat in the source tool's own words. Null if it names none.",
      resource_id: "The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown.",
      resource_name: "The affected resource's name. Null if unknown.",
      resource_type: "The type of the resource, as the source tool writes it. Null if unknown.",
      cloud_provider: "The cloud that runs the resource. Null if unknown.",
      account_id: "The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown.",
      region: "The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global.",
      first_event_time: "When the first of its events happened. Null if the source tool does not say.",
      last_event_time: "When the last of its events happened. Null if the source tool does not say.",
      resolved_time: "When the alert was resolved. Null if it is not, or if the source tool does not say.",
      remediation: "What to do about it; may include links. Null if the source tool gives no advice.",
      mitre: "The techniques of MITRE ATT&CK that it shows. Null if the source tool names none.",
      url: "The alert's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`.",
      vendor_id: "The alert's id in the source tool.",
      vendor_data: "Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  CurrentJob: {
    text: "The job that is queued or running.",
    fields: {
      id: "The service's id of the job.",
      status: "`QUEUED` or `RUNNING`.",
      started_at: "When the job started. Null while it is queued.",
      is_retrying: "Whether a request of the job has failed and is repeated, or waits because of a rate limit; see `waits`.",
      waits: "What is repeated or waits because of a rate limit, one entry for each endpoint and reason; waits below 1.5 seconds are left out.",
      data_exports: "What the job has done so far, one entry for each type of data; empty while the job is queued."
    }
  },
  CursorEnvelope: {
    text: "A page of a list, found by cursor.",
    fields: {
      items: "The items of this page.",
      next_cursor: "The token of the next page. Null at the end of the data.",
      previous_cursor: "The token of the page before this one. Null at the beginning of the data."
    }
  },
  DataExportType: {
    text: "A type of data that a connector can export; the published API fixes the values and their order.",
    fields: {}
  },
  Detection: {
    text: "How something is found, and how long that takes.",
    fields: {
      method: "How it is found.",
      within_secs: "Seconds from the event in the source tool until the API shows it, at most, while jobs start on time and succeed and no deletion is held back."
    }
  },
  DetectionMethod: {
    text: "How the service learns of something that happened in the source tool. `EVERY_JOB`: each job reads the whole list. `CHANGES`: each job reads what the source tool reports as changed since the job before. `FULL_SCAN`: nothing reports it, so it is found by the next full scan, which happens at the connection's full-scan interval.",
    fields: {}
  },
  Device: {
    text: "A computer, phone, server or network device.",
    fields: {
      id: "The service's own id of the device: a UUID that stays the same across syncs.",
      status: "Whether the device is in use, normalized.",
      platform: "The operating system family, normalized.",
      hostnames: "Host names, without duplicates; empty if none is known.",
      fqdns: "Fully qualified domain names; empty if none is known.",
      ipv4s: "IPv4 addresses; empty if none is known.",
      ipv6s: "IPv6 addresses; empty if none is known.",
      mac_addresses: "Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known.",
      serial_number: "The manufacturer's serial number. Null if unknown.",
      manufacturer: "The maker of the hardware. Null if unknown.",
      model: "The hardware model. Null if unknown.",
      os_version: "The operating system's version, as the source tool writes it. Null if unknown.",
      os_major_version: "The major part of the version, such as `22` of `22.04`. Null if unknown.",
      os_minor_version: "The minor part of the version, such as `04` of `22.04`. Null if unknown.",
      first_seen: "When the source tool first saw the device. Null if it does not say.",
      last_seen: "When the source tool last saw the device. Null if it does not say.",
      is_encrypted: "Whether the disk is encrypted. Null if the source tool does not say.",
      is_managed: "Whether a management tool or agent controls the device. Null if the source tool does not say.",
      owner_email: "The email address of the person who uses the device. Null if unknown.",
      source_vendors: "The source tools that report this device; at least the vendor of the connection.",
      installed_software: "The installed software, one entry per product, as the source tool writes it. Null if the source tool does not list software.",
      ad_info: "How a directory service knows the device. Null if it belongs to no directory or nothing is known.",
      cloud_metadata: "Where a cloud runs the device. Null if it runs in no cloud or nothing is known.",
      vendor: "The vendor identifier of the source tool, such as `CROWDSTRIKE`.",
      vendor_id: "The device's id in the source tool.",
      vendor_data: "Further fields of the device, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  DeviceGroup: {
    text: "A group of devices.",
    fields: {
      id: "The service's own id of the group: a UUID that stays the same across syncs.",
      name: "The group's name, as the source tool shows it.",
      vendor: "The vendor identifier of the source tool, such as `CROWDSTRIKE`.",
      vendor_id: "The group's id in the source tool.",
      created_by: "Who created the group, as the source tool names them. Null if unknown.",
      description: "The group's description. Null if it has none.",
      device_ids: "The service's ids of the member devices that it knows, in ascending order; empty if the group has no members. Absent if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the field, and `/entities/device-groups/{id}/devices` lists them.",
      vendor_created_at: "When the source tool created the group. Null if the source tool does not say.",
      vendor_data: "Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  DeviceGroupMember: {
    text: "A device that belongs to a device group, shown in the group's `device_ids` and listed below the group.",
    fields: {
      id: "The service's own id of the relation: a UUID that stays the same across syncs.",
      vendor_id: "The relation's identity, which the framework derives from the group and the device.",
      group_vendor_id: "The group's id in the source tool.",
      device_vendor_id: "The device's id in the source tool."
    }
  },
  DevicePlatform: {
    text: "The operating system family of a device. `OTHER` is a platform without a value here; `UNKNOWN` means that the source tool names none.",
    fields: {}
  },
  DevicePolicy: {
    text: "A policy that a device manager applies to groups of devices.",
    fields: {
      id: "The service's own id of the policy: a UUID that stays the same across syncs.",
      name: "The policy's name, as the source tool shows it.",
      type: "The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds.",
      platform: "The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown.",
      is_enabled: "Whether the policy is in force. Null if the source tool does not say.",
      description: "The policy's description. Null if it has none.",
      device_group_ids: "The service's ids of the device groups that the policy applies to and that it knows, in ascending order; empty if the policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header `X-Omitted-Fields` then names the field, and `/entities/device-policies/{id}/device-groups` lists the groups.",
      vendor_created_at: "When the source tool created the policy. Null if the source tool does not say.",
      last_updated_at: "When the policy last changed in the source tool. Null if the source tool does not say.",
      vendor: "The vendor identifier of the source tool, such as `CROWDSTRIKE`.",
      vendor_id: "The policy's id in the source tool.",
      vendor_data: "Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  DevicePolicyGroup: {
    text: "A device group that a policy applies to, shown in the policy's `device_group_ids` and listed below the policy.",
    fields: {
      id: "The service's own id of the relation: a UUID that stays the same across syncs.",
      vendor_id: "The relation's identity, which the framework derives from the policy and the group.",
      policy_vendor_id: "The policy's id in the source tool.",
      group_vendor_id: "The device group's id in the source tool."
    }
  },
  DeviceStatus: {
    text: "Whether a device is in use. `DELETED` means that the source tool deleted it or that complete scans no longer find it; `UNKNOWN` is a status without a counterpart here.",
    fields: {}
  },
  DuplicateSample: {
    text: "A record that several rows of the source tool claim to be.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      id: "The service's id of the record.",
      fields: "The names of the fields in which the rows differ; never the values."
    }
  },
  EdrAlert: {
    text: "An alert about what happened on a device, from endpoint detection and response.",
    fields: {
      id: "The service's own id of the alert: a UUID that stays the same across syncs.",
      title: "The alert's title, as the source tool shows it.",
      description: "What happened and why it matters. Null if the source tool does not describe it.",
      severity: "How severe the alert is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      status: "Where the alert stands, normalized; `vendor_status` has the source tool's own word.",
      vendor_status: "The status in the source tool's own words. Null if it gives none.",
      category: "The kind of threat in the source tool's own words. Null if it names none.",
      assigned_user: "Who works on the alert: a name or an email address. Null if nobody does.",
      first_event_time: "When the first of its events happened. Null if the source tool does not say.",
      last_event_time: "When the last of its events happened. Null if the source tool does not say.",
      resolved_time: "When the alert was resolved. Null if it is not, or if the source tool does not say.",
      device: "The device on which it happened. Null if the source tool names none.",
      user_name: "The account that the process ran as, as the device knows it. Null if unknown.",
      windows_sid: "The Windows security identifier of that account. Null if unknown.",
      active_directory_user_id: "The account's id in the directory. Null if unknown.",
      active_directory_domain: "The directory domain of the account. Null if unknown.",
      pid: "The process's id on the device. Null if unknown.",
      process_created_at: "When the process started. Null if unknown.",
      process_filename: "The name of the process's file. Null if unknown.",
      process_command_line: "The command that started the process. Null if unknown.",
      process_filepath: "The path of the process's file. Null if unknown.",
      process_sha1: "The SHA-1 of the process's file, in hexadecimal. Null if unknown.",
      process_sha256: "The SHA-256 of the process's file, in hexadecimal. Null if unknown.",
      process_md5: "The MD5 of the process's file, in hexadecimal. Null if unknown.",
      parent_pid: "The id of the process's parent on the device. Null if unknown.",
      mitre: "The techniques of MITRE ATT&CK that it shows. Null if the source tool names none.",
      url: "The alert's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `CROWDSTRIKE`.",
      vendor_id: "The alert's id in the source tool.",
      vendor_data: "Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  Erasure: {
    text: "A request to erase a customer, and its receipt: ids and counts alone, which stay.",
    fields: {
      erasure_id: "The service's id of the erasure.",
      subject: "What it removes.",
      organization_id: "The organization that it removes, or whose connection it removes. Null if it removes the account.",
      connection_id: "The connection that it removes. Null unless `subject` is `CONNECTION`.",
      status: "Where it stands.",
      requested_at: "When it was requested first.",
      started_at: "When its first batch ran. Null before.",
      finished_at: "When nothing was left. Null until then.",
      receipt: "One entry for each table from which it has removed anything so far; what the purge of old data removed earlier is not counted."
    }
  },
  ErasureLine: {
    text: "What an erasure has removed from one table of the service's database.",
    fields: {
      table: "The name of the table.",
      count: "How many of its rows are gone, or no longer contain what they said.",
      last_at: "When the last of them went."
    }
  },
  ErasureStatus: {
    text: "Where an erasure stands: `QUEUED`, then `RUNNING` from its first batch on, then `SUCCESS` once nothing is left.",
    fields: {}
  },
  ErasureSubject: {
    text: "What an erasure removes: a connection, an organization with its connections, or an account with everything.",
    fields: {}
  },
  EventLogStatus: {
    text: "How the events of a log are read and kept; they never change, and no scan removes them.",
    fields: {
      first_load_days: "How many days before its start the first job reads: `events_first_load_days` of the connection, or 7.",
      most_per_job: "The most events that one job reads of one log of the source tool.",
      has_more: "Whether the last job ended before the end of the log, such as at that number; the next one goes on from there.",
      retention_days: "How many days events are kept after they happened; then they leave the list. Null for what a log has besides events, such as alerts, which stay."
    }
  },
  ExportPermissions: {
    text: "What the credentials need permission for.",
    fields: {
      data_export_type: "The type of data.",
      is_default: "Whether a connection reads this type if nobody chooses the types.",
      permissions: "The vendor's names of the permissions without which the type cannot be read.",
      optional_permissions: "The vendor's names of the permissions without which some fields stay unread."
    }
  },
  ExportProgress: {
    text: "What the running job has done so far with one type of data, in numbers of records.",
    fields: {
      data_export_type: "The type of data.",
      reading: "What the job reads now: paths of the source tool's endpoints; empty if it reads nothing of this type now.",
      is_finished: "Whether the job has ended with this type of data, with success or without.",
      seen: "Records that the source tool has returned so far; those of a page count as soon as the page is stored.",
      created: "Records, of those seen, that were not stored before.",
      changed: "Records, of those seen, whose content differs from what was stored.",
      deleted: "Records that are marked as deleted or hidden from lists so far.",
      rejected: "Rows of the source tool that could not become records so far."
    }
  },
  ExportState: {
    text: "How current one type of data is. `FAILING`: it could not be read the last time, see `problems`. Otherwise `RUNNING`: a job reads it now. Otherwise `NEVER`: it has never been read completely. Otherwise `STALE`: it was last read completely longer ago than twice `refresh_interval_secs` plus `timeout_secs` of the connection. Otherwise `CURRENT`.",
    fields: {}
  },
  ExportStatus: {
    text: "How one type of data of a connection stands.",
    fields: {
      data_export_type: "The type of data.",
      state: "How current the data is.",
      last_success_at: "When the last complete reading of the data began: what is stored is complete up to this instant. Null until it was read completely.",
      last_full_scan_at: "When the last full scan of the data began that was complete, by the oldest of its lists; between full scans, a connector may read only changes. Null until there was one.",
      full_scan_interval_secs: "Seconds after a full scan until the next job makes another one, by the longest of the lists. Null if every job reads all of the data, and for a log, which is read from its last event on.",
      full_scan_requested_at: "When a full scan was asked for that is not complete yet. Null if there is none.",
      change_detection: "How changes and deletions of each kind of record are found, and how long that takes at most with the connection's intervals.",
      records: "How many records of each kind are stored.",
      events: "How the log is read, and how long its events are kept. Null if the source tool does not have the data as a log.",
      held_back_deletions: "Deletions that wait for a decision, by kind of record, with who decides; empty if none waits.",
      missing_records: "Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none is missing.",
      rejected: "Rows that could not become records in the last job that ended. Null until a job that tried to read this data has ended.",
      duplicates: "Rows of the last job that ended whose id another row of the same full scan has, with other content. Null until a job that tried to read this data has ended.",
      duplicate_samples: "Some of the records of `duplicates`; at most 5.",
      unreadable: "Values of the last job that ended that could not be read; their fields keep what was read before, or are null. Null until a job that tried to read this data has ended.",
      unreadable_samples: "Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5.",
      unmapped: "Records of the last job that ended, with a value of the source tool that has no counterpart here. Null until a job that tried to read this data has ended.",
      unread_fields: "Fields that the source tool does not let the credentials read, as far as the finished jobs know."
    }
  },
  ExportedKind: {
    text: "A kind of record that a connector exports.",
    fields: {
      record_kind: "The name of the kind, such as `idp_user`.",
      data_export_type: "The type of data that the kind belongs to.",
      path: "The path of the kind's list, such as `/v1/idp/users`."
    }
  },
  FindingAnalytic: {
    text: "The rule, check or technique that found it.",
    fields: {
      type: "The kind of analysis, as the source tool writes it. Null if unknown.",
      uid: "Its id in the source tool. Null if unknown.",
      name: "Its name. Null if unknown.",
      url: "Its documentation. Null if it has none."
    }
  },
  FindingCompliance: {
    text: "One control of one standard that a finding counts towards.",
    fields: {
      standard: "The name of the standard, as the source tool writes it.",
      standard_version: "The version of the standard. Null if the source tool names none.",
      control: "The control's identifier within the standard.",
      control_name: "The control's title. Null if the source tool gives none.",
      result: "Whether the resource satisfies this control."
    }
  },
  FindingCvss: {
    text: "How severe a vulnerability is by CVSS.",
    fields: {
      version: "The CVSS version, such as `3.1`. Null if unknown.",
      base_score: "The base score, 0.0 to 10.0. Null if unknown.",
      vector: "The vector. Null if unknown."
    }
  },
  FindingEpss: {
    text: "How likely a vulnerability is to be exploited, by EPSS.",
    fields: {
      score: "The probability, 0 to 1, that it is exploited in the next 30 days. Null if unknown.",
      percentile: "The share of vulnerabilities, 0 to 1, that are at most as likely. Null if unknown."
    }
  },
  FindingProduct: {
    text: "The product that reports a finding.",
    fields: {
      vendor_name: "Who makes it.",
      name: "The product's name."
    }
  },
  FindingRule: {
    text: "The rule that a finding was evaluated against.",
    fields: {
      id: "The service's own id of the rule: the same UUID in every finding of the connection that names the rule.",
      name: "The rule's title, as the source tool shows it.",
      vendor_id: "The rule's id in the source tool."
    }
  },
  FindingStatus: {
    text: "Where a finding stands. `OTHER` is a known status that fits none of these; `UNKNOWN` is a status without a counterpart here. `DELETED` means that complete scans no longer find it.",
    fields: {}
  },
  FindingTicket: {
    text: "The ticket in which somebody works on a finding.",
    fields: {
      vendor_id: "Its id or key in the ticketing tool. Null if unknown.",
      url: "Its page. Null if unknown."
    }
  },
  FindingVulnerability: {
    text: "A vulnerability that a finding is about.",
    fields: {
      uid: "Its id: a CVE id, such as `CVE-2024-3094`, or the id of another advisory.",
      cvss: "How severe it is by CVSS. Null if the source tool does not say.",
      epss: "How likely it is to be exploited. Null if the source tool does not say.",
      published: "When it was published. Null if the source tool does not say.",
      last_modified: "When what is published about it last changed. Null if the source tool does not say.",
      references: "Pages about it. Null if the source tool names none."
    }
  },
  GeoLocation: {
    text: "Where a request came from, as far as the source tool knows it.",
    fields: {
      city: "City or town. Null if unknown.",
      state: "State, province or region. Null if unknown.",
      country: "Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown."
    }
  },
  Health: {
    text: "Whether a connection works, what broke, and who must act.",
    fields: {
      name: "What the latest finished job found.",
      status: "`HEALTHY` if nothing failed.",
      description: "What happened, in a few words.",
      resolution_owner: "Who must act; `SERVICE` if the connection is healthy.",
      details: "Every failing type of data with its endpoint. Null if the connection is healthy."
    }
  },
  HealthDetail: {
    text: "One failing type of data, and the endpoint of the source tool that failed.",
    fields: {
      data_export_type: "The type of data that could not be read.",
      endpoint: "The path of the source tool's endpoint that failed; an empty string if the failure has no endpoint."
    }
  },
  HealthName: {
    text: "What the latest finished job of a connection found. `EXECUTION_TIMEOUT`: the job exceeded `timeout_secs`. `RATE_LIMIT_EXCEEDED`: the source tool allowed no more requests. `VENDOR_CLIENT_ERROR`: the source tool returned a 4xx answer. `VENDOR_SERVER_ERROR`: it returned a 5xx answer, or one that is unreadable or too large, did not answer in time, or could not be reached. `UNAUTHORIZED`: the source tool rejected the credentials or a permission is missing. `INTERNAL_ERROR`: the service failed, or could not use what the source tool sent; it is also the health of every connection whose connector the operator of the service has stopped, whatever the latest job found.",
    fields: {}
  },
  HeldBackByJob: {
    text: "Deletions of one kind of record that a job held back.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      count: "How many records the job did not delete.",
      reason: "Why the deletions wait.",
      message: "What happened and what to do, as human-readable text."
    }
  },
  HeldBackDecision: {
    text: "What to do with held-back deletions: `CONFIRM` deletes the records that are still missing, `DISMISS` forgets that they were.",
    fields: {}
  },
  HeldBackDeletion: {
    text: "Deletions of one kind of record that wait for a decision.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      count: "How many records complete scans no longer find, but whose deletion waits.",
      reason: "Why the deletions wait.",
      held_since: "Since when deletions of this kind wait."
    }
  },
  HeldBackProblem: {
    text: "Deletions of one kind of record that wait for a decision, with who decides and what to tell them.",
    fields: {
      resolution_owner: "Who decides.",
      customer_message: "What the customer should know or do, as a sentence that a product can show.",
      operator_message: "What the operator of the service should know or do, as human-readable text.",
      record_kind: "The kind of record, such as `idp_user`.",
      count: "How many records complete scans no longer find, but whose deletion waits.",
      reason: "Why the deletions wait.",
      held_since: "Since when deletions of this kind wait."
    }
  },
  HeldBackReason: {
    text: "Why deletions wait for a decision. `UNREADABLE_ROWS`: the source tool returned rows whose id could not be read, or a list that may have ended early, so that it may still have the missing records. `LARGE_SHARE`: too large a share of the records is missing. `EVERYTHING`: all records are missing. `EMPTIED_PARENTS`: too many records, such as groups, have lost all their members at once.",
    fields: {}
  },
  IdentityOrganization: {
    text: "The organization, group or account that a member belongs to.",
    fields: {
      name: "Its name.",
      vendor_id: "Its id in the source tool. Null if unknown."
    }
  },
  IdpAlert: {
    text: "An alert about an identity, such as a risky sign-in.",
    fields: {
      id: "The service's own id of the alert: a UUID that stays the same across syncs.",
      title: "The alert's title, as the source tool shows it.",
      description: "What happened and why it matters. Null if the source tool does not describe it.",
      severity: "How severe the alert is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      status: "Where the alert stands, normalized; `vendor_status` has the source tool's own word.",
      vendor_status: "The status in the source tool's own words. Null if it gives none.",
      category: "The kind of threat in the source tool's own words. Null if it names none.",
      detected_at: "When the source tool detected it. Null if it does not say.",
      last_updated_at: "When the alert last changed in the source tool. Null if it does not say.",
      user_id: "The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source tool names none.",
      user_vendor_id: "That user's id in the source tool. Null if the source tool names none.",
      user_name: "That user's login or name. Null if unknown.",
      application_id: "The service's id of the application, which `/idp/applications` serves. Null if the source tool names none.",
      application_vendor_id: "That application's id in the source tool. Null if the source tool names none.",
      ip_address: "The address from which it came. Null if unknown.",
      location: "Where that address is. Null if unknown.",
      url: "The alert's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `MS_ENTRA`.",
      vendor_id: "The alert's id in the source tool.",
      vendor_data: "Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  IdpApplication: {
    text: "An application that users of an identity provider sign in to.",
    fields: {
      id: "The service's own id of the application: a UUID that stays the same across syncs.",
      labels: "Labels or tags that the identity provider shows for the application. Null if it has none.",
      name: "The application's name in the identity provider.",
      vendor_id: "The application's id in the identity provider.",
      version: "The application's version. Null if the identity provider does not track versions.",
      vendor_status: "The application's status in the identity provider's own words, such as `ACTIVE`.",
      vendor_created_at: "When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      last_updated_at: "When the application last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the application in the source tool; false again when it returns."
    }
  },
  IdpApplicationAssignment: {
    text: "A user's assignment to an application, shown in the user's `applications` and the application's `users`.",
    fields: {
      id: "The service's own id of the assignment: a UUID that stays the same across syncs.",
      vendor_id: "The assignment's identity, which the framework derives from the user and the application.",
      user_vendor_id: "The user's id in the identity provider.",
      application_vendor_id: "The application's id in the identity provider.",
      user_app_last_login_at: "When the user last signed in to the application. Null if never, or if the identity provider does not say."
    }
  },
  IdpApplicationWithEntities: {
    text: "An application with its assigned users and groups, as far as the request asks for them.",
    fields: {
      users: "The users who are assigned to the application; present if `includeIdpUsers=true`.",
      groups: "The groups that are assigned to the application; present if `includeIdpGroups=true`.",
      id: "The service's own id of the application: a UUID that stays the same across syncs.",
      labels: "Labels or tags that the identity provider shows for the application. Null if it has none.",
      name: "The application's name in the identity provider.",
      vendor_id: "The application's id in the identity provider.",
      version: "The application's version. Null if the identity provider does not track versions.",
      vendor_status: "The application's status in the identity provider's own words, such as `ACTIVE`.",
      vendor_created_at: "When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      last_updated_at: "When the application last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the application in the source tool; false again when it returns."
    }
  },
  IdpAuditEvent: {
    text: "One event of the log of an identity provider. Events never change, and leave the list when they are as old as the operator keeps them: 90 days by default.",
    fields: {
      id: "The service's own id of the event: a UUID that stays the same across syncs.",
      event_type: "What happened, as the source tool writes it, such as `user.session.start`.",
      category: "The kind of event in the source tool's own words. Null if it names none.",
      description: "What happened, for people. Null if the source tool does not describe it.",
      outcome: "How it ended, normalized.",
      outcome_reason: "Why it ended so, in the source tool's own words. Null if it does not say.",
      severity: "How severe the event is, normalized. Null if the source tool gives none.",
      occurred_at: "When it happened.",
      actor: "Who did it. Null if the source tool does not say.",
      targets: "What it was done to. Null if the source tool names nothing.",
      client: "The client that sent the request. Null if there was none, or if the source tool does not say.",
      session_id: "The id of the session in the source tool. Null if there was none.",
      request_id: "The id of the request in the source tool. Null if there was none.",
      vendor: "The vendor identifier of the source tool, such as `OKTA`.",
      vendor_id: "The event's id in the source tool.",
      vendor_data: "Further fields of the event, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  IdpGroup: {
    text: "A group of an identity provider.",
    fields: {
      id: "The service's own id of the group: a UUID that stays the same across syncs.",
      types: "The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if it names none.",
      description: "The group's description; an empty string if it has none.",
      name: "The group's name, as the identity provider shows it.",
      vendor_id: "The group's id in the identity provider.",
      vendor_created_at: "When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      last_membership_updated_at: "When members last joined or left the group. Null if the identity provider does not say.",
      last_updated_at: "When the group last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the group in the source tool; false again when it returns."
    }
  },
  IdpGroupAssignment: {
    text: "A group's assignment to an application, shown in the group's `applications` and the application's `groups`.",
    fields: {
      id: "The service's own id of the assignment: a UUID that stays the same across syncs.",
      vendor_id: "The assignment's identity, which the framework derives from the group and the application.",
      group_vendor_id: "The group's id in the identity provider.",
      application_vendor_id: "The application's id in the identity provider."
    }
  },
  IdpGroupMembership: {
    text: "A user's membership in a group, shown in the user's `groups` and the group's `users`.",
    fields: {
      id: "The service's own id of the membership: a UUID that stays the same across syncs.",
      vendor_id: "The membership's identity, which the framework derives from the user and the group.",
      user_vendor_id: "The user's id in the identity provider.",
      group_vendor_id: "The group's id in the identity provider."
    }
  },
  IdpGroupNesting: {
    text: "A group's membership in another group, shown in the other group's `groups`.",
    fields: {
      id: "The service's own id of the membership: a UUID that stays the same across syncs.",
      vendor_id: "The membership's identity, which the framework derives from the two groups.",
      member_group_vendor_id: "The id, in the identity provider, of the group that is a member.",
      group_vendor_id: "The id, in the identity provider, of the group that has the member."
    }
  },
  IdpGroupWithEntities: {
    text: "A group with its members and applications, as far as the request asks for them.",
    fields: {
      users: "The users who are direct members of the group; present if `includeIdpUsers=true`. The members of a nested group are shown in that group.",
      groups: "The groups that are direct members of the group (nested groups); present if `includeIdpGroups=true`.",
      applications: "The applications that the group is assigned to; present if `includeIdpApplications=true`.",
      id: "The service's own id of the group: a UUID that stays the same across syncs.",
      types: "The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if it names none.",
      description: "The group's description; an empty string if it has none.",
      name: "The group's name, as the identity provider shows it.",
      vendor_id: "The group's id in the identity provider.",
      vendor_created_at: "When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      last_membership_updated_at: "When members last joined or left the group. Null if the identity provider does not say.",
      last_updated_at: "When the group last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the group in the source tool; false again when it returns."
    }
  },
  IdpPolicy: {
    text: "A policy of an identity provider, such as a conditional access policy.",
    fields: {
      id: "The service's own id of the policy: a UUID that stays the same across syncs.",
      name: "The policy's name, as the identity provider shows it.",
      type: "The kind of policy, such as `CONDITIONAL_ACCESS`.",
      status: "Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or `OTHER`.",
      description: "The policy's description. Null if it has none.",
      priority: "The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no order.",
      conditions: "To whom and to what the policy applies, as the identity provider writes it. Null if it gives none.",
      vendor_created_at: "When the source tool created the policy. Null if the source tool does not say.",
      last_updated_at: "When the policy last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the policy in the source tool; false again when it returns.",
      vendor: "The vendor identifier of the source tool, such as `MS_ENTRA`.",
      vendor_id: "The policy's id in the identity provider.",
      vendor_data: "Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  IdpPolicyApplication: {
    text: "An application that a policy includes by id, listed below the policy.",
    fields: {
      id: "The service's own id of the relation: a UUID that stays the same across syncs.",
      vendor_id: "The relation's identity, which the framework derives from the policy and the application.",
      policy_vendor_id: "The policy's id in the identity provider.",
      application_vendor_id: "The application's id in the identity provider."
    }
  },
  IdpPolicyGroup: {
    text: "A group that a policy includes by id, listed below the policy.",
    fields: {
      id: "The service's own id of the relation: a UUID that stays the same across syncs.",
      vendor_id: "The relation's identity, which the framework derives from the policy and the group.",
      policy_vendor_id: "The policy's id in the identity provider.",
      group_vendor_id: "The group's id in the identity provider."
    }
  },
  IdpPolicyUser: {
    text: "A user that a policy includes by id, listed below the policy.",
    fields: {
      id: "The service's own id of the relation: a UUID that stays the same across syncs.",
      vendor_id: "The relation's identity, which the framework derives from the policy and the user.",
      policy_vendor_id: "The policy's id in the identity provider.",
      user_vendor_id: "The user's id in the identity provider."
    }
  },
  IdpUser: {
    text: "A user of an identity provider.",
    fields: {
      id: "The service's own id of the user: a UUID that stays the same across syncs.",
      domain: "The domain of the user's email address or login, such as `example.com`; an empty string if it has none.",
      email_addr: "The user's email address; the login if the identity provider has no address.",
      full_name: "The display name, or first and last name; the login if the identity provider has neither.",
      name: "The name that the user signs in with.",
      vendor_id: "The user's id in the identity provider.",
      vendor_status: "The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`.",
      vendor_created_at: "When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      activated_at: "When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does not say.",
      last_status_changed_at: "When `vendor_status` last changed. Null if the identity provider does not say.",
      last_login_at: "When the user last signed in. Null if never, or if the token may not read it.",
      last_updated_at: "When the user last changed in the source tool. Null if the source tool does not say.",
      last_password_changed_at: "When the user's password last changed. Null if never, or if the identity provider does not say.",
      is_deleted: "True once complete scans no longer find the user in the source tool; false again when it returns.",
      is_mfa_enabled: "Whether the user has registered a second factor. Null if the token may not read it.",
      is_admin: "Whether the user holds an administrator role, directly or, as far as the identity provider reports it, through a group. Null if the token may not read it.",
      user_type: "Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not say.",
      employee_id: "The employee number. Null if the profile has none.",
      job_title: "The job title. Null if the profile has none.",
      department: "The department. Null if the profile has none.",
      manager: "The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none.",
      address: "The postal address. Null if the profile has none.",
      vendor_data: "Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  IdpUserApplication: {
    text: "An application in a user's `applications`, with that user's last login to it.",
    fields: {
      user_app_last_login_at: "When this user last signed in to this application. Null if never, or if the identity provider does not say.",
      id: "The service's own id of the application: a UUID that stays the same across syncs.",
      labels: "Labels or tags that the identity provider shows for the application. Null if it has none.",
      name: "The application's name in the identity provider.",
      vendor_id: "The application's id in the identity provider.",
      version: "The application's version. Null if the identity provider does not track versions.",
      vendor_status: "The application's status in the identity provider's own words, such as `ACTIVE`.",
      vendor_created_at: "When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      last_updated_at: "When the application last changed in the source tool. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the application in the source tool; false again when it returns."
    }
  },
  IdpUserType: {
    text: "Whether a user belongs to the organization or was invited to it.",
    fields: {}
  },
  IdpUserWithEntities: {
    text: "A user with groups and applications, as far as the request asks for them.",
    fields: {
      groups: "The groups that the user belongs to; present if `includeIdpGroups=true`.",
      applications: "The applications that the user is assigned to; present if `includeIdpApplications=true`.",
      id: "The service's own id of the user: a UUID that stays the same across syncs.",
      domain: "The domain of the user's email address or login, such as `example.com`; an empty string if it has none.",
      email_addr: "The user's email address; the login if the identity provider has no address.",
      full_name: "The display name, or first and last name; the login if the identity provider has neither.",
      name: "The name that the user signs in with.",
      vendor_id: "The user's id in the identity provider.",
      vendor_status: "The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`.",
      vendor_created_at: "When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say.",
      activated_at: "When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does not say.",
      last_status_changed_at: "When `vendor_status` last changed. Null if the identity provider does not say.",
      last_login_at: "When the user last signed in. Null if never, or if the token may not read it.",
      last_updated_at: "When the user last changed in the source tool. Null if the source tool does not say.",
      last_password_changed_at: "When the user's password last changed. Null if never, or if the identity provider does not say.",
      is_deleted: "True once complete scans no longer find the user in the source tool; false again when it returns.",
      is_mfa_enabled: "Whether the user has registered a second factor. Null if the token may not read it.",
      is_admin: "Whether the user holds an administrator role, directly or, as far as the identity provider reports it, through a group. Null if the token may not read it.",
      user_type: "Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not say.",
      employee_id: "The employee number. Null if the profile has none.",
      job_title: "The job title. Null if the profile has none.",
      department: "The department. Null if the profile has none.",
      manager: "The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none.",
      address: "The postal address. Null if the profile has none.",
      vendor_data: "Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  IssueType: {
    text: "What an issue is about: a weakness in own code, a vulnerable dependency, a secret in code, infrastructure as code, a container image, a licence, a running web application, the posture of a cloud; `OTHER` is anything else.",
    fields: {}
  },
  ItsmAttachment: {
    text: "A file attached to a ticket; the file itself stays in the source tool.",
    fields: {
      id: "The service's own id of the attachment: a UUID that stays the same across syncs.",
      file_name: "The file's name; the source tool's id of the attachment if it has none.",
      content_type: "The file's media type, such as `image/png`. Null if unknown.",
      size_bytes: "The file's size in bytes. Null if unknown.",
      url: "Where the source tool serves the file, to callers with access to that tool. Null if unknown.",
      ticket_id: "The service's id of the ticket; the ticket belongs to the same connection.",
      author_user_id: "The service's id of the user who attached the file. Null if unknown.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      vendor_id: "The attachment's id in the source tool.",
      vendor_data: "Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all.",
      vendor_attributes: "What the source tool says about the attachment, in its own words."
    }
  },
  ItsmComment: {
    text: "A comment on a ticket.",
    fields: {
      id: "The service's own id of the comment: a UUID that stays the same across syncs.",
      body: "The text, without formatting. Null if the comment has none.",
      ticket_id: "The service's id of the ticket; the ticket belongs to the same connection.",
      author_user_id: "The service's id of the user who wrote the comment. Null if unknown.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      vendor_id: "The comment's id in the source tool.",
      vendor_data: "Further fields of the comment, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all.",
      vendor_attributes: "What the source tool says about the comment, in its own words."
    }
  },
  ItsmGroup: {
    text: "A group of users of a ticketing tool.",
    fields: {
      id: "The service's own id of the group: a UUID that stays the same across syncs.",
      name: "The group's name; the source tool's id if it has none.",
      description: "The group's description. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      vendor_id: "The group's id in the source tool.",
      vendor_data: "Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all.",
      vendor_attributes: "What the source tool says about the group, in its own words."
    }
  },
  ItsmProject: {
    text: "A project of a ticketing tool.",
    fields: {
      id: "The service's own id of the project: a UUID that stays the same across syncs.",
      name: "The project's name; its key or id if it has none.",
      key: "The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys.",
      description: "The project's description, without formatting. Null if it has none.",
      url: "The project's page in the source tool. Null if unknown.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      vendor_id: "The project's id in the source tool.",
      vendor_data: "Further fields of the project, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all.",
      vendor_attributes: "What the source tool says about the project, in its own words."
    }
  },
  ItsmTicket: {
    text: "A ticket of a ticketing tool; the records that it refers to belong to the same connection.",
    fields: {
      id: "The service's own id of the ticket: a UUID that stays the same across syncs.",
      name: "The ticket's summary; its identifier if it has none.",
      status: "Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word.",
      type: "The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none.",
      description: "The ticket's text, without formatting. Null if it has none.",
      priority: "How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if the ticket has no priority.",
      is_active: "Whether the ticket is still open. Null if the source tool does not say.",
      project_id: "The service's id of the project. Null if the ticket belongs to none.",
      parent_ticket_id: "The service's id of the ticket that this one is part of. Null if there is none.",
      assigned_user_id: "The service's id of the assigned user. Null if nobody is assigned.",
      created_by_user_id: "The service's id of the user who reported the ticket. Null if unknown.",
      ticket_created_at: "When the ticket was created in the source tool. Null if it does not say.",
      due_date: "When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no due date.",
      closed_at: "When the ticket was resolved or closed. Null while it is open, or if the source tool does not say.",
      status_updated_at: "When the status last changed, as far as the source tool records it. Null if it does not say.",
      tags: "The ticket's labels. Null if the source tool has no labels.",
      url: "The ticket's page in the source tool. Null if unknown.",
      identifier: "What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      vendor_id: "The ticket's id in the source tool.",
      vendor_data: "Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all.",
      vendor_attributes: "What the source tool says about the ticket, in its own words."
    }
  },
  ItsmUser: {
    text: "A user of a ticketing tool.",
    fields: {
      id: "The service's own id of the user: a UUID that stays the same across syncs.",
      email: "The user's email address. Null if unknown or if the tool hides it.",
      name: "The display name; the email address, login or id if the tool has no display name.",
      status: "Whether the user can be assigned work.",
      vendor_attributes: "What the source tool says about the user, in its own words."
    }
  },
  ItsmUserStatus: {
    text: "Whether a user of a ticketing tool can be assigned work. `DELETED` means that complete scans no longer find the user.",
    fields: {}
  },
  JiraUserData: {
    text: "The `vendor_attributes.data` of a Jira user.",
    fields: {
      vendor: "Always `JIRA`.",
      accountType: "What kind of account it is, such as `atlassian`, `app` or `customer`; `unknown` if Jira does not say.",
      locale: "The language of the user, such as `en_US`. Null if the token may not read it.",
      time_zone: "The time zone of the user, such as `Europe/Berlin`. Null if the token may not read it."
    }
  },
  Job: {
    text: "One run that pulls the data of a connection.",
    fields: {
      id: "The service's id of the job.",
      status: "Where the job stands.",
      started_at: "When the job started. Null while it is queued.",
      finished_at: "When the job ended. Null until then.",
      failure_reason: "Why the job failed, as human-readable text. Null unless `status` is `FAILED`.",
      data_exports: "One entry for each export type; empty until the job has reports."
    }
  },
  JobExport: {
    text: "What one export type of a pull job did, in numbers of records.",
    fields: {
      data_export_type: "The type of data.",
      health: "How this export type ended; `HEALTHY` if it succeeded, or if nothing failed before a pause ended the job.",
      reason: "Why this type of data could not be read. Null if it could.",
      resolution_owner: "Who must act. Null if this type of data could be read.",
      customer_message: "What the customer should know or do, as a sentence that a product can show. Null if this type of data could be read.",
      endpoint: "The path of the source tool's endpoint that failed. Null if none did.",
      message: "What went wrong or could not be read, as human-readable text. Null if there is nothing to say.",
      seen: "Records that the source tool returned.",
      created: "Records that were not stored before.",
      changed: "Records whose content differs from what was stored.",
      unchanged: "Records with the same content as before.",
      deleted: "Records that complete scans no longer found and that are now marked as deleted or hidden from lists.",
      rejected: "Rows of the source tool that could not become records, or for which the account has no room.",
      duplicates: "Rows whose id another row of the same full scan has, with other content. One of them becomes the record, and always the same one, in whatever order the source tool returns them.",
      duplicate_samples: "Some of the records of `duplicates`; at most 5.",
      unreadable: "Values of the source tool that could not be read. They cost only their fields, which keep what was read before, or are null.",
      unreadable_samples: "Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5.",
      unmapped: "Records, of those seen, with a value of the source tool that has no counterpart here, such as a new severity.",
      held_back: "Records that complete scans no longer found, but whose deletion waits for a decision.",
      held_back_deletions: "The records of `held_back` by kind, with the reason; empty if no deletion waits.",
      missing_records: "Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none is missing.",
      unread_fields: "Fields that could not be read, or were not believed; empty if every field was read."
    }
  },
  JobStatus: {
    text: "Where a job stands: `QUEUED`, then `RUNNING`, then `SUCCESS` or `FAILED`; there is no other transition.",
    fields: {}
  },
  JobWait: {
    text: "Requests of the running job to one endpoint that wait before they are sent, or sent again.",
    fields: {
      data_export_type: "The type of data that waits.",
      endpoint: "The path of the source tool's endpoint.",
      reason: "Why they wait.",
      until: "When the first of them is sent; if that has passed, its answer is awaited.",
      since: "Since when one of them has waited or failed, without a good answer in between.",
      retries: "How often one of them was sent before, at most; 0 if all wait for their turn within a rate limit."
    }
  },
  MissingRecords: {
    text: "Records of one kind that the last complete scan missed, but that are not proven to be gone, and for which no deletion waits for a decision.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      count: "How many records are missing.",
      missing_since: "When the first scan began that missed the longest missing one of them, or the last run of that scan.",
      earliest_deletion_at: "From when on the first of them can be deleted: by a complete scan that begins then or later and misses the record too. Earlier only if the source tool's own total proves that the record is gone, or if it names the record as removed."
    }
  },
  MitreTechnique: {
    text: "A technique of MITRE ATT&CK that an alert shows, or only its tactic if the source tool names no technique.",
    fields: {
      tactic_id: "The tactic's id, such as `TA0002`. Null if unknown.",
      tactic_name: "The tactic's name, such as `Execution`. Null if unknown.",
      technique_id: "The technique's id, such as `T1059`. Null if unknown.",
      technique_name: "The technique's name. Null if unknown."
    }
  },
  MsEntraUserData: {
    text: "The `vendor_data` of a Microsoft Entra ID user.",
    fields: {
      vendor: "Always `MS_ENTRA`.",
      mail_nickname: "The mail alias of the user. Null if there is none.",
      password_policies: "The password policies of the user, such as `DisablePasswordExpiration`. Null if there are none.",
      on_premises_distinguished_name: "The distinguished name in the on-premises Active Directory. Null if the user is not synchronized from one.",
      on_premises_sync_enabled: "Whether the user is synchronized from an on-premises Active Directory. Null if the user never was.",
      user_type: "`Member` for a user of the tenant's own, `Guest` for an invited one. Null if the tenant does not say.",
      employee_type: "How the user is employed, in the tenant's own words, such as `Contractor`. Null if the profile does not say.",
      external_user_state: "Whether an invited user has accepted: `PendingAcceptance` or `Accepted`. Null for other users.",
      given_name: "The first name. Null if the profile has none.",
      surname: "The last name. Null if the profile has none.",
      other_mails: "Further email addresses. Null if the token may not read them.",
      company_name: "The company that employs the user. Null if the profile names none.",
      office_location: "The office where the user works. Null if the profile names none.",
      preferred_language: "The user's language, such as `en-US`. Null if the profile names none."
    }
  },
  OffsetEnvelope: {
    text: "A page of a list, found by offset.",
    fields: {
      count: "How many items this page holds.",
      total: "How many items the same query returns over all pages. Null if `excludeTotal=true`.",
      items: "The items of this page."
    }
  },
  Organization: {
    text: "A customer of the account, who owns connections.",
    fields: {
      id: "The service's id of the organization.",
      name: "The organization's name.",
      identifier: "The caller's own reference. Null if the caller gave none.",
      created_at: "When the organization was created.",
      updated_at: "When the organization last changed."
    }
  },
  OrganizationIdentity: {
    text: "A member of an organization in a tool or cloud.",
    fields: {
      id: "The service's own id of the member: a UUID that stays the same across syncs.",
      name: "The display name; the login or id if there is none.",
      username: "The login. Null if there is none.",
      email: "The email address. Null if unknown or if the tool hides it.",
      type: "What kind of member it is.",
      role: "The member's role, as the source tool writes it. Null if unknown.",
      is_admin: "Whether the member administers the organization. Null if the source tool does not say.",
      is_mfa_enabled: "Whether a second factor protects the login. Null if the source tool does not say.",
      organization: "The organization that the member belongs to. Null if the source tool does not say.",
      external_identity: "The member's id or login in the identity provider, such as a SAML name id. Null if there is none.",
      last_active_at: "When the member was last active. Null if the source tool does not say.",
      vendor_created_at: "When the member was created or joined. Null if the source tool does not say.",
      is_deleted: "True once complete scans no longer find the member in the source tool; false again when it returns.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The member's id in the source tool.",
      vendor_data: "Further fields of the member, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  OrganizationIdentityType: {
    text: "What kind of member it is; `EXTERNAL` is a person from outside the organization, `OTHER` anything else.",
    fields: {}
  },
  OutboundJob: {
    text: "A write to a source tool.",
    fields: {
      id: "The service's id of the job.",
      status: "Where the job stands.",
      task_name: "What the job does, such as `create_ticket`.",
      vendor: "The vendor identifier of the source tool that the job writes to.",
      failure_reason: "Why the write failed, as human-readable text. Null unless `status` is `FAILED`.",
      started_at: "When the job started. Null while it is queued.",
      finished_at: "When the job ended. Null until then."
    }
  },
  Problem: {
    text: "Something that keeps data, or some fields of it, from being read, with who must act and what to tell them.",
    fields: {
      id: "Identifies the problem: it stays the same from job to job, whatever else changes, so that an alert can be closed. A problem that comes back later has the same id and another `since`.",
      reason: "Why data cannot be read.",
      health: "The name of the health that the connection has because of it, if no other problem comes before it; `HEALTHY` if only fields are affected, or if nobody has consented yet.",
      since: "When the problem was first seen without a success in between, by the oldest of `affected`.",
      resolution_owner: "Who must act.",
      customer_message: "What the customer should know or do, as a sentence that a product can show.",
      operator_message: "What the operator of the service should know or do, as human-readable text.",
      permissions: "The permissions to grant, in the source tool's words; empty unless `reason` is `PERMISSION_MISSING`.",
      until: "When the source tool allows the next request. Null unless `reason` is `RATE_LIMITED`, and if the source tool did not say.",
      docs_url: "A page of the source tool's documentation about the API that the connector reads. Null if the connector is not loaded.",
      affected: "What cannot be read."
    }
  },
  ProblemReason: {
    text: "Why data cannot be read. `CONNECTOR_STOPPED`: the operator of the service has stopped the connector for all customers. `CREDENTIALS_REFUSED`: the source tool does not accept the credentials. `CREDENTIALS_UNREADABLE`: the service cannot read the credentials that it stored. `CONSENT_REQUIRED`: nobody has consented yet in the browser. `CONSENT_ENDED`: somebody has to consent again, because the source tool does not accept the consent any more, or the service cannot read what it stored of it. `PERMISSION_MISSING`: the source tool accepts the credentials, but they may not read this data. `NOT_IN_PLAN`: the source tool says that the customer's plan does not include this data. `ADDRESS_INVALID`: the address that was entered does not lead to the source tool's API. `TENANT_CHANGED`: the source tool now answers as another tenant than the one whose data is stored. `RATE_LIMITED`: the source tool allows no more requests for now. `VENDOR_DOWN`: it failed, did not answer in time, or sent something that is not an answer. `INCOMPLETE`: it did not send all of the data, or sent data of somebody else. `DELETIONS_UNPROVEN`: all of the data is read, but not in one run, so that what was deleted in the source tool stays. `FIELDS_EMPTIED`: its answers would empty fields of most records, which keep them until a later answer says the same. `VENDOR_REFUSED`: it rejected the request itself. `TIMEOUT`: the job took longer than `timeout_secs`. `QUOTA_EXCEEDED`: the account has as many records as the operator of the service allows it. `INTERNAL`: the service failed, or could not use what the source tool sent.",
    fields: {}
  },
  RecordCount: {
    text: "How many records of a kind are stored.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      total: "How many records the list has, those included that are marked as deleted."
    }
  },
  ResolutionOwner: {
    text: "Who must act: `SERVICE` is the operator of the service, `CUSTOMER` the owner of the credentials, `VENDOR` the maker of the source tool.",
    fields: {}
  },
  Resource: {
    text: "A resource in a cloud account, such as a bucket or a virtual machine.",
    fields: {
      id: "The service's own id of the resource: a UUID that stays the same across syncs.",
      name: "The resource's name; the last part of its id if it has none.",
      type: "The resource's type without its provider, such as `virtualMachines`.",
      vendor_type: "The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if unknown.",
      cloud_provider: "The cloud that runs the resource. Null if unknown.",
      account_id: "The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown.",
      account_name: "The name of that account. Null if unknown.",
      region: "The cloud region, such as `westeurope`. Null if unknown or if the resource is global.",
      tags: "The resource's tags: an object of names and values. Null if it has none.",
      first_seen: "When the resource was created or first seen. Null if the source tool does not say.",
      last_seen: "When the source tool last saw the resource. Null if it does not say.",
      is_deleted: "True once complete scans no longer find the resource in the source tool; false again when it returns.",
      vendor: "The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`.",
      vendor_id: "The resource's id in the source tool.",
      vendor_data: "Further fields of the resource, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  RowTenant: {
    text: "A tenant of the source tool, such as an account or a subscription, that rows of the data have named.",
    fields: {
      tenant: "What the source tool calls the tenant.",
      first_seen_at: "When a job first read a row that names it.",
      is_new: "Whether it was first seen after the connection's first job had ended."
    }
  },
  SastIssue: {
    text: "A weakness in own code, from static analysis.",
    fields: {
      id: "The service's own id of the issue: a UUID that stays the same across syncs.",
      title: "Its title, as the source tool shows it.",
      description: "What it is and why it matters. Null if the source tool does not describe it.",
      severity: "How severe it is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      confidence: "How sure the source tool is. Null if it does not say.",
      state: "Where it stands, normalized.",
      vendor_state: "The state in the source tool's own words. Null if it gives none.",
      state_updated_at: "When it entered this state. Null if the source tool does not say.",
      dismissed_reason: "Why someone dismissed it, in the source tool's own words. Null if nobody did.",
      dismissed_by: "Who dismissed it: a name, login or email address. Null if nobody did.",
      rule: "The rule that found it. Null if the source tool names none.",
      cwe: "The CWE ids, such as `CWE-79`. Null if the source tool names none.",
      application_id: "The service's id of the application that has the issue, such as its repository. Null if the source tool names none.",
      application_vendor_id: "That application's id in the source tool. Null if the source tool names none.",
      repository: "The code repository that has it. Null if it is in none, or if the source tool does not say.",
      branch: "The branch, such as `main`. Null if unknown.",
      commit: "The commit that was analyzed. Null if unknown.",
      file_path: "The path of the file in the repository. Null if unknown.",
      start_line: "The first line, counted from 1. Null if unknown.",
      end_line: "The last line, counted from 1. Null if unknown.",
      message: "What the tool says about this place. Null if it says nothing.",
      tool: "The tool that found it, such as `CodeQL`. Null if unknown.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      first_seen: "When the source tool first found it. Null if it does not say.",
      last_seen: "When the source tool last found it. Null if it does not say.",
      url: "The issue's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The issue's id in the source tool.",
      vendor_data: "Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ScaIssue: {
    text: "A vulnerable dependency, from software composition analysis.",
    fields: {
      id: "The service's own id of the issue: a UUID that stays the same across syncs.",
      title: "Its title, as the source tool shows it.",
      description: "What it is and why it matters. Null if the source tool does not describe it.",
      severity: "How severe it is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      state: "Where it stands, normalized.",
      vendor_state: "The state in the source tool's own words. Null if it gives none.",
      state_updated_at: "When it entered this state. Null if the source tool does not say.",
      dismissed_reason: "Why someone dismissed it, in the source tool's own words. Null if nobody did.",
      cve: "The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none.",
      advisory_ids: "Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none.",
      cwe: "The CWE ids, such as `CWE-79`. Null if the source tool names none.",
      cvss_version: "The CVSS version of the score and the vector, such as `3.1`. Null if there is no score.",
      cvss_base_score: "CVSS base score, 0.0 to 10.0. Null if the source tool gives none.",
      cvss_vector: "CVSS base vector. Null if the source tool gives none.",
      epss_score: "EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives none.",
      package: "The package that is vulnerable.",
      vulnerable_range: "The versions that are vulnerable, in the notation of the source tool. Null if unknown.",
      fixed_versions: "The versions that fix it. Null if unknown, or if there is none.",
      is_patchable: "Whether an official fix exists. Null if the source tool does not say.",
      is_direct: "Whether the application itself names the package, and not another package. Null if the source tool does not say.",
      manifest_path: "The path of the file that names the package. Null if unknown.",
      application_id: "The service's id of the application that has the issue, such as its repository. Null if the source tool names none.",
      application_vendor_id: "That application's id in the source tool. Null if the source tool names none.",
      repository: "The code repository that has it. Null if it is in none, or if the source tool does not say.",
      published_at: "When the vulnerability was published. Null if the source tool does not say.",
      first_seen: "When the source tool first found it. Null if it does not say.",
      last_seen: "When the source tool last found it. Null if it does not say.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      url: "The issue's page in the source tool. Null if it has none.",
      vendor: "The vendor identifier of the source tool, such as `GITHUB`.",
      vendor_id: "The issue's id in the source tool.",
      vendor_data: "Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  ScanConfiguration: {
    text: "A scan that a vulnerability scanner is configured to run.",
    fields: {
      id: "The service's own id of the scan configuration: a UUID that stays the same across syncs.",
      name: "The scan's name, as the scanner shows it.",
      owner: "Who owns the scan, as the scanner names them. Null if unknown.",
      is_enabled: "True if the scan is active, false if it is disabled. Null if the scanner does not say.",
      is_scheduled: "True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say.",
      last_scan_vendor_id: "The scanner's id of the latest scan run. Null if it never ran.",
      device_target_count: "How many devices the latest scan targeted. Null if unknown or if it never ran.",
      scan_targets: "What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown.",
      severity_frequency: "How many findings the latest scan counted, by severity. Null if unknown or if it never ran.",
      vendor: "The vendor identifier of the source tool, such as `TENABLE`.",
      vendor_id: "The scan configuration's id in the source tool.",
      vendor_data: "Further fields of the scan configuration, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  SecretValidity: {
    text: "Whether a secret that was found still works. `UNKNOWN` means that nobody knows.",
    fields: {}
  },
  Severity: {
    text: "Normalized severity. `UNKNOWN` means that the source tool gives none, or one without a counterpart here.",
    fields: {}
  },
  SeverityFrequency: {
    text: "How many findings the latest scan counted, by severity.",
    fields: {
      critical: "Findings of critical severity.",
      high: "Findings of high severity.",
      info: "Informational findings.",
      low: "Findings of low severity.",
      medium: "Findings of medium severity."
    }
  },
  SoftwarePackage: {
    text: "A package of software that an issue is about.",
    fields: {
      name: "The package's name.",
      version: "The installed version. Null if unknown.",
      ecosystem: "Where the package comes from, as the source tool writes it, such as `npm`. Null if unknown."
    }
  },
  SourceVendor: {
    text: "A source tool that reports the device.",
    fields: {
      vendor: "The vendor identifier of that source tool, such as `CROWDSTRIKE`.",
      vendor_id: "The device's id in that source tool.",
      agent_info: "The tool's agent on the device. Null if there is no agent or nothing is known about one."
    }
  },
  SyncPhase: {
    text: "How far the first sync of a connection is. `FIRST_SYNC_PENDING`: no job has begun. `FIRST_SYNC_RUNNING`: a job runs, and some types of data have never been read completely. `FIRST_SYNC_INCOMPLETE`: no job runs, and some types of data have never been read completely; `data_exports` says which. `SYNCED`: every type of data has been read completely.",
    fields: {}
  },
  SyncSummary: {
    text: "One run of a connection, without its numbers; the list of jobs has those.",
    fields: {
      id: "The service's id of the job.",
      status: "Where the job stands, and how it ended.",
      started_at: "When the job started. Null while it is queued.",
      finished_at: "When the job ended. Null until then.",
      failure_reason: "Why the job failed, as human-readable text. Null unless `status` is `FAILED`.",
      is_ended_by_pause: "Whether the job ended early because the connection was paused, or because the operator stopped its connector. Its `status` is then `FAILED`, because not everything was read, but nothing is wrong: the next job continues where this one ended, if it starts within a day."
    }
  },
  TicketPriority: {
    text: "How urgent a ticket is; `UNKNOWN` is a priority without a counterpart here.",
    fields: {}
  },
  TicketStatus: {
    text: "Where a ticket stands; `OTHER` is a status without a counterpart here.",
    fields: {}
  },
  TicketVendorAttributes: {
    text: "What the source tool says about a ticket, in its own words.",
    fields: {
      id: "The ticket's id in the source tool.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      created_at: "When the source tool created the ticket. Null if the source tool does not say.",
      updated_at: "When the ticket last changed in the source tool. Null if the source tool does not say.",
      type: "The ticket's type in the source tool's own words. Null if it has none.",
      status: "The ticket's status in the source tool's own words. Null if it has none.",
      priority: "The ticket's priority in the source tool's own words. Null if it has none.",
      data: "Further fields of the ticket, passed through; the shape depends on the vendor. Null if the connector passes nothing through."
    }
  },
  Timestamp: {
    text: "An ISO 8601 date-time with an offset; decoding converts it to UTC with milliseconds.",
    fields: {}
  },
  UnreadFields: {
    text: "Fields of one kind of record that are not read, because the source tool refuses an endpoint that they need or does not send all of it, or because its answers would empty them of most records, which is rather a fault of the source tool.",
    fields: {
      record_kind: "The kind of record, such as `idp_user`.",
      fields: "The names of the fields; a dot leads into an object. Records keep the values that were read before.",
      endpoint: "The path of the source tool's endpoint.",
      permissions: "The permissions that the endpoint needs, in the source tool's words.",
      problem: "The `reason` of the problem that the status of the connection has because of them.",
      reason: "What the source tool answered, as human-readable text.",
      accepted_from: "From when on a complete scan that would empty the fields, too, is believed. Null if the source tool refuses the endpoint."
    }
  },
  VendorAttributes: {
    text: "What the source tool says about an ITSM record, in its own words.",
    fields: {
      created_at: "When the source tool created the record. Null if it does not say.",
      id: "The record's id in the source tool.",
      updated_at: "When the record last changed in the source tool. Null if it does not say.",
      vendor: "The vendor identifier of the source tool, such as `JIRA`.",
      data: "Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes nothing through."
    }
  },
  Vulnerability: {
    text: "One weakness found on one device, or in something that is none, such as an image.",
    fields: {
      id: "The service's own id of the vulnerability: a UUID that stays the same across syncs.",
      device: "The device that has the weakness. Null if it is in something that is no device.",
      name: "The weakness's title, or its CVE id.",
      description: "What the weakness is. Null if the source tool does not describe it.",
      severity: "How severe the weakness is, normalized; `vendor_severity` has the source tool's own word.",
      vendor_severity: "The severity in the source tool's own words. Null if it gives none.",
      state: "Where the weakness stands on the device, normalized.",
      state_updated_at: "When the weakness entered this state. Null if the source tool does not say.",
      cve: "The CVE ids, such as `CVE-2024-3094`; empty if it has none.",
      cvss_version: "The CVSS version of the scores and vectors, such as `3.1`. Null if there is no score.",
      cvss_base_score: "CVSS base score, 0.0 to 10.0. Null if the source tool gives none.",
      cvss_vector: "CVSS base vector, such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`. Null if the source tool gives none.",
      cvss_temporal_score: "CVSS temporal score (threat score in version 4), 0.0 to 10.0. Null if the source tool gives none.",
      cvss_temporal_vector: "CVSS temporal vector (threat vector in version 4). Null if the source tool gives none.",
      epss_score: "EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives none.",
      is_exploited: "Whether the weakness is known to be exploited, for example because CISA lists it. Null if the source tool does not say.",
      port: "The network port that shows the weakness. Null if it concerns the device as a whole or is unknown.",
      protocol: "The transport protocol of the port, such as `tcp`. Null if unknown.",
      service: "The service that answers on the port, such as `https`. Null if unknown.",
      first_seen: "When the source tool first found the weakness on the device. Null if it does not say.",
      last_seen: "When the source tool last found the weakness on the device. Null if it does not say.",
      is_patchable: "Whether a patch or another official fix exists. Null if the source tool does not say.",
      solution: "How to fix it. Null if the source tool gives no advice.",
      scan_output: "The scanner's evidence, as text; connectors may truncate it. Null if there is none.",
      category: "The kind of weakness in the source tool's own words, several joined by `, `. Null if it names none.",
      vendor_scan_id: "The source tool's id of the scan that last found it. Null if unknown.",
      vendor: "The vendor identifier of the source tool, such as `TENABLE`.",
      vendor_id: "The vulnerability's id in the source tool.",
      vendor_data: "Further fields of the vulnerability, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  VulnerabilityFinding: {
    text: "A vulnerability found in something, in the shape of the OCSF class Vulnerability Finding.",
    fields: {
      id: "The service's own id of the finding: a UUID that stays the same across syncs.",
      title: "Its title, as the source tool shows it.",
      description: "What it is and why it matters. Null if the source tool does not describe it.",
      analytic_output: "The evidence, as text; connectors may truncate it. Null if there is none.",
      severity: "How severe it is, normalized.",
      state: "Where it stands, normalized.",
      state_updated_at: "When it entered this state. Null if the source tool does not say.",
      type: "What has the vulnerability.",
      device_id: "The service's id of the device, which `/entities/devices` serves. Null if it is in no device.",
      device_vendor_id: "That device's id in the source tool. Null if it is in no device.",
      application_id: "The service's id of the application, which `/entities/applications` serves. Null if it is in none.",
      application_vendor_id: "That application's id in the source tool. Null if it is in none.",
      resource_id: "The affected resource's id in its cloud or in the source tool, such as an ARN. Null if unknown.",
      first_seen: "When the source tool first found it. Null if it does not say.",
      last_seen: "When the source tool last found it. Null if it does not say.",
      has_fix: "Whether a fix exists. Null if the source tool does not say.",
      remediation: "How to fix it; may include links. Null if the source tool gives no advice.",
      product: "The product that reports it. Null if the source tool does not say.",
      analytic: "The rule, check or technique that found it. Null if the source tool names none.",
      resource_related: "What it affects. Null if the source tool does not say.",
      vulnerabilities: "The vulnerabilities that it is about. Null if the source tool names none.",
      ticket: "The ticket in which somebody works on it. Null if there is none.",
      vendor: "The vendor identifier of the source tool, such as `SNYK`.",
      vendor_id: "The finding's id in the source tool.",
      vendor_data: "Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there are none.",
      vendor_data_omitted: "The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters with them. Null if it has them all."
    }
  },
  VulnerabilityFindingType: {
    text: "What has the vulnerability: a dependency, own code, a container image, a host or a resource of a cloud; `OTHER` is anything else.",
    fields: {}
  },
  VulnerabilityState: {
    text: "Where a weakness stands. `SUPPRESSED` means that someone accepted the risk or hid it; `UNKNOWN` is a state without a counterpart here.",
    fields: {}
  }
}
