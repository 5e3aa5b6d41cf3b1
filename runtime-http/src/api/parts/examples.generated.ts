// Written by `pnpm generate` from what the demo is sent and answers: edit tests/e2e/api/ExampleRequests.ts.
import type { Example } from "./Example.js"

export const examples: Readonly<Record<string, Example>> = {
  "getOperatorStatus": {
    "answer": {
      "summary": "No connection has a problem.",
      "accounts": 2,
      "connections": {
        "ACTIVE": 24,
        "PAUSED": 0,
        "PENDING": 0
      },
      "failing": 0,
      "owners": {
        "CUSTOMER": 0,
        "VENDOR": 0,
        "SERVICE": 0
      },
      "reasons": [],
      "queue": {
        "due": 0,
        "oldest_due_secs": null,
        "running": 0,
        "stopped": 0,
        "paused": 0
      },
      "processes": 1,
      "failed_jobs": 0,
      "ended_jobs": 24,
      "held_back": 0,
      "outbound_jobs": 0,
      "oldest_outbound_secs": null,
      "stops": []
    }
  },
  "listOperatorConnections": {
    "answer": {
      "count": 1,
      "total": 2,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "account_id": "00000000-0000-4000-8000-000000000002",
          "account_name": "Test account",
          "organization_id": "00000000-0000-4000-8000-000000000003",
          "vendor": "OKTA",
          "organization_name": "Acme",
          "identifier": null,
          "state": "ACTIVE",
          "health": "HEALTHY",
          "problems": [],
          "last_job": {
            "id": "00000000-0000-4000-8000-000000000004",
            "status": "SUCCESS",
            "started_at": "2026-01-05T09:00:00.000Z",
            "finished_at": "2026-01-05T09:00:00.000Z",
            "failure_reason": null,
            "is_ended_by_pause": false
          },
          "current_job": null,
          "next_run_at": "2026-01-05T09:00:00.000Z",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "within_secs": 51840,
          "created_at": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "getOperatorConnection": {
    "answer": {
      "connection": {
        "id": "00000000-0000-4000-8000-000000000001",
        "account_id": "00000000-0000-4000-8000-000000000002",
        "account_name": "Test account",
        "organization_id": "00000000-0000-4000-8000-000000000003",
        "vendor": "OKTA",
        "organization_name": "Acme",
        "identifier": null,
        "state": "ACTIVE",
        "health": "HEALTHY",
        "problems": [],
        "last_job": {
          "id": "00000000-0000-4000-8000-000000000004",
          "status": "SUCCESS",
          "started_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "failure_reason": null,
          "is_ended_by_pause": false
        },
        "current_job": null,
        "next_run_at": "2026-01-05T09:00:00.000Z",
        "last_success_at": "2026-01-05T09:00:00.000Z",
        "within_secs": 51840,
        "created_at": "2026-01-05T09:00:00.000Z"
      },
      "status": {
        "state": "ACTIVE",
        "data_export_types": [
          "idp",
          "idp_alerts",
          "idp_policies"
        ],
        "phase": "SYNCED",
        "first_sync": {
          "id": "00000000-0000-4000-8000-000000000004",
          "status": "SUCCESS",
          "started_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "failure_reason": null,
          "is_ended_by_pause": false
        },
        "last_sync": {
          "id": "00000000-0000-4000-8000-000000000004",
          "status": "SUCCESS",
          "started_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "failure_reason": null,
          "is_ended_by_pause": false
        },
        "current_job": null,
        "next_run_at": "2026-01-05T09:00:00.000Z",
        "tenant": "acme.okta.com",
        "row_tenants": [
          {
            "tenant": "acme.okta.com",
            "first_seen_at": "2026-01-05T09:00:00.000Z",
            "is_new": false
          }
        ],
        "data_exports": [
          {
            "data_export_type": "idp",
            "state": "CURRENT",
            "last_success_at": "2026-01-05T09:00:00.000Z",
            "last_full_scan_at": "2026-01-05T09:00:00.000Z",
            "full_scan_interval_secs": 14400,
            "full_scan_requested_at": null,
            "change_detection": [
              {
                "record_kind": "idp_user",
                "changes": {
                  "method": "CHANGES",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "FULL_SCAN",
                  "within_secs": 51840
                },
                "late_changes": {
                  "method": "FULL_SCAN",
                  "within_secs": 33120
                }
              },
              {
                "record_kind": "idp_group",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_group_membership",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_application",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_application_assignment",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_group_assignment",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              }
            ],
            "records": [
              {
                "record_kind": "idp_user",
                "total": 50
              },
              {
                "record_kind": "idp_group",
                "total": 25
              },
              {
                "record_kind": "idp_group_membership",
                "total": 196
              },
              {
                "record_kind": "idp_application",
                "total": 12
              },
              {
                "record_kind": "idp_application_assignment",
                "total": 205
              },
              {
                "record_kind": "idp_group_assignment",
                "total": 13
              }
            ],
            "events": null,
            "held_back_deletions": [],
            "missing_records": [],
            "rejected": 0,
            "duplicates": 0,
            "duplicate_samples": [],
            "unreadable": 0,
            "unreadable_samples": [],
            "unmapped": 0,
            "unread_fields": []
          },
          {
            "data_export_type": "idp_alerts",
            "state": "CURRENT",
            "last_success_at": "2026-01-05T09:00:00.000Z",
            "last_full_scan_at": "2026-01-05T09:00:00.000Z",
            "full_scan_interval_secs": null,
            "full_scan_requested_at": null,
            "change_detection": [
              {
                "record_kind": "idp_alert",
                "changes": {
                  "method": "CHANGES",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "CHANGES",
                  "within_secs": 18720
                },
                "late_changes": {
                  "method": "CHANGES",
                  "within_secs": 18720
                }
              }
            ],
            "records": [
              {
                "record_kind": "idp_alert",
                "total": 0
              }
            ],
            "events": {
              "first_load_days": 7,
              "most_per_job": 100000,
              "has_more": false,
              "retention_days": null
            },
            "held_back_deletions": [],
            "missing_records": [],
            "rejected": 0,
            "duplicates": 0,
            "duplicate_samples": [],
            "unreadable": 0,
            "unreadable_samples": [],
            "unmapped": 0,
            "unread_fields": []
          },
          {
            "data_export_type": "idp_policies",
            "state": "CURRENT",
            "last_success_at": "2026-01-05T09:00:00.000Z",
            "last_full_scan_at": "2026-01-05T09:00:00.000Z",
            "full_scan_interval_secs": null,
            "full_scan_requested_at": null,
            "change_detection": [
              {
                "record_kind": "idp_policy",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_policy_group",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_policy_user",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              },
              {
                "record_kind": "idp_policy_application",
                "changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                },
                "deletions": {
                  "method": "EVERY_JOB",
                  "within_secs": 37440
                },
                "late_changes": {
                  "method": "EVERY_JOB",
                  "within_secs": 18720
                }
              }
            ],
            "records": [
              {
                "record_kind": "idp_policy",
                "total": 4
              },
              {
                "record_kind": "idp_policy_group",
                "total": 4
              },
              {
                "record_kind": "idp_policy_user",
                "total": 0
              },
              {
                "record_kind": "idp_policy_application",
                "total": 0
              }
            ],
            "events": null,
            "held_back_deletions": [],
            "missing_records": [],
            "rejected": 0,
            "duplicates": 0,
            "duplicate_samples": [],
            "unreadable": 0,
            "unreadable_samples": [],
            "unmapped": 0,
            "unread_fields": []
          }
        ],
        "problems": []
      }
    }
  },
  "listOperatorAccounts": {
    "answer": {
      "count": 1,
      "total": 2,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "Test account",
          "organizations": {
            "used": 1,
            "limit": null
          },
          "connections": {
            "used": 24,
            "limit": null
          },
          "records": {
            "used": 948,
            "limit": null
          },
          "failing": 0
        }
      ]
    }
  },
  "listOperatorJobs": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "job": {
            "id": "00000000-0000-4000-8000-000000000005",
            "status": "SUCCESS",
            "started_at": "2026-01-05T09:00:00.000Z",
            "finished_at": "2026-01-05T09:00:00.000Z",
            "failure_reason": null,
            "data_exports": [
              {
                "data_export_type": "itsm_users",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 4,
                "created": 4,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              },
              {
                "data_export_type": "itsm_groups",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 2,
                "created": 2,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              },
              {
                "data_export_type": "itsm_projects",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 2,
                "created": 2,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              },
              {
                "data_export_type": "itsm_tickets",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 3,
                "created": 3,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              },
              {
                "data_export_type": "itsm_attachments",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 3,
                "created": 3,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              },
              {
                "data_export_type": "itsm_comments",
                "health": "HEALTHY",
                "reason": null,
                "resolution_owner": null,
                "customer_message": null,
                "endpoint": null,
                "message": null,
                "seen": 3,
                "created": 3,
                "changed": 0,
                "unchanged": 0,
                "deleted": 0,
                "rejected": 0,
                "duplicates": 0,
                "duplicate_samples": [],
                "unreadable": 0,
                "unreadable_samples": [],
                "unmapped": 0,
                "held_back": 0,
                "held_back_deletions": [],
                "missing_records": [],
                "unread_fields": []
              }
            ]
          },
          "connection_id": "00000000-0000-4000-8000-000000000006",
          "account_id": "00000000-0000-4000-8000-000000000002",
          "account_name": "Test account",
          "organization_id": "00000000-0000-4000-8000-000000000003",
          "vendor": "JIRA"
        }
      ]
    }
  },
  "getOperatorProcesses": {
    "answer": {
      "processes": [
        {
          "name": "worker-1:7/2f1c",
          "seen_at": "2026-01-05T09:00:00.000Z",
          "is_alive": true,
          "takes_shards": true,
          "shards": 128,
          "running": 0
        }
      ],
      "queue": {
        "due": 0,
        "oldest_due_secs": null,
        "running": 0,
        "stopped": 0,
        "paused": 0
      }
    }
  },
  "listOperatorHeldBackDeletions": {
    "answer": {
      "count": 0,
      "total": 0,
      "items": [],
      "missing": []
    }
  },
  "countOperatorRecords": {
    "answer": [
      {
        "vendor": "OKTA",
        "record_kind": "idp_alert",
        "connections": 1,
        "total": 2,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_application",
        "connections": 2,
        "total": 14,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_application_assignment",
        "connections": 2,
        "total": 207,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_audit_event",
        "connections": 1,
        "total": 3,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_group",
        "connections": 2,
        "total": 27,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_group_assignment",
        "connections": 2,
        "total": 15,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_group_membership",
        "connections": 2,
        "total": 199,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_policy",
        "connections": 2,
        "total": 11,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_policy_application",
        "connections": 1,
        "total": 3,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_policy_group",
        "connections": 2,
        "total": 6,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_policy_user",
        "connections": 1,
        "total": 1,
        "deleted": 0
      },
      {
        "vendor": "OKTA",
        "record_kind": "idp_user",
        "connections": 2,
        "total": 53,
        "deleted": 0
      }
    ]
  },
  "listOperatorOutboundJobs": {
    "answer": {
      "count": 0,
      "total": 0,
      "items": []
    }
  },
  "listOperatorFreshness": {
    "answer": [
      {
        "vendor": "OKTA",
        "data_export_type": "idp",
        "lists": 6,
        "never_read": 0,
        "p50_secs": 1800,
        "oldest_secs": 1800,
        "oldest_connection_id": "00000000-0000-4000-8000-000000000001"
      },
      {
        "vendor": "OKTA",
        "data_export_type": "idp_alerts",
        "lists": 2,
        "never_read": 0,
        "p50_secs": 1800,
        "oldest_secs": 1800,
        "oldest_connection_id": "00000000-0000-4000-8000-000000000001"
      },
      {
        "vendor": "OKTA",
        "data_export_type": "idp_audit_logs",
        "lists": 1,
        "never_read": 0,
        "p50_secs": 1800,
        "oldest_secs": 1800,
        "oldest_connection_id": "00000000-0000-4000-8000-000000000007"
      },
      {
        "vendor": "OKTA",
        "data_export_type": "idp_policies",
        "lists": 4,
        "never_read": 0,
        "p50_secs": 1800,
        "oldest_secs": 1800,
        "oldest_connection_id": "00000000-0000-4000-8000-000000000001"
      }
    ]
  },
  "listOperatorConnectionRecords": {
    "answer": {
      "count": 1,
      "total": 25,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000008",
          "types": [
            "OKTA_GROUP"
          ],
          "description": "Called when an incident is declared",
          "name": "Incident Response",
          "vendor_id": "00grIl4ptTzy7D2ZmdIc",
          "vendor_created_at": "2022-08-07T08:00:00.000Z",
          "last_membership_updated_at": "2025-07-26T08:00:00.000Z",
          "last_updated_at": "2022-11-27T08:00:00.000Z",
          "is_deleted": false
        }
      ]
    }
  },
  "actOnOperatorConnections": {
    "body": {
      "action": "sync",
      "filter": {
        "connection_ids": [
          "00000000-0000-4000-8000-000000000001"
        ]
      },
      "dry_run": true
    },
    "answer": {
      "total": 1,
      "items": [
        {
          "connection_id": "00000000-0000-4000-8000-000000000001",
          "account_id": "00000000-0000-4000-8000-000000000002",
          "vendor": "OKTA",
          "outcome": "WOULD",
          "message": null
        }
      ],
      "next": null
    }
  },
  "listIdpUsers": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000009",
          "domain": "acme.example",
          "email_addr": "nadia.silva@acme.example",
          "full_name": "Nadia Silva",
          "name": "nadia.silva@acme.example",
          "vendor_id": "00u0R6oBwnI8hXCx2aCe",
          "vendor_status": "ACTIVE",
          "vendor_created_at": "2024-11-27T16:38:12.090Z",
          "activated_at": "2024-11-29T12:40:55.800Z",
          "last_status_changed_at": "2024-11-29T12:40:55.800Z",
          "last_login_at": "2025-12-28T12:07:36.003Z",
          "last_updated_at": "2025-08-14T05:48:52.702Z",
          "last_password_changed_at": "2024-12-04T19:51:21.416Z",
          "is_deleted": false,
          "is_mfa_enabled": false,
          "is_admin": true,
          "user_type": null,
          "employee_id": "10005",
          "job_title": "Director of IT",
          "department": "IT",
          "manager": "Saskia Gundersen",
          "address": {
            "street": "173 Harbour Street",
            "city": "Sydney",
            "state": "NSW",
            "country": "AU",
            "postal_code": "2000"
          },
          "vendor_data": {
            "vendor": "OKTA",
            "type_id": "otyDemoVendorDefault0",
            "user_type": null,
            "organization": null,
            "division": null,
            "cost_center": null,
            "first_name": "Nadia",
            "last_name": "Silva",
            "second_email": null,
            "mobile_phone": null,
            "preferred_language": null,
            "locale": null,
            "timezone": null,
            "transitioning_to_status": null,
            "credential_provider_type": "OKTA",
            "credential_provider_name": "OKTA",
            "credentials": {
              "emails": [
                {
                  "status": "VERIFIED",
                  "type": "PRIMARY"
                }
              ]
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getIdpUser": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000009",
      "domain": "acme.example",
      "email_addr": "nadia.silva@acme.example",
      "full_name": "Nadia Silva",
      "name": "nadia.silva@acme.example",
      "vendor_id": "00u0R6oBwnI8hXCx2aCe",
      "vendor_status": "ACTIVE",
      "vendor_created_at": "2024-11-27T16:38:12.090Z",
      "activated_at": "2024-11-29T12:40:55.800Z",
      "last_status_changed_at": "2024-11-29T12:40:55.800Z",
      "last_login_at": "2025-12-28T12:07:36.003Z",
      "last_updated_at": "2025-08-14T05:48:52.702Z",
      "last_password_changed_at": "2024-12-04T19:51:21.416Z",
      "is_deleted": false,
      "is_mfa_enabled": false,
      "is_admin": true,
      "user_type": null,
      "employee_id": "10005",
      "job_title": "Director of IT",
      "department": "IT",
      "manager": "Saskia Gundersen",
      "address": {
        "street": "173 Harbour Street",
        "city": "Sydney",
        "state": "NSW",
        "country": "AU",
        "postal_code": "2000"
      },
      "vendor_data": {
        "vendor": "OKTA",
        "type_id": "otyDemoVendorDefault0",
        "user_type": null,
        "organization": null,
        "division": null,
        "cost_center": null,
        "first_name": "Nadia",
        "last_name": "Silva",
        "second_email": null,
        "mobile_phone": null,
        "preferred_language": null,
        "locale": null,
        "timezone": null,
        "transitioning_to_status": null,
        "credential_provider_type": "OKTA",
        "credential_provider_name": "OKTA",
        "credentials": {
          "emails": [
            {
              "status": "VERIFIED",
              "type": "PRIMARY"
            }
          ]
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listIdpGroups": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000010",
          "types": [
            "OKTA_GROUP"
          ],
          "description": "Approve changes to the main branch",
          "name": "Code Owners",
          "vendor_id": "00g3kxRQz0qs5M7PSgWF",
          "vendor_created_at": "2022-11-15T08:00:00.000Z",
          "last_membership_updated_at": "2025-08-11T08:00:00.000Z",
          "last_updated_at": "2023-03-04T08:00:00.000Z",
          "is_deleted": false
        }
      ]
    }
  },
  "getIdpGroup": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000010",
      "types": [
        "OKTA_GROUP"
      ],
      "description": "Approve changes to the main branch",
      "name": "Code Owners",
      "vendor_id": "00g3kxRQz0qs5M7PSgWF",
      "vendor_created_at": "2022-11-15T08:00:00.000Z",
      "last_membership_updated_at": "2025-08-11T08:00:00.000Z",
      "last_updated_at": "2023-03-04T08:00:00.000Z",
      "is_deleted": false
    }
  },
  "listIdpApplications": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000011",
          "labels": [
            "Ledger"
          ],
          "name": "ledger",
          "vendor_id": "0oa16dpNvGXb0uAgDwVE",
          "version": null,
          "vendor_status": "ACTIVE",
          "vendor_created_at": "2023-10-26T08:00:00.000Z",
          "last_updated_at": "2025-01-25T08:00:00.000Z",
          "is_deleted": false
        }
      ]
    }
  },
  "getIdpApplication": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000011",
      "labels": [
        "Ledger"
      ],
      "name": "ledger",
      "vendor_id": "0oa16dpNvGXb0uAgDwVE",
      "version": null,
      "vendor_status": "ACTIVE",
      "vendor_created_at": "2023-10-26T08:00:00.000Z",
      "last_updated_at": "2025-01-25T08:00:00.000Z",
      "is_deleted": false
    }
  },
  "listIdpPolicies": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000012",
          "name": "Default Policy",
          "type": "MFA_ENROLL",
          "status": "ENABLED",
          "description": "The default policy applies in all situations if no other policy applies.",
          "priority": 1,
          "conditions": {
            "people": {
              "groups": {
                "include": [
                  "00g3sOMEzrYxg2pz8IJQ"
                ]
              }
            }
          },
          "vendor_created_at": "2024-02-05T09:00:00.000Z",
          "last_updated_at": "2024-02-05T09:00:00.000Z",
          "is_deleted": false,
          "vendor": "OKTA",
          "vendor_id": "00pDemoFactors000001",
          "vendor_data": {
            "vendor": "OKTA",
            "status": "ACTIVE",
            "system": true,
            "settings": null
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getIdpPolicy": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000012",
      "name": "Default Policy",
      "type": "MFA_ENROLL",
      "status": "ENABLED",
      "description": "The default policy applies in all situations if no other policy applies.",
      "priority": 1,
      "conditions": {
        "people": {
          "groups": {
            "include": [
              "00g3sOMEzrYxg2pz8IJQ"
            ]
          }
        }
      },
      "vendor_created_at": "2024-02-05T09:00:00.000Z",
      "last_updated_at": "2024-02-05T09:00:00.000Z",
      "is_deleted": false,
      "vendor": "OKTA",
      "vendor_id": "00pDemoFactors000001",
      "vendor_data": {
        "vendor": "OKTA",
        "status": "ACTIVE",
        "system": true,
        "settings": null
      },
      "vendor_data_omitted": null
    }
  },
  "listIdpPolicyUsers": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000013",
          "domain": "mail.acme.example",
          "email_addr": "ada@mail.acme.example",
          "full_name": "Ada Rivers",
          "name": "ada@acme.example",
          "vendor_id": "u-1",
          "vendor_status": "ENABLED",
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "activated_at": null,
          "last_status_changed_at": null,
          "last_login_at": "2024-05-20T08:30:00.000Z",
          "last_updated_at": null,
          "last_password_changed_at": "2024-05-04T08:30:00.000Z",
          "is_deleted": false,
          "is_mfa_enabled": true,
          "is_admin": true,
          "user_type": "MEMBER",
          "employee_id": "1001",
          "job_title": "Engineer",
          "department": "Research",
          "manager": "grace@acme.example",
          "address": {
            "street": "1 Mill Lane",
            "city": "Leeds",
            "state": "West Yorkshire",
            "country": "United Kingdom",
            "postal_code": "LS1 1AA"
          },
          "vendor_data": {
            "vendor": "MS_ENTRA",
            "mail_nickname": "ada",
            "password_policies": "DisablePasswordExpiration",
            "on_premises_distinguished_name": "CN=Ada,OU=Staff,DC=acme,DC=example",
            "on_premises_sync_enabled": true,
            "user_type": "Member",
            "employee_type": "Employee",
            "external_user_state": null,
            "given_name": "Ada",
            "surname": "Rivers",
            "other_mails": [],
            "company_name": "Acme",
            "office_location": "Mill 2",
            "preferred_language": "en-GB",
            "mobilePhone": "+44 7700 900000",
            "businessPhones": [],
            "employeeOrgData": {
              "division": "Engines"
            },
            "onPremisesExtensionAttributes": {
              "extensionAttribute1": "badge 7"
            },
            "onPremisesLastSyncDateTime": "2024-05-20T08:30:00Z"
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "listIdpPolicyGroups": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000014",
          "types": [
            "Unified",
            "DynamicMembership",
            "SecurityEnabled",
            "MailEnabled"
          ],
          "description": "All of us",
          "name": "Everyone",
          "vendor_id": "g-1",
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "last_membership_updated_at": null,
          "last_updated_at": null,
          "is_deleted": false
        }
      ]
    }
  },
  "listIdpPolicyApplications": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000015",
          "labels": [],
          "name": "Wiki",
          "vendor_id": "sp-2",
          "version": null,
          "vendor_status": "DISABLED",
          "vendor_created_at": "1970-01-01T00:00:00.000Z",
          "last_updated_at": null,
          "is_deleted": false
        }
      ]
    }
  },
  "listIdpAlerts": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000016",
          "title": "User risk detected",
          "description": "New country",
          "severity": "MEDIUM",
          "vendor_severity": "WARN",
          "status": "NEW",
          "vendor_status": null,
          "category": "user.risk.detect",
          "detected_at": "2024-05-23T08:30:00.000Z",
          "last_updated_at": "2024-05-23T08:30:00.000Z",
          "user_id": "00000000-0000-4000-8000-000000000017",
          "user_vendor_id": "00u2",
          "user_name": "grace@acme.example",
          "application_id": null,
          "application_vendor_id": null,
          "ip_address": "203.0.113.7",
          "location": {
            "city": "Leeds",
            "state": "England",
            "country": "United Kingdom"
          },
          "url": null,
          "vendor": "OKTA",
          "vendor_id": "e3",
          "vendor_data": {
            "vendor": "OKTA",
            "outcome": "SUCCESS",
            "severity": "WARN",
            "actor": {
              "id": "00s1",
              "type": "SystemPrincipal",
              "alternateId": "system@okta.com",
              "displayName": "Okta System"
            },
            "target": [
              {
                "id": "00u2",
                "type": "User",
                "alternateId": "grace@acme.example",
                "displayName": "Grace Rivers"
              }
            ],
            "client": {
              "ipAddress": "203.0.113.7",
              "device": "Computer",
              "userAgent": {
                "rawUserAgent": "Browser/1.0",
                "os": "Linux",
                "browser": "OTHER"
              },
              "geographicalContext": {
                "city": "Leeds",
                "state": "England",
                "country": "United Kingdom",
                "postalCode": "LS1"
              },
              "zone": "null"
            },
            "version": "0",
            "legacyEventType": "core.user_auth.login_success",
            "transaction": {
              "type": "WEB"
            },
            "authenticationContext": {
              "authenticationStep": 0
            },
            "securityContext": {
              "asNumber": 64500,
              "isProxy": false
            },
            "debugContext": {
              "debugData": {
                "risk": "{reasons=Anomalous Location, level=HIGH}"
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getIdpAlert": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000016",
      "title": "User risk detected",
      "description": "New country",
      "severity": "MEDIUM",
      "vendor_severity": "WARN",
      "status": "NEW",
      "vendor_status": null,
      "category": "user.risk.detect",
      "detected_at": "2024-05-23T08:30:00.000Z",
      "last_updated_at": "2024-05-23T08:30:00.000Z",
      "user_id": "00000000-0000-4000-8000-000000000017",
      "user_vendor_id": "00u2",
      "user_name": "grace@acme.example",
      "application_id": null,
      "application_vendor_id": null,
      "ip_address": "203.0.113.7",
      "location": {
        "city": "Leeds",
        "state": "England",
        "country": "United Kingdom"
      },
      "url": null,
      "vendor": "OKTA",
      "vendor_id": "e3",
      "vendor_data": {
        "vendor": "OKTA",
        "outcome": "SUCCESS",
        "severity": "WARN",
        "actor": {
          "id": "00s1",
          "type": "SystemPrincipal",
          "alternateId": "system@okta.com",
          "displayName": "Okta System"
        },
        "target": [
          {
            "id": "00u2",
            "type": "User",
            "alternateId": "grace@acme.example",
            "displayName": "Grace Rivers"
          }
        ],
        "client": {
          "ipAddress": "203.0.113.7",
          "device": "Computer",
          "userAgent": {
            "rawUserAgent": "Browser/1.0",
            "os": "Linux",
            "browser": "OTHER"
          },
          "geographicalContext": {
            "city": "Leeds",
            "state": "England",
            "country": "United Kingdom",
            "postalCode": "LS1"
          },
          "zone": "null"
        },
        "version": "0",
        "legacyEventType": "core.user_auth.login_success",
        "transaction": {
          "type": "WEB"
        },
        "authenticationContext": {
          "authenticationStep": 0
        },
        "securityContext": {
          "asNumber": 64500,
          "isProxy": false
        },
        "debugContext": {
          "debugData": {
            "risk": "{reasons=Anomalous Location, level=HIGH}"
          }
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listIdpAuditLogs": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000018",
          "event_type": "user.risk.detect",
          "category": "user",
          "description": "User risk detected",
          "outcome": "SUCCESS",
          "outcome_reason": "New country",
          "severity": "MEDIUM",
          "occurred_at": "2024-05-23T08:30:00.000Z",
          "actor": {
            "id": null,
            "vendor_id": "00s1",
            "type": "SystemPrincipal",
            "name": "Okta System",
            "email": "system@okta.com"
          },
          "targets": [
            {
              "vendor_id": "00u2",
              "type": "User",
              "name": "Grace Rivers"
            }
          ],
          "client": {
            "ip_address": "203.0.113.7",
            "user_agent": "Browser/1.0",
            "device": "Computer",
            "location": {
              "city": "Leeds",
              "state": "England",
              "country": "United Kingdom"
            }
          },
          "session_id": "s1",
          "request_id": "t1",
          "vendor": "OKTA",
          "vendor_id": "e3",
          "vendor_data": {
            "vendor": "OKTA",
            "outcome": "SUCCESS",
            "severity": "WARN",
            "version": "0",
            "legacyEventType": "core.user_auth.login_success",
            "client": {
              "userAgent": {
                "os": "Linux",
                "browser": "OTHER"
              },
              "zone": "null",
              "geographicalContext": {
                "postalCode": "LS1"
              }
            },
            "transaction": {
              "type": "WEB"
            },
            "authenticationContext": {
              "authenticationStep": 0
            },
            "securityContext": {
              "asNumber": 64500,
              "isProxy": false
            },
            "debugContext": {
              "debugData": {
                "risk": "{reasons=Anomalous Location, level=HIGH}"
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getIdpAuditLog": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000018",
      "event_type": "user.risk.detect",
      "category": "user",
      "description": "User risk detected",
      "outcome": "SUCCESS",
      "outcome_reason": "New country",
      "severity": "MEDIUM",
      "occurred_at": "2024-05-23T08:30:00.000Z",
      "actor": {
        "id": null,
        "vendor_id": "00s1",
        "type": "SystemPrincipal",
        "name": "Okta System",
        "email": "system@okta.com"
      },
      "targets": [
        {
          "vendor_id": "00u2",
          "type": "User",
          "name": "Grace Rivers"
        }
      ],
      "client": {
        "ip_address": "203.0.113.7",
        "user_agent": "Browser/1.0",
        "device": "Computer",
        "location": {
          "city": "Leeds",
          "state": "England",
          "country": "United Kingdom"
        }
      },
      "session_id": "s1",
      "request_id": "t1",
      "vendor": "OKTA",
      "vendor_id": "e3",
      "vendor_data": {
        "vendor": "OKTA",
        "outcome": "SUCCESS",
        "severity": "WARN",
        "version": "0",
        "legacyEventType": "core.user_auth.login_success",
        "client": {
          "userAgent": {
            "os": "Linux",
            "browser": "OTHER"
          },
          "zone": "null",
          "geographicalContext": {
            "postalCode": "LS1"
          }
        },
        "transaction": {
          "type": "WEB"
        },
        "authenticationContext": {
          "authenticationStep": 0
        },
        "securityContext": {
          "asNumber": 64500,
          "isProxy": false
        },
        "debugContext": {
          "debugData": {
            "risk": "{reasons=Anomalous Location, level=HIGH}"
          }
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listComplianceFindings": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000019",
          "title": "S3 buckets should block public access",
          "description": "This control checks whether a bucket blocks public access at the bucket level.",
          "remediation": "See the documentation of the control. https://docs.aws.amazon.com/console/securityhub/S3.8/remediation",
          "resource_id": "arn:aws:s3:::acme-invoices",
          "resource_name": "Invoices",
          "resource_region": "eu-west-1",
          "resource_type": "AwsS3Bucket",
          "severity": "HIGH",
          "vendor_severity": "HIGH",
          "status": "IN_PROGRESS",
          "vendor_status": "NOTIFIED",
          "status_changed_at": "2024-05-10T08:30:00.000Z",
          "start_time": "2024-05-01T08:30:00.000Z",
          "vendor": "AWS_SECURITYHUB",
          "vendor_id": "arn:aws:securityhub:eu-west-1:123456789012:security-control/S3.8/finding/f-1",
          "vendor_data": {
            "vendor": "AWS_SECURITYHUB",
            "product_arn": "arn:aws:securityhub:eu-west-1::product/aws/securityhub",
            "product_name": "Security Hub",
            "company_name": "AWS",
            "account_id": "123456789012",
            "account_name": "acme-production",
            "region": "eu-west-1",
            "generator_id": "security-control/S3.8",
            "types": [
              "Software and Configuration Checks/Industry and Regulatory Standards"
            ],
            "workflow_status": "NOTIFIED",
            "record_state": "ACTIVE",
            "compliance_status": "FAILED",
            "status_reasons": [
              {
                "ReasonCode": "S3_PUBLIC",
                "Description": "Public access is not blocked."
              }
            ],
            "related_requirements": [
              "CIS AWS Foundations Benchmark v1.2.0/2.1"
            ],
            "created_at": "2024-05-02T08:30:00.000Z",
            "updated_at": "2024-05-10T08:30:00.000Z",
            "last_observed_at": "2024-05-20T08:30:00.000Z",
            "severity_original": "HIGH",
            "product_fields": {
              "aws/securityhub/ProductName": "Security Hub",
              "Resources:0/Id": "arn:aws:s3:::acme-invoices"
            },
            "finding_provider_fields": {
              "Severity": {
                "Label": "HIGH"
              },
              "Types": [
                "Software and Configuration Checks"
              ]
            },
            "user_defined_fields": {
              "owner": "web"
            },
            "note": {
              "Text": "Being fixed",
              "UpdatedBy": "ada",
              "UpdatedAt": "2024-05-10T08:30:00.000Z"
            },
            "source_url": "https://acme.example/checks/S3.8",
            "confidence": 99,
            "criticality": 50,
            "vulnerabilities": [
              {
                "Id": "CVE-2024-0001"
              }
            ],
            "cve": [
              "CVE-2024-0001"
            ],
            "epss_score": null,
            "exploit_available": null,
            "fix_available": null,
            "fixed_packages": [],
            "resources": [
              {
                "id": "arn:aws:s3:::acme-invoices",
                "type": "AwsS3Bucket",
                "region": "eu-west-1",
                "partition": "aws",
                "tags": {
                  "Name": "Invoices"
                },
                "details": {
                  "AwsS3Bucket": {
                    "OwnerId": "owner-1"
                  }
                }
              },
              {
                "id": "AWS::::Account:123456789012",
                "type": "AwsAccount",
                "region": null,
                "partition": null,
                "tags": null,
                "details": null
              }
            ],
            "SchemaVersion": "2018-10-08",
            "ProcessedAt": "2024-05-21T08:30:00.000Z",
            "Severity": {
              "Product": 7
            },
            "Resources": [
              {
                "ApplicationName": "billing"
              },
              null
            ],
            "Compliance": {
              "SecurityControlParameters": [
                {
                  "Name": "blockPublicAcls",
                  "Value": [
                    "true"
                  ]
                }
              ]
            },
            "Sample": false,
            "VerificationState": "TRUE_POSITIVE",
            "Process": {
              "Name": "sshd",
              "Pid": 7,
              "Path": "/usr/sbin/sshd"
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getComplianceFinding": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000019",
      "title": "S3 buckets should block public access",
      "description": "This control checks whether a bucket blocks public access at the bucket level.",
      "remediation": "See the documentation of the control. https://docs.aws.amazon.com/console/securityhub/S3.8/remediation",
      "resource_id": "arn:aws:s3:::acme-invoices",
      "resource_name": "Invoices",
      "resource_region": "eu-west-1",
      "resource_type": "AwsS3Bucket",
      "severity": "HIGH",
      "vendor_severity": "HIGH",
      "status": "IN_PROGRESS",
      "vendor_status": "NOTIFIED",
      "status_changed_at": "2024-05-10T08:30:00.000Z",
      "start_time": "2024-05-01T08:30:00.000Z",
      "vendor": "AWS_SECURITYHUB",
      "vendor_id": "arn:aws:securityhub:eu-west-1:123456789012:security-control/S3.8/finding/f-1",
      "vendor_data": {
        "vendor": "AWS_SECURITYHUB",
        "product_arn": "arn:aws:securityhub:eu-west-1::product/aws/securityhub",
        "product_name": "Security Hub",
        "company_name": "AWS",
        "account_id": "123456789012",
        "account_name": "acme-production",
        "region": "eu-west-1",
        "generator_id": "security-control/S3.8",
        "types": [
          "Software and Configuration Checks/Industry and Regulatory Standards"
        ],
        "workflow_status": "NOTIFIED",
        "record_state": "ACTIVE",
        "compliance_status": "FAILED",
        "status_reasons": [
          {
            "ReasonCode": "S3_PUBLIC",
            "Description": "Public access is not blocked."
          }
        ],
        "related_requirements": [
          "CIS AWS Foundations Benchmark v1.2.0/2.1"
        ],
        "created_at": "2024-05-02T08:30:00.000Z",
        "updated_at": "2024-05-10T08:30:00.000Z",
        "last_observed_at": "2024-05-20T08:30:00.000Z",
        "severity_original": "HIGH",
        "product_fields": {
          "aws/securityhub/ProductName": "Security Hub",
          "Resources:0/Id": "arn:aws:s3:::acme-invoices"
        },
        "finding_provider_fields": {
          "Severity": {
            "Label": "HIGH"
          },
          "Types": [
            "Software and Configuration Checks"
          ]
        },
        "user_defined_fields": {
          "owner": "web"
        },
        "note": {
          "Text": "Being fixed",
          "UpdatedBy": "ada",
          "UpdatedAt": "2024-05-10T08:30:00.000Z"
        },
        "source_url": "https://acme.example/checks/S3.8",
        "confidence": 99,
        "criticality": 50,
        "vulnerabilities": [
          {
            "Id": "CVE-2024-0001"
          }
        ],
        "cve": [
          "CVE-2024-0001"
        ],
        "epss_score": null,
        "exploit_available": null,
        "fix_available": null,
        "fixed_packages": [],
        "resources": [
          {
            "id": "arn:aws:s3:::acme-invoices",
            "type": "AwsS3Bucket",
            "region": "eu-west-1",
            "partition": "aws",
            "tags": {
              "Name": "Invoices"
            },
            "details": {
              "AwsS3Bucket": {
                "OwnerId": "owner-1"
              }
            }
          },
          {
            "id": "AWS::::Account:123456789012",
            "type": "AwsAccount",
            "region": null,
            "partition": null,
            "tags": null,
            "details": null
          }
        ],
        "SchemaVersion": "2018-10-08",
        "ProcessedAt": "2024-05-21T08:30:00.000Z",
        "Severity": {
          "Product": 7
        },
        "Resources": [
          {
            "ApplicationName": "billing"
          },
          null
        ],
        "Compliance": {
          "SecurityControlParameters": [
            {
              "Name": "blockPublicAcls",
              "Value": [
                "true"
              ]
            }
          ]
        },
        "Sample": false,
        "VerificationState": "TRUE_POSITIVE",
        "Process": {
          "Name": "sshd",
          "Pid": 7,
          "Path": "/usr/sbin/sshd"
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listCompliances": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000020",
          "standard": "AWS Foundational Security Best Practices",
          "standard_version": "1.0.0",
          "control": "IAM.5",
          "control_name": "People use MFA",
          "description": "This control checks: People use MFA.",
          "result": "PASS",
          "passed_count": 1,
          "failed_count": 0,
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "last_updated_at": "2024-05-11T08:30:00.000Z",
          "vendor": "AWS_SECURITYHUB",
          "vendor_id": "arn:aws:securityhub:eu-west-1:123456789012:subscription/aws-foundational-security-best-practices/v/1.0.0/IAM.5",
          "vendor_data": {
            "vendor": "AWS_SECURITYHUB",
            "standards_arn": "arn:aws:securityhub:eu-west-1::standards/aws-foundational-security-best-practices/v/1.0.0",
            "standards_status": "READY",
            "region": "eu-west-1",
            "account_id": "123456789012",
            "severity_rating": "HIGH",
            "remediation_url": "https://docs.aws.amazon.com/console/securityhub/IAM.5/remediation",
            "region_availability": "AVAILABLE",
            "CustomizableProperties": [
              "Parameters"
            ],
            "ParameterDefinitions": {
              "days": {
                "Description": "How many days",
                "ConfigurationOptions": {
                  "Integer": {
                    "DefaultValue": 7
                  }
                }
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getCompliance": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000020",
      "standard": "AWS Foundational Security Best Practices",
      "standard_version": "1.0.0",
      "control": "IAM.5",
      "control_name": "People use MFA",
      "description": "This control checks: People use MFA.",
      "result": "PASS",
      "passed_count": 1,
      "failed_count": 0,
      "vendor_created_at": "2024-05-01T08:30:00.000Z",
      "last_updated_at": "2024-05-11T08:30:00.000Z",
      "vendor": "AWS_SECURITYHUB",
      "vendor_id": "arn:aws:securityhub:eu-west-1:123456789012:subscription/aws-foundational-security-best-practices/v/1.0.0/IAM.5",
      "vendor_data": {
        "vendor": "AWS_SECURITYHUB",
        "standards_arn": "arn:aws:securityhub:eu-west-1::standards/aws-foundational-security-best-practices/v/1.0.0",
        "standards_status": "READY",
        "region": "eu-west-1",
        "account_id": "123456789012",
        "severity_rating": "HIGH",
        "remediation_url": "https://docs.aws.amazon.com/console/securityhub/IAM.5/remediation",
        "region_availability": "AVAILABLE",
        "CustomizableProperties": [
          "Parameters"
        ],
        "ParameterDefinitions": {
          "days": {
            "Description": "How many days",
            "ConfigurationOptions": {
              "Integer": {
                "DefaultValue": 7
              }
            }
          }
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listCspmAlerts": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000021",
          "title": "198.51.100.7 is performing SSH brute force attacks against web-1.",
          "description": "Brute force attacks guess the password of an instance.",
          "severity": "LOW",
          "vendor_severity": "LOW",
          "status": "IN_PROGRESS",
          "vendor_status": "NOTIFIED",
          "category": "TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce",
          "resource_id": "arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc1234def567890",
          "resource_name": "web-1",
          "resource_type": "AwsEc2Instance",
          "cloud_provider": "AWS",
          "account_id": "123456789012",
          "region": "eu-west-1",
          "first_event_time": "2024-05-01T08:30:00.000Z",
          "last_event_time": "2024-05-05T08:30:00.000Z",
          "resolved_time": null,
          "remediation": "Check who may use SSH. https://docs.example/ssh",
          "mitre": [
            {
              "tactic_id": "TA0001",
              "tactic_name": "Initial Access",
              "technique_id": null,
              "technique_name": null
            }
          ],
          "url": "https://console.acme.example/guardduty/t-1",
          "vendor": "AWS_SECURITYHUB",
          "vendor_id": "arn:aws:guardduty:eu-west-1:123456789012:detector/d1/finding/t-1",
          "vendor_data": {
            "vendor": "AWS_SECURITYHUB",
            "product_arn": "arn:aws:securityhub:eu-west-1::product/aws/guardduty",
            "account_id": "123456789012",
            "region": "eu-west-1",
            "types": [
              "TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce"
            ],
            "workflow_status": "NOTIFIED",
            "record_state": "ACTIVE",
            "created_at": "2024-05-02T08:30:00.000Z",
            "updated_at": "2024-05-06T08:30:00.000Z",
            "severity_original": null,
            "resources": [
              {
                "id": "arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc1234def567890",
                "type": "AwsEc2Instance",
                "region": "eu-west-1",
                "name": "web-1"
              },
              {
                "id": "AWS::::Account:123456789012",
                "type": "AwsAccount",
                "region": null,
                "name": null
              }
            ],
            "SchemaVersion": "2018-10-08",
            "ProductName": "GuardDuty",
            "CompanyName": "Amazon",
            "GeneratorId": "arn:aws:guardduty:eu-west-1:123456789012:detector/d1",
            "ProcessedAt": "2024-05-07T08:30:00.000Z",
            "Severity": {
              "Product": 2
            },
            "ProductFields": {
              "aws/guardduty/service/archived": "false",
              "aws/guardduty/service/count": "74"
            },
            "Resources": [
              {
                "Partition": "aws",
                "Tags": {
                  "team": "shop"
                },
                "Details": {
                  "AwsEc2Instance": {
                    "Type": "c6i.large",
                    "IpV4Addresses": [
                      "203.0.113.7",
                      "10.0.0.7"
                    ],
                    "VpcId": "vpc-1"
                  }
                }
              },
              null
            ],
            "Action": {
              "ActionType": "NETWORK_CONNECTION",
              "NetworkConnectionAction": {
                "Blocked": false,
                "Protocol": "TCP"
              }
            },
            "Sample": false
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getCspmAlert": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000021",
      "title": "198.51.100.7 is performing SSH brute force attacks against web-1.",
      "description": "Brute force attacks guess the password of an instance.",
      "severity": "LOW",
      "vendor_severity": "LOW",
      "status": "IN_PROGRESS",
      "vendor_status": "NOTIFIED",
      "category": "TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce",
      "resource_id": "arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc1234def567890",
      "resource_name": "web-1",
      "resource_type": "AwsEc2Instance",
      "cloud_provider": "AWS",
      "account_id": "123456789012",
      "region": "eu-west-1",
      "first_event_time": "2024-05-01T08:30:00.000Z",
      "last_event_time": "2024-05-05T08:30:00.000Z",
      "resolved_time": null,
      "remediation": "Check who may use SSH. https://docs.example/ssh",
      "mitre": [
        {
          "tactic_id": "TA0001",
          "tactic_name": "Initial Access",
          "technique_id": null,
          "technique_name": null
        }
      ],
      "url": "https://console.acme.example/guardduty/t-1",
      "vendor": "AWS_SECURITYHUB",
      "vendor_id": "arn:aws:guardduty:eu-west-1:123456789012:detector/d1/finding/t-1",
      "vendor_data": {
        "vendor": "AWS_SECURITYHUB",
        "product_arn": "arn:aws:securityhub:eu-west-1::product/aws/guardduty",
        "account_id": "123456789012",
        "region": "eu-west-1",
        "types": [
          "TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce"
        ],
        "workflow_status": "NOTIFIED",
        "record_state": "ACTIVE",
        "created_at": "2024-05-02T08:30:00.000Z",
        "updated_at": "2024-05-06T08:30:00.000Z",
        "severity_original": null,
        "resources": [
          {
            "id": "arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc1234def567890",
            "type": "AwsEc2Instance",
            "region": "eu-west-1",
            "name": "web-1"
          },
          {
            "id": "AWS::::Account:123456789012",
            "type": "AwsAccount",
            "region": null,
            "name": null
          }
        ],
        "SchemaVersion": "2018-10-08",
        "ProductName": "GuardDuty",
        "CompanyName": "Amazon",
        "GeneratorId": "arn:aws:guardduty:eu-west-1:123456789012:detector/d1",
        "ProcessedAt": "2024-05-07T08:30:00.000Z",
        "Severity": {
          "Product": 2
        },
        "ProductFields": {
          "aws/guardduty/service/archived": "false",
          "aws/guardduty/service/count": "74"
        },
        "Resources": [
          {
            "Partition": "aws",
            "Tags": {
              "team": "shop"
            },
            "Details": {
              "AwsEc2Instance": {
                "Type": "c6i.large",
                "IpV4Addresses": [
                  "203.0.113.7",
                  "10.0.0.7"
                ],
                "VpcId": "vpc-1"
              }
            }
          },
          null
        ],
        "Action": {
          "ActionType": "NETWORK_CONNECTION",
          "NetworkConnectionAction": {
            "Blocked": false,
            "Protocol": "TCP"
          }
        },
        "Sample": false
      },
      "vendor_data_omitted": null
    }
  },
  "listDevices": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000022",
          "status": "ACTIVE",
          "platform": "WINDOWS",
          "hostnames": [
            "ADA-LAPTOP"
          ],
          "fqdns": [
            "ADA-LAPTOP.acme.example"
          ],
          "ipv4s": [
            "192.0.2.10",
            "192.0.2.11"
          ],
          "ipv6s": [],
          "mac_addresses": [
            "00-00-5e-00-53-01",
            "00-00-5e-00-53-02"
          ],
          "serial_number": "SN-1001",
          "manufacturer": "Acme Computers",
          "model": "Notebook 7",
          "os_version": "Windows 11",
          "os_major_version": "10",
          "os_minor_version": "0",
          "first_seen": "2024-05-01T08:30:00.000Z",
          "last_seen": "2024-05-20T08:30:00.000Z",
          "is_encrypted": null,
          "is_managed": true,
          "owner_email": "ada@acme.example",
          "source_vendors": [
            {
              "vendor": "CROWDSTRIKE",
              "vendor_id": "d1",
              "agent_info": {
                "agent_version": "7.10.17706.0",
                "signature_version": null,
                "policies": [
                  "p1",
                  "p2"
                ]
              }
            }
          ],
          "installed_software": null,
          "ad_info": {
            "org_unit": "Research/Laptops",
            "site_name": "Leeds",
            "domain": "acme.example",
            "device_id": null
          },
          "cloud_metadata": null,
          "vendor": "CROWDSTRIKE",
          "vendor_id": "d1",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "vendor_status": "normal",
            "platform_name": "Windows",
            "product_type": "Workstation",
            "provision_status": "Provisioned",
            "reduced_functionality_mode": "no",
            "cid": "c1",
            "os_build": "22631",
            "os_product_name": "Windows 11 Enterprise",
            "kernel_version": "10.0.22631.3593",
            "bios_manufacturer": "Acme",
            "bios_version": "1.7",
            "chassis_type": "Notebook",
            "last_reboot": "2024-05-19T08:30:00Z",
            "last_login_user": "ada",
            "last_login_timestamp": "2024-05-20T08:30:00Z",
            "modified_timestamp": "2024-05-20T08:30:00Z",
            "detection_suppression_status": "unsuppressed",
            "filesystem_containment_status": "normal",
            "host_hidden_status": "visible",
            "deployment_type": "Standard",
            "linux_sensor_mode": null,
            "rtr_state": "enabled",
            "policies": {
              "prevention": {
                "policy_id": "p1",
                "policy_type": "prevention",
                "settings_hash": "hash-p1",
                "applied": true,
                "applied_date": "2024-05-02T08:30:00Z",
                "assigned_date": "2024-05-01T08:30:00Z",
                "uninstall_protection": "ENABLED"
              },
              "sensor_update": {
                "policy_id": "p2",
                "policy_type": "prevention",
                "settings_hash": "hash-p2",
                "applied": true,
                "applied_date": "2024-05-02T08:30:00Z",
                "assigned_date": "2024-05-01T08:30:00Z",
                "uninstall_protection": "ENABLED"
              },
              "firewall": null
            },
            "default_gateway_ip": "192.0.2.1",
            "external_ip": "198.51.100.7",
            "service_provider": null,
            "group_ids": [
              "g1"
            ],
            "tags": [
              "SensorGroupingTags/research"
            ],
            "cpu_vendor": "0",
            "host_utc_offset": "+01:00",
            "notes": [],
            "agent_local_time": "2024-05-20T09:30:00.512Z",
            "slow_changing_modified_timestamp": "2024-05-12T08:30:00Z",
            "meta": {
              "version": "412",
              "version_string": "9:412"
            },
            "managed_apps": {
              "netskope": {
                "version": "1.2"
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getDevice": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000022",
      "status": "ACTIVE",
      "platform": "WINDOWS",
      "hostnames": [
        "ADA-LAPTOP"
      ],
      "fqdns": [
        "ADA-LAPTOP.acme.example"
      ],
      "ipv4s": [
        "192.0.2.10",
        "192.0.2.11"
      ],
      "ipv6s": [],
      "mac_addresses": [
        "00-00-5e-00-53-01",
        "00-00-5e-00-53-02"
      ],
      "serial_number": "SN-1001",
      "manufacturer": "Acme Computers",
      "model": "Notebook 7",
      "os_version": "Windows 11",
      "os_major_version": "10",
      "os_minor_version": "0",
      "first_seen": "2024-05-01T08:30:00.000Z",
      "last_seen": "2024-05-20T08:30:00.000Z",
      "is_encrypted": null,
      "is_managed": true,
      "owner_email": "ada@acme.example",
      "source_vendors": [
        {
          "vendor": "CROWDSTRIKE",
          "vendor_id": "d1",
          "agent_info": {
            "agent_version": "7.10.17706.0",
            "signature_version": null,
            "policies": [
              "p1",
              "p2"
            ]
          }
        }
      ],
      "installed_software": null,
      "ad_info": {
        "org_unit": "Research/Laptops",
        "site_name": "Leeds",
        "domain": "acme.example",
        "device_id": null
      },
      "cloud_metadata": null,
      "vendor": "CROWDSTRIKE",
      "vendor_id": "d1",
      "vendor_data": {
        "vendor": "CROWDSTRIKE",
        "vendor_status": "normal",
        "platform_name": "Windows",
        "product_type": "Workstation",
        "provision_status": "Provisioned",
        "reduced_functionality_mode": "no",
        "cid": "c1",
        "os_build": "22631",
        "os_product_name": "Windows 11 Enterprise",
        "kernel_version": "10.0.22631.3593",
        "bios_manufacturer": "Acme",
        "bios_version": "1.7",
        "chassis_type": "Notebook",
        "last_reboot": "2024-05-19T08:30:00Z",
        "last_login_user": "ada",
        "last_login_timestamp": "2024-05-20T08:30:00Z",
        "modified_timestamp": "2024-05-20T08:30:00Z",
        "detection_suppression_status": "unsuppressed",
        "filesystem_containment_status": "normal",
        "host_hidden_status": "visible",
        "deployment_type": "Standard",
        "linux_sensor_mode": null,
        "rtr_state": "enabled",
        "policies": {
          "prevention": {
            "policy_id": "p1",
            "policy_type": "prevention",
            "settings_hash": "hash-p1",
            "applied": true,
            "applied_date": "2024-05-02T08:30:00Z",
            "assigned_date": "2024-05-01T08:30:00Z",
            "uninstall_protection": "ENABLED"
          },
          "sensor_update": {
            "policy_id": "p2",
            "policy_type": "prevention",
            "settings_hash": "hash-p2",
            "applied": true,
            "applied_date": "2024-05-02T08:30:00Z",
            "assigned_date": "2024-05-01T08:30:00Z",
            "uninstall_protection": "ENABLED"
          },
          "firewall": null
        },
        "default_gateway_ip": "192.0.2.1",
        "external_ip": "198.51.100.7",
        "service_provider": null,
        "group_ids": [
          "g1"
        ],
        "tags": [
          "SensorGroupingTags/research"
        ],
        "cpu_vendor": "0",
        "host_utc_offset": "+01:00",
        "notes": [],
        "agent_local_time": "2024-05-20T09:30:00.512Z",
        "slow_changing_modified_timestamp": "2024-05-12T08:30:00Z",
        "meta": {
          "version": "412",
          "version_string": "9:412"
        },
        "managed_apps": {
          "netskope": {
            "version": "1.2"
          }
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listDeviceGroups": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000023",
          "name": "Research",
          "vendor": "CROWDSTRIKE",
          "vendor_id": "g1",
          "created_by": "ada@acme.example",
          "description": "Hosts of Research",
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "group_type": "dynamic",
            "assignment_rule": "tags:'SensorGroupingTags/research'",
            "modified_by": "grace@acme.example",
            "modified_timestamp": "2024-05-03T08:30:00Z"
          },
          "vendor_data_omitted": null,
          "device_ids": [
            "00000000-0000-4000-8000-000000000022",
            "00000000-0000-4000-8000-000000000024"
          ]
        }
      ]
    }
  },
  "getDeviceGroup": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000023",
      "name": "Research",
      "vendor": "CROWDSTRIKE",
      "vendor_id": "g1",
      "created_by": "ada@acme.example",
      "description": "Hosts of Research",
      "vendor_created_at": "2024-05-01T08:30:00.000Z",
      "vendor_data": {
        "vendor": "CROWDSTRIKE",
        "group_type": "dynamic",
        "assignment_rule": "tags:'SensorGroupingTags/research'",
        "modified_by": "grace@acme.example",
        "modified_timestamp": "2024-05-03T08:30:00Z"
      },
      "vendor_data_omitted": null,
      "device_ids": [
        "00000000-0000-4000-8000-000000000022",
        "00000000-0000-4000-8000-000000000024"
      ]
    }
  },
  "listDeviceGroupDevices": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000022",
          "status": "ACTIVE",
          "platform": "WINDOWS",
          "hostnames": [
            "ADA-LAPTOP"
          ],
          "fqdns": [
            "ADA-LAPTOP.acme.example"
          ],
          "ipv4s": [
            "192.0.2.10",
            "192.0.2.11"
          ],
          "ipv6s": [],
          "mac_addresses": [
            "00-00-5e-00-53-01",
            "00-00-5e-00-53-02"
          ],
          "serial_number": "SN-1001",
          "manufacturer": "Acme Computers",
          "model": "Notebook 7",
          "os_version": "Windows 11",
          "os_major_version": "10",
          "os_minor_version": "0",
          "first_seen": "2024-05-01T08:30:00.000Z",
          "last_seen": "2024-05-20T08:30:00.000Z",
          "is_encrypted": null,
          "is_managed": true,
          "owner_email": "ada@acme.example",
          "source_vendors": [
            {
              "vendor": "CROWDSTRIKE",
              "vendor_id": "d1",
              "agent_info": {
                "agent_version": "7.10.17706.0",
                "signature_version": null,
                "policies": [
                  "p1",
                  "p2"
                ]
              }
            }
          ],
          "installed_software": null,
          "ad_info": {
            "org_unit": "Research/Laptops",
            "site_name": "Leeds",
            "domain": "acme.example",
            "device_id": null
          },
          "cloud_metadata": null,
          "vendor": "CROWDSTRIKE",
          "vendor_id": "d1",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "vendor_status": "normal",
            "platform_name": "Windows",
            "product_type": "Workstation",
            "provision_status": "Provisioned",
            "reduced_functionality_mode": "no",
            "cid": "c1",
            "os_build": "22631",
            "os_product_name": "Windows 11 Enterprise",
            "kernel_version": "10.0.22631.3593",
            "bios_manufacturer": "Acme",
            "bios_version": "1.7",
            "chassis_type": "Notebook",
            "last_reboot": "2024-05-19T08:30:00Z",
            "last_login_user": "ada",
            "last_login_timestamp": "2024-05-20T08:30:00Z",
            "modified_timestamp": "2024-05-20T08:30:00Z",
            "detection_suppression_status": "unsuppressed",
            "filesystem_containment_status": "normal",
            "host_hidden_status": "visible",
            "deployment_type": "Standard",
            "linux_sensor_mode": null,
            "rtr_state": "enabled",
            "policies": {
              "prevention": {
                "policy_id": "p1",
                "policy_type": "prevention",
                "settings_hash": "hash-p1",
                "applied": true,
                "applied_date": "2024-05-02T08:30:00Z",
                "assigned_date": "2024-05-01T08:30:00Z",
                "uninstall_protection": "ENABLED"
              },
              "sensor_update": {
                "policy_id": "p2",
                "policy_type": "prevention",
                "settings_hash": "hash-p2",
                "applied": true,
                "applied_date": "2024-05-02T08:30:00Z",
                "assigned_date": "2024-05-01T08:30:00Z",
                "uninstall_protection": "ENABLED"
              },
              "firewall": null
            },
            "default_gateway_ip": "192.0.2.1",
            "external_ip": "198.51.100.7",
            "service_provider": null,
            "group_ids": [
              "g1"
            ],
            "tags": [
              "SensorGroupingTags/research"
            ],
            "cpu_vendor": "0",
            "host_utc_offset": "+01:00",
            "notes": [],
            "agent_local_time": "2024-05-20T09:30:00.512Z",
            "slow_changing_modified_timestamp": "2024-05-12T08:30:00Z",
            "meta": {
              "version": "412",
              "version_string": "9:412"
            },
            "managed_apps": {
              "netskope": {
                "version": "1.2"
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "listDevicePolicies": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000025",
          "name": "Strict",
          "type": "PREVENTION",
          "platform": "Windows",
          "is_enabled": true,
          "description": "The policy of Strict",
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "last_updated_at": "2024-05-04T08:30:00.000Z",
          "vendor": "CROWDSTRIKE",
          "vendor_id": "p1",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "created_by": "ada@acme.example",
            "modified_by": "grace@acme.example",
            "settings": {
              "CloudAntiMalware": {
                "detection": "MODERATE"
              },
              "EndUserNotifications": {
                "enabled": true
              }
            },
            "cid": "c1",
            "ioa_rule_groups": [
              {
                "id": "r1",
                "name": "Office macros"
              }
            ]
          },
          "vendor_data_omitted": null,
          "device_group_ids": [
            "00000000-0000-4000-8000-000000000023"
          ]
        }
      ]
    }
  },
  "getDevicePolicy": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000025",
      "name": "Strict",
      "type": "PREVENTION",
      "platform": "Windows",
      "is_enabled": true,
      "description": "The policy of Strict",
      "vendor_created_at": "2024-05-01T08:30:00.000Z",
      "last_updated_at": "2024-05-04T08:30:00.000Z",
      "vendor": "CROWDSTRIKE",
      "vendor_id": "p1",
      "vendor_data": {
        "vendor": "CROWDSTRIKE",
        "created_by": "ada@acme.example",
        "modified_by": "grace@acme.example",
        "settings": {
          "CloudAntiMalware": {
            "detection": "MODERATE"
          },
          "EndUserNotifications": {
            "enabled": true
          }
        },
        "cid": "c1",
        "ioa_rule_groups": [
          {
            "id": "r1",
            "name": "Office macros"
          }
        ]
      },
      "vendor_data_omitted": null,
      "device_group_ids": [
        "00000000-0000-4000-8000-000000000023"
      ]
    }
  },
  "listDevicePolicyDeviceGroups": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000023",
          "name": "Research",
          "vendor": "CROWDSTRIKE",
          "vendor_id": "g1",
          "created_by": "ada@acme.example",
          "description": "Hosts of Research",
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "group_type": "dynamic",
            "assignment_rule": "tags:'SensorGroupingTags/research'",
            "modified_by": "grace@acme.example",
            "modified_timestamp": "2024-05-03T08:30:00Z"
          },
          "vendor_data_omitted": null,
          "device_ids": [
            "00000000-0000-4000-8000-000000000022",
            "00000000-0000-4000-8000-000000000024"
          ]
        }
      ]
    }
  },
  "listResources": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000026",
          "name": "web-1",
          "type": "EC2_INSTANCE",
          "vendor_type": "AWS_EC2_INSTANCE",
          "cloud_provider": "AWS",
          "account_id": "123456789012",
          "account_name": null,
          "region": "eu-west-1",
          "tags": {
            "Name": "web-1",
            "team": "shop"
          },
          "first_seen": null,
          "last_seen": "2024-05-10T08:30:00.000Z",
          "is_deleted": false,
          "vendor": "AWS_INSPECTOR",
          "vendor_id": "i-0abc1234def567890",
          "vendor_data": {
            "vendor": "AWS_INSPECTOR",
            "aws_account_id": "123456789012",
            "provider": "AWS",
            "scanType": "PACKAGE",
            "scanMode": "EC2_SSM_AGENT_BASED",
            "scanStatus": {
              "statusCode": "ACTIVE",
              "reason": "SUCCESSFUL"
            },
            "resourceMetadata": {
              "ec2": {
                "amiId": "ami-0abc1234def567890",
                "platform": "LINUX"
              }
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getResource": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000026",
      "name": "web-1",
      "type": "EC2_INSTANCE",
      "vendor_type": "AWS_EC2_INSTANCE",
      "cloud_provider": "AWS",
      "account_id": "123456789012",
      "account_name": null,
      "region": "eu-west-1",
      "tags": {
        "Name": "web-1",
        "team": "shop"
      },
      "first_seen": null,
      "last_seen": "2024-05-10T08:30:00.000Z",
      "is_deleted": false,
      "vendor": "AWS_INSPECTOR",
      "vendor_id": "i-0abc1234def567890",
      "vendor_data": {
        "vendor": "AWS_INSPECTOR",
        "aws_account_id": "123456789012",
        "provider": "AWS",
        "scanType": "PACKAGE",
        "scanMode": "EC2_SSM_AGENT_BASED",
        "scanStatus": {
          "statusCode": "ACTIVE",
          "reason": "SUCCESSFUL"
        },
        "resourceMetadata": {
          "ec2": {
            "amiId": "ami-0abc1234def567890",
            "platform": "LINUX"
          }
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listApplications": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000027",
          "name": "shop",
          "full_name": "acme/shop",
          "type": "REPOSITORY",
          "description": "Where customers buy",
          "url": "https://github.com/acme/shop",
          "default_branch": "main",
          "languages": [
            "TypeScript"
          ],
          "visibility": "INTERNAL",
          "is_archived": false,
          "owner": "acme",
          "business_criticality": null,
          "tags": [
            "payments",
            "web"
          ],
          "vendor_created_at": "2024-05-01T08:30:00.000Z",
          "last_updated_at": "2024-05-19T08:30:00.000Z",
          "last_scanned_at": null,
          "is_deleted": false,
          "vendor": "GITHUB",
          "vendor_id": "7001",
          "vendor_data": {
            "node_id": "R_7001",
            "owner": {
              "id": 9001,
              "node_id": "O_9001",
              "type": "Organization",
              "site_admin": false
            },
            "fork": false,
            "stargazers_count": 3,
            "open_issues_count": 2,
            "size": 512,
            "pushed_at": "2024-05-20T08:30:00Z"
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getApplication": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000027",
      "name": "shop",
      "full_name": "acme/shop",
      "type": "REPOSITORY",
      "description": "Where customers buy",
      "url": "https://github.com/acme/shop",
      "default_branch": "main",
      "languages": [
        "TypeScript"
      ],
      "visibility": "INTERNAL",
      "is_archived": false,
      "owner": "acme",
      "business_criticality": null,
      "tags": [
        "payments",
        "web"
      ],
      "vendor_created_at": "2024-05-01T08:30:00.000Z",
      "last_updated_at": "2024-05-19T08:30:00.000Z",
      "last_scanned_at": null,
      "is_deleted": false,
      "vendor": "GITHUB",
      "vendor_id": "7001",
      "vendor_data": {
        "node_id": "R_7001",
        "owner": {
          "id": 9001,
          "node_id": "O_9001",
          "type": "Organization",
          "site_admin": false
        },
        "fork": false,
        "stargazers_count": 3,
        "open_issues_count": 2,
        "size": 512,
        "pushed_at": "2024-05-20T08:30:00Z"
      },
      "vendor_data_omitted": null
    }
  },
  "listOrganizationIdentities": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000028",
          "name": "ada",
          "username": "ada",
          "email": null,
          "type": "USER",
          "role": "admin",
          "is_admin": true,
          "is_mfa_enabled": true,
          "organization": {
            "name": "acme",
            "vendor_id": "9001"
          },
          "external_identity": "ada@acme.example",
          "last_active_at": null,
          "vendor_created_at": null,
          "is_deleted": false,
          "vendor": "GITHUB",
          "vendor_id": "101",
          "vendor_data": {
            "node_id": "U_101",
            "html_url": "https://github.com/ada",
            "site_admin": false
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getOrganizationIdentity": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000028",
      "name": "ada",
      "username": "ada",
      "email": null,
      "type": "USER",
      "role": "admin",
      "is_admin": true,
      "is_mfa_enabled": true,
      "organization": {
        "name": "acme",
        "vendor_id": "9001"
      },
      "external_identity": "ada@acme.example",
      "last_active_at": null,
      "vendor_created_at": null,
      "is_deleted": false,
      "vendor": "GITHUB",
      "vendor_id": "101",
      "vendor_data": {
        "node_id": "U_101",
        "html_url": "https://github.com/ada",
        "site_admin": false
      },
      "vendor_data_omitted": null
    }
  },
  "listScanConfigurations": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000029",
          "name": "Plant",
          "owner": null,
          "is_enabled": true,
          "is_scheduled": true,
          "last_scan_vendor_id": "7",
          "device_target_count": 2,
          "scan_targets": [
            "192.0.2.0 - 192.0.2.255",
            "ada.acme.example"
          ],
          "severity_frequency": {
            "critical": 1,
            "high": 2,
            "info": 0,
            "low": 0,
            "medium": 3
          },
          "vendor": "INSIGHTVM",
          "vendor_id": "1",
          "vendor_data": {
            "vendor": "INSIGHTVM",
            "description": "Machines of the plant",
            "type": "static",
            "importance": "high",
            "scan_engine": 3,
            "scan_template": "full-audit-without-web-spider",
            "last_scan_time": "2024-05-12T08:30:00.000Z",
            "last_scan_status": "finished",
            "last_scan_name": "Scan 7",
            "last_scan_type": "Scheduled",
            "last_scan_engine": "Local scan engine",
            "last_scan_started_by": "ada",
            "last_scan_started_at": "2024-05-11T08:30:00.000Z",
            "last_scan_ended_at": "2024-05-12T08:30:00.000Z",
            "asset_count": 2,
            "vulnerability_count": 6,
            "risk_score": 1300,
            "vulnerabilities": {
              "critical": 1,
              "severe": 2,
              "moderate": 3
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getScanConfiguration": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000029",
      "name": "Plant",
      "owner": null,
      "is_enabled": true,
      "is_scheduled": true,
      "last_scan_vendor_id": "7",
      "device_target_count": 2,
      "scan_targets": [
        "192.0.2.0 - 192.0.2.255",
        "ada.acme.example"
      ],
      "severity_frequency": {
        "critical": 1,
        "high": 2,
        "info": 0,
        "low": 0,
        "medium": 3
      },
      "vendor": "INSIGHTVM",
      "vendor_id": "1",
      "vendor_data": {
        "vendor": "INSIGHTVM",
        "description": "Machines of the plant",
        "type": "static",
        "importance": "high",
        "scan_engine": 3,
        "scan_template": "full-audit-without-web-spider",
        "last_scan_time": "2024-05-12T08:30:00.000Z",
        "last_scan_status": "finished",
        "last_scan_name": "Scan 7",
        "last_scan_type": "Scheduled",
        "last_scan_engine": "Local scan engine",
        "last_scan_started_by": "ada",
        "last_scan_started_at": "2024-05-11T08:30:00.000Z",
        "last_scan_ended_at": "2024-05-12T08:30:00.000Z",
        "asset_count": 2,
        "vulnerability_count": 6,
        "risk_score": 1300,
        "vulnerabilities": {
          "critical": 1,
          "severe": 2,
          "moderate": 3
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listVulnerabilities": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000030",
          "device": {
            "id": "00000000-0000-4000-8000-000000000031",
            "hostnames": [],
            "ipv4s": [
              "203.0.113.7",
              "10.0.0.7"
            ],
            "platform": "LINUX",
            "vendor_id": "i-0abc1234def567890"
          },
          "name": "CVE-2024-0001 - kernel, kernel-tools",
          "description": "A local user can escalate privileges.",
          "severity": "HIGH",
          "vendor_severity": "HIGH",
          "state": "OPEN",
          "state_updated_at": null,
          "cve": [
            "CVE-2024-0001",
            "CVE-2024-0009"
          ],
          "cvss_version": "3.1",
          "cvss_base_score": 7.8,
          "cvss_vector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
          "cvss_temporal_score": null,
          "cvss_temporal_vector": null,
          "epss_score": 0.25,
          "is_exploited": null,
          "port": null,
          "protocol": null,
          "service": null,
          "first_seen": "2024-05-02T08:30:00.045Z",
          "last_seen": "2024-05-10T08:30:00.000Z",
          "is_patchable": true,
          "solution": "yum update kernel",
          "scan_output": null,
          "category": "PACKAGE_VULNERABILITY",
          "vendor_scan_id": null,
          "vendor": "AWS_INSPECTOR",
          "vendor_id": "arn:aws:inspector2:eu-west-1:123456789012:finding/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "vendor_data": {
            "vendor": "AWS_INSPECTOR",
            "type": "PACKAGE_VULNERABILITY",
            "status": "ACTIVE",
            "updated_at": "2024-05-10T08:30:00.000Z",
            "fix_available": "PARTIAL",
            "resource_id": "i-0abc1234def567890",
            "resource_type": "AWS_EC2_INSTANCE",
            "source": "AMAZON_CVE",
            "source_url": "https://advisories.example/CVE-2024-0001",
            "source_severity": "Important",
            "reference_urls": [
              "https://kernel.example/1",
              "https://advisories.example/CVE-2024-0001"
            ],
            "related_vulnerabilities": [
              "ALAS2-2024-1",
              "CVE-2024-0009",
              "CVE-2024-0001"
            ],
            "cvss": [
              {
                "baseScore": 6.5,
                "scoringVector": "CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:L",
                "source": "AMAZON_CVE",
                "version": "3.1"
              },
              {
                "baseScore": 7.2,
                "scoringVector": "AV:L/AC:L/Au:N/C:C/I:C/A:C",
                "source": "NVD",
                "version": "2.0"
              },
              {
                "baseScore": 7.8,
                "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
                "source": "NVD",
                "version": "3.1"
              }
            ],
            "packages": [
              {
                "name": "kernel",
                "version": "5.10.100",
                "package_manager": "OS",
                "fixed_in_version": "0:5.10.200-2.amzn2"
              },
              {
                "name": "kernel-tools",
                "version": "5.10.100",
                "package_manager": "OS",
                "fixed_in_version": null
              }
            ],
            "open_port_range": null,
            "detector": null,
            "file_path": null,
            "awsAccountId": "123456789012",
            "exploitAvailable": "YES",
            "exploitabilityDetails": {
              "lastKnownExploitAt": 1715243400
            },
            "inspectorScore": 7.1,
            "inspectorScoreDetails": {
              "adjustedCvss": {
                "score": 7.1,
                "scoreSource": "NVD",
                "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
                "adjustments": [
                  {
                    "metric": "Attack Vector",
                    "reason": "The instance has no open path."
                  }
                ]
              }
            },
            "packageVulnerabilityDetails": {
              "vulnerablePackages": [
                {
                  "epoch": 0,
                  "release": "1.amzn2",
                  "arch": "X86_64"
                },
                null
              ]
            },
            "resources": [
              {
                "partition": "aws",
                "region": "eu-west-1",
                "provider": "AWS",
                "tags": {
                  "Name": "web-1"
                },
                "details": {
                  "awsEc2Instance": {
                    "type": "c6i.large",
                    "imageId": "ami-0abc1234def567890",
                    "ipV6Addresses": [],
                    "launchedAt": 1714552200,
                    "vpcId": "vpc-1",
                    "subnetId": "subnet-1"
                  }
                }
              }
            ]
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getVulnerability": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000030",
      "device": {
        "id": "00000000-0000-4000-8000-000000000031",
        "hostnames": [],
        "ipv4s": [
          "203.0.113.7",
          "10.0.0.7"
        ],
        "platform": "LINUX",
        "vendor_id": "i-0abc1234def567890"
      },
      "name": "CVE-2024-0001 - kernel, kernel-tools",
      "description": "A local user can escalate privileges.",
      "severity": "HIGH",
      "vendor_severity": "HIGH",
      "state": "OPEN",
      "state_updated_at": null,
      "cve": [
        "CVE-2024-0001",
        "CVE-2024-0009"
      ],
      "cvss_version": "3.1",
      "cvss_base_score": 7.8,
      "cvss_vector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
      "cvss_temporal_score": null,
      "cvss_temporal_vector": null,
      "epss_score": 0.25,
      "is_exploited": null,
      "port": null,
      "protocol": null,
      "service": null,
      "first_seen": "2024-05-02T08:30:00.045Z",
      "last_seen": "2024-05-10T08:30:00.000Z",
      "is_patchable": true,
      "solution": "yum update kernel",
      "scan_output": null,
      "category": "PACKAGE_VULNERABILITY",
      "vendor_scan_id": null,
      "vendor": "AWS_INSPECTOR",
      "vendor_id": "arn:aws:inspector2:eu-west-1:123456789012:finding/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "vendor_data": {
        "vendor": "AWS_INSPECTOR",
        "type": "PACKAGE_VULNERABILITY",
        "status": "ACTIVE",
        "updated_at": "2024-05-10T08:30:00.000Z",
        "fix_available": "PARTIAL",
        "resource_id": "i-0abc1234def567890",
        "resource_type": "AWS_EC2_INSTANCE",
        "source": "AMAZON_CVE",
        "source_url": "https://advisories.example/CVE-2024-0001",
        "source_severity": "Important",
        "reference_urls": [
          "https://kernel.example/1",
          "https://advisories.example/CVE-2024-0001"
        ],
        "related_vulnerabilities": [
          "ALAS2-2024-1",
          "CVE-2024-0009",
          "CVE-2024-0001"
        ],
        "cvss": [
          {
            "baseScore": 6.5,
            "scoringVector": "CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:L",
            "source": "AMAZON_CVE",
            "version": "3.1"
          },
          {
            "baseScore": 7.2,
            "scoringVector": "AV:L/AC:L/Au:N/C:C/I:C/A:C",
            "source": "NVD",
            "version": "2.0"
          },
          {
            "baseScore": 7.8,
            "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
            "source": "NVD",
            "version": "3.1"
          }
        ],
        "packages": [
          {
            "name": "kernel",
            "version": "5.10.100",
            "package_manager": "OS",
            "fixed_in_version": "0:5.10.200-2.amzn2"
          },
          {
            "name": "kernel-tools",
            "version": "5.10.100",
            "package_manager": "OS",
            "fixed_in_version": null
          }
        ],
        "open_port_range": null,
        "detector": null,
        "file_path": null,
        "awsAccountId": "123456789012",
        "exploitAvailable": "YES",
        "exploitabilityDetails": {
          "lastKnownExploitAt": 1715243400
        },
        "inspectorScore": 7.1,
        "inspectorScoreDetails": {
          "adjustedCvss": {
            "score": 7.1,
            "scoreSource": "NVD",
            "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
            "adjustments": [
              {
                "metric": "Attack Vector",
                "reason": "The instance has no open path."
              }
            ]
          }
        },
        "packageVulnerabilityDetails": {
          "vulnerablePackages": [
            {
              "epoch": 0,
              "release": "1.amzn2",
              "arch": "X86_64"
            },
            null
          ]
        },
        "resources": [
          {
            "partition": "aws",
            "region": "eu-west-1",
            "provider": "AWS",
            "tags": {
              "Name": "web-1"
            },
            "details": {
              "awsEc2Instance": {
                "type": "c6i.large",
                "imageId": "ami-0abc1234def567890",
                "ipV6Addresses": [],
                "launchedAt": 1714552200,
                "vpcId": "vpc-1",
                "subnetId": "subnet-1"
              }
            }
          }
        ]
      },
      "vendor_data_omitted": null
    }
  },
  "listVulnerabilityFindings": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000032",
          "title": "CVE-2024-0001 - kernel, kernel-tools",
          "description": "A local user can escalate privileges.",
          "analytic_output": null,
          "severity": "HIGH",
          "state": "OPEN",
          "state_updated_at": null,
          "type": "HOST",
          "device_id": "00000000-0000-4000-8000-000000000031",
          "device_vendor_id": "i-0abc1234def567890",
          "application_id": null,
          "application_vendor_id": null,
          "resource_id": "i-0abc1234def567890",
          "first_seen": "2024-05-02T08:30:00.045Z",
          "last_seen": "2024-05-10T08:30:00.000Z",
          "has_fix": true,
          "remediation": "yum update kernel",
          "product": {
            "vendor_name": "AWS",
            "name": "Amazon Inspector"
          },
          "analytic": {
            "type": "PACKAGE_VULNERABILITY",
            "uid": null,
            "name": "AMAZON_CVE",
            "url": "https://advisories.example/CVE-2024-0001"
          },
          "resource_related": {
            "affected_code": null,
            "affected_image": null,
            "affected_os": {
              "name": "AMAZON_LINUX_2",
              "version": null
            },
            "affected_package": {
              "name": "kernel",
              "version": "5.10.100",
              "ecosystem": "OS"
            },
            "port": null,
            "protocol": null,
            "service": null
          },
          "vulnerabilities": [
            {
              "uid": "CVE-2024-0001",
              "cvss": {
                "version": "3.1",
                "base_score": 7.8,
                "vector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H"
              },
              "epss": {
                "score": 0.25,
                "percentile": null
              },
              "published": "2024-05-01T08:30:00.000Z",
              "last_modified": "2024-05-03T08:30:00.000Z",
              "references": [
                "https://advisories.example/CVE-2024-0001",
                "https://kernel.example/1"
              ]
            },
            {
              "uid": "ALAS2-2024-1",
              "cvss": null,
              "epss": null,
              "published": null,
              "last_modified": null,
              "references": null
            },
            {
              "uid": "CVE-2024-0009",
              "cvss": null,
              "epss": null,
              "published": null,
              "last_modified": null,
              "references": null
            }
          ],
          "ticket": null,
          "vendor": "AWS_INSPECTOR",
          "vendor_id": "arn:aws:inspector2:eu-west-1:123456789012:finding/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "vendor_data": {
            "vendor": "AWS_INSPECTOR",
            "type": "PACKAGE_VULNERABILITY",
            "status": "ACTIVE",
            "updated_at": "2024-05-10T08:30:00.000Z",
            "fix_available": "PARTIAL",
            "resource_id": "i-0abc1234def567890",
            "resource_type": "AWS_EC2_INSTANCE",
            "source": "AMAZON_CVE",
            "source_url": "https://advisories.example/CVE-2024-0001",
            "source_severity": "Important",
            "reference_urls": [
              "https://kernel.example/1",
              "https://advisories.example/CVE-2024-0001"
            ],
            "related_vulnerabilities": [
              "ALAS2-2024-1",
              "CVE-2024-0009",
              "CVE-2024-0001"
            ],
            "cvss": [
              {
                "baseScore": 6.5,
                "scoringVector": "CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:L",
                "source": "AMAZON_CVE",
                "version": "3.1"
              },
              {
                "baseScore": 7.2,
                "scoringVector": "AV:L/AC:L/Au:N/C:C/I:C/A:C",
                "source": "NVD",
                "version": "2.0"
              },
              {
                "baseScore": 7.8,
                "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
                "source": "NVD",
                "version": "3.1"
              }
            ],
            "packages": [
              {
                "name": "kernel",
                "version": "5.10.100",
                "package_manager": "OS",
                "fixed_in_version": "0:5.10.200-2.amzn2"
              },
              {
                "name": "kernel-tools",
                "version": "5.10.100",
                "package_manager": "OS",
                "fixed_in_version": null
              }
            ],
            "open_port_range": null,
            "detector": null,
            "file_path": null,
            "severity": "HIGH",
            "awsAccountId": "123456789012",
            "exploitAvailable": "YES",
            "exploitabilityDetails": {
              "lastKnownExploitAt": 1715243400
            },
            "inspectorScore": 7.1,
            "inspectorScoreDetails": {
              "adjustedCvss": {
                "score": 7.1,
                "scoreSource": "NVD",
                "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
                "adjustments": [
                  {
                    "metric": "Attack Vector",
                    "reason": "The instance has no open path."
                  }
                ]
              }
            },
            "packageVulnerabilityDetails": {
              "vulnerablePackages": [
                {
                  "epoch": 0,
                  "release": "1.amzn2",
                  "arch": "X86_64"
                },
                null
              ]
            },
            "resources": [
              {
                "partition": "aws",
                "region": "eu-west-1",
                "provider": "AWS",
                "tags": {
                  "Name": "web-1"
                },
                "details": {
                  "awsEc2Instance": {
                    "type": "c6i.large",
                    "imageId": "ami-0abc1234def567890",
                    "ipV6Addresses": [],
                    "launchedAt": 1714552200,
                    "vpcId": "vpc-1",
                    "subnetId": "subnet-1"
                  }
                }
              }
            ]
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getVulnerabilityFinding": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000032",
      "title": "CVE-2024-0001 - kernel, kernel-tools",
      "description": "A local user can escalate privileges.",
      "analytic_output": null,
      "severity": "HIGH",
      "state": "OPEN",
      "state_updated_at": null,
      "type": "HOST",
      "device_id": "00000000-0000-4000-8000-000000000031",
      "device_vendor_id": "i-0abc1234def567890",
      "application_id": null,
      "application_vendor_id": null,
      "resource_id": "i-0abc1234def567890",
      "first_seen": "2024-05-02T08:30:00.045Z",
      "last_seen": "2024-05-10T08:30:00.000Z",
      "has_fix": true,
      "remediation": "yum update kernel",
      "product": {
        "vendor_name": "AWS",
        "name": "Amazon Inspector"
      },
      "analytic": {
        "type": "PACKAGE_VULNERABILITY",
        "uid": null,
        "name": "AMAZON_CVE",
        "url": "https://advisories.example/CVE-2024-0001"
      },
      "resource_related": {
        "affected_code": null,
        "affected_image": null,
        "affected_os": {
          "name": "AMAZON_LINUX_2",
          "version": null
        },
        "affected_package": {
          "name": "kernel",
          "version": "5.10.100",
          "ecosystem": "OS"
        },
        "port": null,
        "protocol": null,
        "service": null
      },
      "vulnerabilities": [
        {
          "uid": "CVE-2024-0001",
          "cvss": {
            "version": "3.1",
            "base_score": 7.8,
            "vector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H"
          },
          "epss": {
            "score": 0.25,
            "percentile": null
          },
          "published": "2024-05-01T08:30:00.000Z",
          "last_modified": "2024-05-03T08:30:00.000Z",
          "references": [
            "https://advisories.example/CVE-2024-0001",
            "https://kernel.example/1"
          ]
        },
        {
          "uid": "ALAS2-2024-1",
          "cvss": null,
          "epss": null,
          "published": null,
          "last_modified": null,
          "references": null
        },
        {
          "uid": "CVE-2024-0009",
          "cvss": null,
          "epss": null,
          "published": null,
          "last_modified": null,
          "references": null
        }
      ],
      "ticket": null,
      "vendor": "AWS_INSPECTOR",
      "vendor_id": "arn:aws:inspector2:eu-west-1:123456789012:finding/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "vendor_data": {
        "vendor": "AWS_INSPECTOR",
        "type": "PACKAGE_VULNERABILITY",
        "status": "ACTIVE",
        "updated_at": "2024-05-10T08:30:00.000Z",
        "fix_available": "PARTIAL",
        "resource_id": "i-0abc1234def567890",
        "resource_type": "AWS_EC2_INSTANCE",
        "source": "AMAZON_CVE",
        "source_url": "https://advisories.example/CVE-2024-0001",
        "source_severity": "Important",
        "reference_urls": [
          "https://kernel.example/1",
          "https://advisories.example/CVE-2024-0001"
        ],
        "related_vulnerabilities": [
          "ALAS2-2024-1",
          "CVE-2024-0009",
          "CVE-2024-0001"
        ],
        "cvss": [
          {
            "baseScore": 6.5,
            "scoringVector": "CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:L",
            "source": "AMAZON_CVE",
            "version": "3.1"
          },
          {
            "baseScore": 7.2,
            "scoringVector": "AV:L/AC:L/Au:N/C:C/I:C/A:C",
            "source": "NVD",
            "version": "2.0"
          },
          {
            "baseScore": 7.8,
            "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
            "source": "NVD",
            "version": "3.1"
          }
        ],
        "packages": [
          {
            "name": "kernel",
            "version": "5.10.100",
            "package_manager": "OS",
            "fixed_in_version": "0:5.10.200-2.amzn2"
          },
          {
            "name": "kernel-tools",
            "version": "5.10.100",
            "package_manager": "OS",
            "fixed_in_version": null
          }
        ],
        "open_port_range": null,
        "detector": null,
        "file_path": null,
        "severity": "HIGH",
        "awsAccountId": "123456789012",
        "exploitAvailable": "YES",
        "exploitabilityDetails": {
          "lastKnownExploitAt": 1715243400
        },
        "inspectorScore": 7.1,
        "inspectorScoreDetails": {
          "adjustedCvss": {
            "score": 7.1,
            "scoreSource": "NVD",
            "scoringVector": "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
            "adjustments": [
              {
                "metric": "Attack Vector",
                "reason": "The instance has no open path."
              }
            ]
          }
        },
        "packageVulnerabilityDetails": {
          "vulnerablePackages": [
            {
              "epoch": 0,
              "release": "1.amzn2",
              "arch": "X86_64"
            },
            null
          ]
        },
        "resources": [
          {
            "partition": "aws",
            "region": "eu-west-1",
            "provider": "AWS",
            "tags": {
              "Name": "web-1"
            },
            "details": {
              "awsEc2Instance": {
                "type": "c6i.large",
                "imageId": "ami-0abc1234def567890",
                "ipV6Addresses": [],
                "launchedAt": 1714552200,
                "vpcId": "vpc-1",
                "subnetId": "subnet-1"
              }
            }
          }
        ]
      },
      "vendor_data_omitted": null
    }
  },
  "listEdrAlerts": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000033",
          "title": "PowershellEncoded",
          "description": "A process ran an encoded command.",
          "severity": "HIGH",
          "vendor_severity": "High",
          "status": "IN_PROGRESS",
          "vendor_status": "in_progress",
          "category": "suspicious_activity",
          "assigned_user": "Grace Rivers",
          "first_event_time": "2024-05-14T08:30:00.000Z",
          "last_event_time": "2024-05-14T08:30:00.000Z",
          "resolved_time": null,
          "device": {
            "id": "00000000-0000-4000-8000-000000000022",
            "hostnames": [
              "ADA-LAPTOP"
            ],
            "ipv4s": [
              "192.0.2.10"
            ],
            "platform": "WINDOWS",
            "vendor_id": "d1"
          },
          "user_name": "ada",
          "windows_sid": "S-1-5-21-1",
          "active_directory_user_id": null,
          "active_directory_domain": "ACME",
          "pid": 4242,
          "process_created_at": "2024-05-14T08:30:00.000Z",
          "process_filename": "powershell.exe",
          "process_command_line": "powershell.exe -EncodedCommand AA==",
          "process_filepath": "C:\\Windows\\powershell.exe",
          "process_sha1": "0000000000000000000000000000000000000000",
          "process_sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "process_md5": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "parent_pid": 4000,
          "mitre": [
            {
              "tactic_id": "TA0002",
              "tactic_name": "Execution",
              "technique_id": "T1059.001",
              "technique_name": "PowerShell"
            }
          ],
          "url": "https://falcon.example/alert/1001",
          "vendor": "CROWDSTRIKE",
          "vendor_id": "c1:ind:d1:1001",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "created_at": "2024-05-15T08:30:00Z",
            "updated_at": "2024-05-16T08:30:00Z",
            "user_id": "S-1-5-21-1",
            "aggregate_id": "aggind:d1:1",
            "agent_id": "d1",
            "cid": "c1",
            "product": "epp",
            "type": "ldt",
            "severity": 70,
            "confidence": 80,
            "assigned_to_uid": "grace@acme.example",
            "crawled_timestamp": "2024-05-15T08:30:00Z",
            "parent_details": {
              "filename": "explorer.exe"
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getEdrAlert": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000033",
      "title": "PowershellEncoded",
      "description": "A process ran an encoded command.",
      "severity": "HIGH",
      "vendor_severity": "High",
      "status": "IN_PROGRESS",
      "vendor_status": "in_progress",
      "category": "suspicious_activity",
      "assigned_user": "Grace Rivers",
      "first_event_time": "2024-05-14T08:30:00.000Z",
      "last_event_time": "2024-05-14T08:30:00.000Z",
      "resolved_time": null,
      "device": {
        "id": "00000000-0000-4000-8000-000000000022",
        "hostnames": [
          "ADA-LAPTOP"
        ],
        "ipv4s": [
          "192.0.2.10"
        ],
        "platform": "WINDOWS",
        "vendor_id": "d1"
      },
      "user_name": "ada",
      "windows_sid": "S-1-5-21-1",
      "active_directory_user_id": null,
      "active_directory_domain": "ACME",
      "pid": 4242,
      "process_created_at": "2024-05-14T08:30:00.000Z",
      "process_filename": "powershell.exe",
      "process_command_line": "powershell.exe -EncodedCommand AA==",
      "process_filepath": "C:\\Windows\\powershell.exe",
      "process_sha1": "0000000000000000000000000000000000000000",
      "process_sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "process_md5": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
      "parent_pid": 4000,
      "mitre": [
        {
          "tactic_id": "TA0002",
          "tactic_name": "Execution",
          "technique_id": "T1059.001",
          "technique_name": "PowerShell"
        }
      ],
      "url": "https://falcon.example/alert/1001",
      "vendor": "CROWDSTRIKE",
      "vendor_id": "c1:ind:d1:1001",
      "vendor_data": {
        "vendor": "CROWDSTRIKE",
        "created_at": "2024-05-15T08:30:00Z",
        "updated_at": "2024-05-16T08:30:00Z",
        "user_id": "S-1-5-21-1",
        "aggregate_id": "aggind:d1:1",
        "agent_id": "d1",
        "cid": "c1",
        "product": "epp",
        "type": "ldt",
        "severity": 70,
        "confidence": 80,
        "assigned_to_uid": "grace@acme.example",
        "crawled_timestamp": "2024-05-15T08:30:00Z",
        "parent_details": {
          "filename": "explorer.exe"
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listAppsecIssues": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000034",
          "title": "left-shift evaluates its input",
          "description": "Versions before 2.0.2 evaluate what they are given.",
          "type": "SCA",
          "severity": "HIGH",
          "vendor_severity": "high",
          "state": "FIXED",
          "state_updated_at": "2024-05-06T08:30:00.000Z",
          "cve": [
            "CVE-2024-0001"
          ],
          "cwe": [
            "CWE-95"
          ],
          "application_id": "00000000-0000-4000-8000-000000000027",
          "application_vendor_id": "7001",
          "repository": {
            "name": "acme/shop",
            "url": "https://github.com/acme/shop"
          },
          "file_path": "package-lock.json",
          "resource_id": null,
          "remediation": null,
          "is_patchable": true,
          "first_seen": "2024-05-03T08:30:00.000Z",
          "last_seen": null,
          "url": "https://github.com/acme/shop/security/dependabot/4",
          "vendor": "GITHUB",
          "vendor_id": "7001/dependabot/4",
          "vendor_data": {
            "vendor": "GITHUB",
            "dismissed_reason": null,
            "ghsa_id": "GHSA-aaaa-bbbb-cccc",
            "package_name": "left-shift",
            "package_ecosystem": "npm",
            "dependency": {
              "scope": "runtime"
            },
            "security_advisory": {
              "epss": {
                "percentile": "0.16"
              },
              "cwes": [
                {
                  "name": "Eval Injection"
                }
              ],
              "identifiers": [
                {
                  "type": "GHSA",
                  "value": "GHSA-aaaa-bbbb-cccc"
                }
              ],
              "references": [
                {
                  "url": "https://advisories.example/left-shift"
                }
              ],
              "updated_at": "2024-05-02T08:30:00Z"
            },
            "updated_at": "2024-05-06T08:30:00Z",
            "assignees": [
              {
                "login": "grace",
                "id": 102,
                "node_id": "U_102",
                "html_url": "https://github.com/grace",
                "type": "User",
                "site_admin": false
              }
            ],
            "repository": {
              "node_id": "R_7001",
              "name": "shop",
              "private": true
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getAppsecIssue": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000034",
      "title": "left-shift evaluates its input",
      "description": "Versions before 2.0.2 evaluate what they are given.",
      "type": "SCA",
      "severity": "HIGH",
      "vendor_severity": "high",
      "state": "FIXED",
      "state_updated_at": "2024-05-06T08:30:00.000Z",
      "cve": [
        "CVE-2024-0001"
      ],
      "cwe": [
        "CWE-95"
      ],
      "application_id": "00000000-0000-4000-8000-000000000027",
      "application_vendor_id": "7001",
      "repository": {
        "name": "acme/shop",
        "url": "https://github.com/acme/shop"
      },
      "file_path": "package-lock.json",
      "resource_id": null,
      "remediation": null,
      "is_patchable": true,
      "first_seen": "2024-05-03T08:30:00.000Z",
      "last_seen": null,
      "url": "https://github.com/acme/shop/security/dependabot/4",
      "vendor": "GITHUB",
      "vendor_id": "7001/dependabot/4",
      "vendor_data": {
        "vendor": "GITHUB",
        "dismissed_reason": null,
        "ghsa_id": "GHSA-aaaa-bbbb-cccc",
        "package_name": "left-shift",
        "package_ecosystem": "npm",
        "dependency": {
          "scope": "runtime"
        },
        "security_advisory": {
          "epss": {
            "percentile": "0.16"
          },
          "cwes": [
            {
              "name": "Eval Injection"
            }
          ],
          "identifiers": [
            {
              "type": "GHSA",
              "value": "GHSA-aaaa-bbbb-cccc"
            }
          ],
          "references": [
            {
              "url": "https://advisories.example/left-shift"
            }
          ],
          "updated_at": "2024-05-02T08:30:00Z"
        },
        "updated_at": "2024-05-06T08:30:00Z",
        "assignees": [
          {
            "login": "grace",
            "id": 102,
            "node_id": "U_102",
            "html_url": "https://github.com/grace",
            "type": "User",
            "site_admin": false
          }
        ],
        "repository": {
          "node_id": "R_7001",
          "name": "shop",
          "private": true
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listSastIssues": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000035",
          "title": "Database query built from user-controlled sources",
          "description": "Building a database query from user-controlled sources lets users change it.",
          "severity": "CRITICAL",
          "vendor_severity": "critical",
          "confidence": null,
          "state": "SUPPRESSED",
          "vendor_state": "dismissed",
          "state_updated_at": "2024-05-03T08:30:00.000Z",
          "dismissed_reason": "used in tests",
          "dismissed_by": "ada",
          "rule": {
            "id": "js/sql-injection",
            "name": "js/sql-injection",
            "url": "https://codeql.example/js/sql-injection"
          },
          "cwe": [
            "CWE-89",
            "CWE-943"
          ],
          "application_id": "00000000-0000-4000-8000-000000000027",
          "application_vendor_id": "7001",
          "repository": {
            "name": "acme/shop",
            "url": "https://github.com/acme/shop"
          },
          "branch": "main",
          "commit": "39406e42cb832f683daa691dd652a8dc36ee8930",
          "file_path": "src/basket.ts",
          "start_line": 12,
          "end_line": 14,
          "message": "This query depends on a user-provided value.",
          "tool": "CodeQL",
          "remediation": "Use a prepared statement.",
          "first_seen": "2024-05-02T08:30:00.000Z",
          "last_seen": null,
          "url": "https://github.com/acme/shop/security/code-scanning/4",
          "vendor": "GITHUB",
          "vendor_id": "7001/code-scanning/4",
          "vendor_data": {
            "updated_at": "2024-05-03T08:30:00Z",
            "dismissed_by": {
              "id": 101,
              "node_id": "U_101",
              "html_url": "https://github.com/ada",
              "type": "User",
              "site_admin": false
            },
            "dismissed_comment": "Only in the test of the basket",
            "tool": {
              "version": "2.17.0"
            },
            "most_recent_instance": {
              "analysis_key": ".github/workflows/codeql.yml:analyze",
              "environment": "{}",
              "category": "/language:javascript",
              "state": "dismissed",
              "location": {
                "start_column": 3,
                "end_column": 40
              },
              "classifications": [
                "test"
              ]
            },
            "repository": {
              "node_id": "R_7001",
              "name": "shop",
              "private": true
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getSastIssue": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000035",
      "title": "Database query built from user-controlled sources",
      "description": "Building a database query from user-controlled sources lets users change it.",
      "severity": "CRITICAL",
      "vendor_severity": "critical",
      "confidence": null,
      "state": "SUPPRESSED",
      "vendor_state": "dismissed",
      "state_updated_at": "2024-05-03T08:30:00.000Z",
      "dismissed_reason": "used in tests",
      "dismissed_by": "ada",
      "rule": {
        "id": "js/sql-injection",
        "name": "js/sql-injection",
        "url": "https://codeql.example/js/sql-injection"
      },
      "cwe": [
        "CWE-89",
        "CWE-943"
      ],
      "application_id": "00000000-0000-4000-8000-000000000027",
      "application_vendor_id": "7001",
      "repository": {
        "name": "acme/shop",
        "url": "https://github.com/acme/shop"
      },
      "branch": "main",
      "commit": "39406e42cb832f683daa691dd652a8dc36ee8930",
      "file_path": "src/basket.ts",
      "start_line": 12,
      "end_line": 14,
      "message": "This query depends on a user-provided value.",
      "tool": "CodeQL",
      "remediation": "Use a prepared statement.",
      "first_seen": "2024-05-02T08:30:00.000Z",
      "last_seen": null,
      "url": "https://github.com/acme/shop/security/code-scanning/4",
      "vendor": "GITHUB",
      "vendor_id": "7001/code-scanning/4",
      "vendor_data": {
        "updated_at": "2024-05-03T08:30:00Z",
        "dismissed_by": {
          "id": 101,
          "node_id": "U_101",
          "html_url": "https://github.com/ada",
          "type": "User",
          "site_admin": false
        },
        "dismissed_comment": "Only in the test of the basket",
        "tool": {
          "version": "2.17.0"
        },
        "most_recent_instance": {
          "analysis_key": ".github/workflows/codeql.yml:analyze",
          "environment": "{}",
          "category": "/language:javascript",
          "state": "dismissed",
          "location": {
            "start_column": 3,
            "end_column": 40
          },
          "classifications": [
            "test"
          ]
        },
        "repository": {
          "node_id": "R_7001",
          "name": "shop",
          "private": true
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listScaIssues": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000036",
          "title": "left-shift evaluates its input",
          "description": "Versions before 2.0.2 evaluate what they are given.",
          "severity": "HIGH",
          "vendor_severity": "high",
          "state": "FIXED",
          "vendor_state": "fixed",
          "state_updated_at": "2024-05-06T08:30:00.000Z",
          "dismissed_reason": null,
          "cve": [
            "CVE-2024-0001"
          ],
          "advisory_ids": [
            "GHSA-aaaa-bbbb-cccc"
          ],
          "cwe": [
            "CWE-95"
          ],
          "cvss_version": "3.1",
          "cvss_base_score": 7.5,
          "cvss_vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
          "epss_score": 0.00045,
          "package": {
            "name": "left-shift",
            "version": null,
            "ecosystem": "npm"
          },
          "vulnerable_range": ">= 2.0.0, < 2.0.2",
          "fixed_versions": [
            "2.0.2"
          ],
          "is_patchable": true,
          "is_direct": false,
          "manifest_path": "package-lock.json",
          "application_id": "00000000-0000-4000-8000-000000000027",
          "application_vendor_id": "7001",
          "repository": {
            "name": "acme/shop",
            "url": "https://github.com/acme/shop"
          },
          "published_at": "2024-05-01T08:30:00.000Z",
          "first_seen": "2024-05-03T08:30:00.000Z",
          "last_seen": null,
          "remediation": null,
          "url": "https://github.com/acme/shop/security/dependabot/4",
          "vendor": "GITHUB",
          "vendor_id": "7001/dependabot/4",
          "vendor_data": {
            "dependency": {
              "scope": "runtime"
            },
            "security_advisory": {
              "epss": {
                "percentile": "0.16"
              },
              "cwes": [
                {
                  "name": "Eval Injection"
                }
              ],
              "identifiers": [
                {
                  "type": "GHSA",
                  "value": "GHSA-aaaa-bbbb-cccc"
                }
              ],
              "references": [
                {
                  "url": "https://advisories.example/left-shift"
                }
              ],
              "updated_at": "2024-05-02T08:30:00Z"
            },
            "updated_at": "2024-05-06T08:30:00Z",
            "assignees": [
              {
                "login": "grace",
                "id": 102,
                "node_id": "U_102",
                "html_url": "https://github.com/grace",
                "type": "User",
                "site_admin": false
              }
            ],
            "repository": {
              "node_id": "R_7001",
              "name": "shop",
              "private": true
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getScaIssue": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000036",
      "title": "left-shift evaluates its input",
      "description": "Versions before 2.0.2 evaluate what they are given.",
      "severity": "HIGH",
      "vendor_severity": "high",
      "state": "FIXED",
      "vendor_state": "fixed",
      "state_updated_at": "2024-05-06T08:30:00.000Z",
      "dismissed_reason": null,
      "cve": [
        "CVE-2024-0001"
      ],
      "advisory_ids": [
        "GHSA-aaaa-bbbb-cccc"
      ],
      "cwe": [
        "CWE-95"
      ],
      "cvss_version": "3.1",
      "cvss_base_score": 7.5,
      "cvss_vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
      "epss_score": 0.00045,
      "package": {
        "name": "left-shift",
        "version": null,
        "ecosystem": "npm"
      },
      "vulnerable_range": ">= 2.0.0, < 2.0.2",
      "fixed_versions": [
        "2.0.2"
      ],
      "is_patchable": true,
      "is_direct": false,
      "manifest_path": "package-lock.json",
      "application_id": "00000000-0000-4000-8000-000000000027",
      "application_vendor_id": "7001",
      "repository": {
        "name": "acme/shop",
        "url": "https://github.com/acme/shop"
      },
      "published_at": "2024-05-01T08:30:00.000Z",
      "first_seen": "2024-05-03T08:30:00.000Z",
      "last_seen": null,
      "remediation": null,
      "url": "https://github.com/acme/shop/security/dependabot/4",
      "vendor": "GITHUB",
      "vendor_id": "7001/dependabot/4",
      "vendor_data": {
        "dependency": {
          "scope": "runtime"
        },
        "security_advisory": {
          "epss": {
            "percentile": "0.16"
          },
          "cwes": [
            {
              "name": "Eval Injection"
            }
          ],
          "identifiers": [
            {
              "type": "GHSA",
              "value": "GHSA-aaaa-bbbb-cccc"
            }
          ],
          "references": [
            {
              "url": "https://advisories.example/left-shift"
            }
          ],
          "updated_at": "2024-05-02T08:30:00Z"
        },
        "updated_at": "2024-05-06T08:30:00Z",
        "assignees": [
          {
            "login": "grace",
            "id": 102,
            "node_id": "U_102",
            "html_url": "https://github.com/grace",
            "type": "User",
            "site_admin": false
          }
        ],
        "repository": {
          "node_id": "R_7001",
          "name": "shop",
          "private": true
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listAppsecFindings": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000037",
          "title": "Acme Pay Key",
          "description": null,
          "type": "SECRET",
          "severity": "UNKNOWN",
          "vendor_severity": null,
          "state": "FIXED",
          "vendor_state": "resolved",
          "state_updated_at": "2024-05-05T08:30:00.000Z",
          "application_id": "00000000-0000-4000-8000-000000000027",
          "application_vendor_id": "7001",
          "repository": {
            "name": "acme/shop",
            "url": "https://github.com/acme/shop"
          },
          "file_path": "src/pay.ts",
          "start_line": 3,
          "resource": null,
          "secret_type": "acme_pay_key",
          "validity": "INACTIVE",
          "first_seen": "2024-05-04T08:30:00.000Z",
          "last_seen": null,
          "remediation": null,
          "url": "https://github.com/acme/shop/security/secret-scanning/4",
          "vendor": "GITHUB",
          "vendor_id": "7001/secret-scanning/4",
          "vendor_data": {
            "vendor": "GITHUB",
            "resolution": "revoked",
            "updated_at": "2024-05-05T08:30:00Z",
            "resolved_by": {
              "login": "ada",
              "id": 101,
              "node_id": "U_101",
              "html_url": "https://github.com/ada",
              "type": "User",
              "site_admin": false
            },
            "publicly_leaked": false,
            "push_protection_bypassed": true,
            "first_location_detected": {
              "end_line": 3,
              "blob_sha": "af5626b4a114abcb82d63db7c8082c3c4756e51b"
            },
            "repository": {
              "node_id": "R_7001",
              "name": "shop",
              "private": true
            }
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getAppsecFinding": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000037",
      "title": "Acme Pay Key",
      "description": null,
      "type": "SECRET",
      "severity": "UNKNOWN",
      "vendor_severity": null,
      "state": "FIXED",
      "vendor_state": "resolved",
      "state_updated_at": "2024-05-05T08:30:00.000Z",
      "application_id": "00000000-0000-4000-8000-000000000027",
      "application_vendor_id": "7001",
      "repository": {
        "name": "acme/shop",
        "url": "https://github.com/acme/shop"
      },
      "file_path": "src/pay.ts",
      "start_line": 3,
      "resource": null,
      "secret_type": "acme_pay_key",
      "validity": "INACTIVE",
      "first_seen": "2024-05-04T08:30:00.000Z",
      "last_seen": null,
      "remediation": null,
      "url": "https://github.com/acme/shop/security/secret-scanning/4",
      "vendor": "GITHUB",
      "vendor_id": "7001/secret-scanning/4",
      "vendor_data": {
        "vendor": "GITHUB",
        "resolution": "revoked",
        "updated_at": "2024-05-05T08:30:00Z",
        "resolved_by": {
          "login": "ada",
          "id": 101,
          "node_id": "U_101",
          "html_url": "https://github.com/ada",
          "type": "User",
          "site_admin": false
        },
        "publicly_leaked": false,
        "push_protection_bypassed": true,
        "first_location_detected": {
          "end_line": 3,
          "blob_sha": "af5626b4a114abcb82d63db7c8082c3c4756e51b"
        },
        "repository": {
          "node_id": "R_7001",
          "name": "shop",
          "private": true
        }
      },
      "vendor_data_omitted": null
    }
  },
  "listConfigurationUsers": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000038",
          "name": "Ada Lovelace",
          "email": "ada@acme.example",
          "username": "ada@acme.example",
          "vendor_user_id": "user-1",
          "role": "Falcon Administrator, Real Time Responder - Active",
          "is_admin": true,
          "is_active": true,
          "is_mfa_enabled": null,
          "last_login": "2024-05-20T10:05:44.491Z",
          "access_data": {
            "roles": [
              {
                "role_id": "falconhost_admin",
                "role_name": "Falcon Administrator",
                "grant_type": "direct",
                "expires_at": "2026-01-05T09:00:00Z",
                "cid": "c1",
                "parent_cid": null,
                "cid_group_id": null,
                "cid_group_name": null,
                "user_group_id": null,
                "user_group_name": null
              },
              {
                "role_id": "remote_responder_one",
                "role_name": "Real Time Responder - Active",
                "grant_type": "direct",
                "expires_at": null,
                "cid": "c1",
                "parent_cid": null,
                "cid_group_id": null,
                "cid_group_name": null,
                "user_group_id": null,
                "user_group_name": null
              }
            ]
          },
          "is_deleted": false,
          "vendor": "CROWDSTRIKE",
          "vendor_id": "user-1",
          "vendor_data": {
            "vendor": "CROWDSTRIKE",
            "status": "active",
            "cid": "c1",
            "user_type": "person",
            "factors": [
              "code"
            ],
            "access_granted_at": "2023-01-19T22:10:02Z",
            "created_at": "2023-01-19T22:10:01.401699Z",
            "updated_at": "2024-05-02T09:00:00Z"
          },
          "vendor_data_omitted": null
        }
      ]
    }
  },
  "getConfigurationUser": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000038",
      "name": "Ada Lovelace",
      "email": "ada@acme.example",
      "username": "ada@acme.example",
      "vendor_user_id": "user-1",
      "role": "Falcon Administrator, Real Time Responder - Active",
      "is_admin": true,
      "is_active": true,
      "is_mfa_enabled": null,
      "last_login": "2024-05-20T10:05:44.491Z",
      "access_data": {
        "roles": [
          {
            "role_id": "falconhost_admin",
            "role_name": "Falcon Administrator",
            "grant_type": "direct",
            "expires_at": "2026-01-05T09:00:00Z",
            "cid": "c1",
            "parent_cid": null,
            "cid_group_id": null,
            "cid_group_name": null,
            "user_group_id": null,
            "user_group_name": null
          },
          {
            "role_id": "remote_responder_one",
            "role_name": "Real Time Responder - Active",
            "grant_type": "direct",
            "expires_at": null,
            "cid": "c1",
            "parent_cid": null,
            "cid_group_id": null,
            "cid_group_name": null,
            "user_group_id": null,
            "user_group_name": null
          }
        ]
      },
      "is_deleted": false,
      "vendor": "CROWDSTRIKE",
      "vendor_id": "user-1",
      "vendor_data": {
        "vendor": "CROWDSTRIKE",
        "status": "active",
        "cid": "c1",
        "user_type": "person",
        "factors": [
          "code"
        ],
        "access_granted_at": "2023-01-19T22:10:02Z",
        "created_at": "2023-01-19T22:10:01.401699Z",
        "updated_at": "2024-05-02T09:00:00Z"
      },
      "vendor_data_omitted": null
    }
  },
  "listItsmUsers": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000039",
          "email": "ada@acme.example",
          "name": "Ada Rivers",
          "status": "ACTIVE",
          "vendor_attributes": {
            "created_at": null,
            "id": "ada",
            "updated_at": null,
            "vendor": "JIRA",
            "data": {
              "vendor": "JIRA",
              "accountType": "atlassian",
              "locale": "en_GB",
              "time_zone": "Europe/London"
            }
          }
        }
      ]
    }
  },
  "getItsmUser": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000039",
      "email": "ada@acme.example",
      "name": "Ada Rivers",
      "status": "ACTIVE",
      "vendor_attributes": {
        "created_at": null,
        "id": "ada",
        "updated_at": null,
        "vendor": "JIRA",
        "data": {
          "vendor": "JIRA",
          "accountType": "atlassian",
          "locale": "en_GB",
          "time_zone": "Europe/London"
        }
      }
    }
  },
  "listItsmGroups": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000040",
          "name": "millers",
          "description": null,
          "vendor": "JIRA",
          "vendor_id": "g-1",
          "vendor_data": null,
          "vendor_data_omitted": null,
          "vendor_attributes": {
            "created_at": null,
            "id": "g-1",
            "updated_at": null,
            "vendor": "JIRA",
            "data": {
              "vendor": "JIRA"
            }
          }
        }
      ]
    }
  },
  "getItsmGroup": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000040",
      "name": "millers",
      "description": null,
      "vendor": "JIRA",
      "vendor_id": "g-1",
      "vendor_data": null,
      "vendor_data_omitted": null,
      "vendor_attributes": {
        "created_at": null,
        "id": "g-1",
        "updated_at": null,
        "vendor": "JIRA",
        "data": {
          "vendor": "JIRA"
        }
      }
    }
  },
  "listItsmProjects": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000041",
          "name": "Mill",
          "key": "MILL",
          "description": "Everything about the mill",
          "url": "https://vendor.example/browse/MILL",
          "vendor": "JIRA",
          "vendor_id": "10",
          "vendor_data": {
            "lead": {
              "displayName": "Ada Rivers",
              "active": true,
              "accountType": "atlassian",
              "timeZone": "Europe/London"
            },
            "entityId": "entity-10",
            "projectCategory": {
              "id": "1",
              "description": "All that stands"
            }
          },
          "vendor_data_omitted": null,
          "vendor_attributes": {
            "created_at": null,
            "id": "10",
            "updated_at": null,
            "vendor": "JIRA",
            "data": {
              "vendor": "JIRA",
              "type": "software",
              "style": "classic",
              "category": "Buildings",
              "lead_account_id": "ada",
              "is_private": false,
              "is_team_managed": false,
              "is_archived": false
            }
          }
        }
      ]
    }
  },
  "getItsmProject": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000041",
      "name": "Mill",
      "key": "MILL",
      "description": "Everything about the mill",
      "url": "https://vendor.example/browse/MILL",
      "vendor": "JIRA",
      "vendor_id": "10",
      "vendor_data": {
        "lead": {
          "displayName": "Ada Rivers",
          "active": true,
          "accountType": "atlassian",
          "timeZone": "Europe/London"
        },
        "entityId": "entity-10",
        "projectCategory": {
          "id": "1",
          "description": "All that stands"
        }
      },
      "vendor_data_omitted": null,
      "vendor_attributes": {
        "created_at": null,
        "id": "10",
        "updated_at": null,
        "vendor": "JIRA",
        "data": {
          "vendor": "JIRA",
          "type": "software",
          "style": "classic",
          "category": "Buildings",
          "lead_account_id": "ada",
          "is_private": false,
          "is_team_managed": false,
          "is_archived": false
        }
      }
    }
  },
  "listItsmTickets": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000042",
          "name": "The wheel stands still",
          "status": "RESOLVED",
          "type": "Bug",
          "description": "What happens\nAsk @Ada first.\n- No water",
          "priority": "CRITICAL",
          "is_active": false,
          "project_id": "00000000-0000-4000-8000-000000000041",
          "parent_ticket_id": "00000000-0000-4000-8000-000000000043",
          "assigned_user_id": "00000000-0000-4000-8000-000000000044",
          "created_by_user_id": "00000000-0000-4000-8000-000000000039",
          "ticket_created_at": "2024-05-01T08:30:00.000Z",
          "due_date": "2024-05-31T00:00:00.000Z",
          "closed_at": "2024-05-04T08:30:00.000Z",
          "status_updated_at": "2024-05-02T08:30:00.000Z",
          "tags": [
            "urgent",
            "water"
          ],
          "url": "https://vendor.example/browse/MILL-1",
          "identifier": "MILL-1",
          "vendor": "JIRA",
          "vendor_id": "100",
          "vendor_data": {
            "fields": {
              "issuetype": {
                "description": "What is broken"
              },
              "status": {
                "description": "The work is Done",
                "id": "3",
                "statusCategory": {
                  "id": 4,
                  "name": "Done",
                  "colorName": "yellow"
                }
              },
              "project": {
                "name": "Mill",
                "projectTypeKey": "software"
              },
              "assignee": {
                "displayName": "Grace Rivers"
              },
              "reporter": {
                "displayName": "Ada Rivers",
                "active": true,
                "accountType": "atlassian",
                "timeZone": "Europe/London"
              },
              "creator": {
                "displayName": "Deploy Robot",
                "accountType": "app"
              },
              "parent": {
                "key": "MILL-2"
              },
              "components": [
                {
                  "description": "It turns the stones"
                }
              ],
              "fixVersions": [
                {
                  "released": true,
                  "releaseDate": "2024-06-01"
                }
              ],
              "versions": [
                {
                  "archived": true
                }
              ],
              "timespent": 3600,
              "timetracking": {
                "timeSpent": "1h",
                "timeSpentSeconds": 3600
              },
              "aggregatetimespent": 7200,
              "aggregateprogress": {
                "progress": 7200,
                "total": 7200,
                "percent": 100
              },
              "progress": {
                "progress": 3600,
                "total": 3600,
                "percent": 100
              },
              "workratio": -1,
              "lastViewed": "2024-05-08T10:30:00.000+0200",
              "votes": {
                "votes": 2,
                "hasVoted": false
              },
              "watches": {
                "watchCount": 3,
                "isWatching": false
              },
              "subtasks": [
                {
                  "id": "102",
                  "key": "MILL-3"
                }
              ],
              "issuelinks": [
                {
                  "id": "500",
                  "type": {
                    "id": "1",
                    "name": "Blocks",
                    "inward": "is blocked by",
                    "outward": "blocks"
                  },
                  "inwardIssue": {
                    "id": "102",
                    "key": "MILL-3"
                  }
                }
              ],
              "customfield_10001": "Shed 4",
              "customfield_10002": {
                "value": "Upper weir",
                "id": "7"
              },
              "customfield_10003": {
                "id": "9",
                "name": "Time to resolution",
                "_links": {
                  "self": "https://vendor.example/rest/servicedeskapi/request/100/sla/9"
                },
                "completedCycles": [],
                "ongoingCycle": {
                  "breached": false,
                  "paused": false,
                  "remainingTime": {
                    "millis": 1800000,
                    "friendly": "30m"
                  }
                }
              }
            }
          },
          "vendor_data_omitted": null,
          "vendor_attributes": {
            "id": "100",
            "vendor": "JIRA",
            "created_at": "2024-05-01T08:30:00.000Z",
            "updated_at": "2024-05-03T08:30:00.000Z",
            "type": "Bug",
            "status": "Done",
            "priority": "Highest",
            "data": {
              "vendor": "JIRA",
              "status_category": "done",
              "type_id": "10002",
              "project_key": "MILL",
              "is_subtask": false,
              "hierarchy_level": 0,
              "resolution": "Fixed",
              "components": [
                "Wheel"
              ],
              "fix_versions": [
                "2.1"
              ],
              "affected_versions": [
                "2.0"
              ],
              "security_level": "Millers only",
              "environment": "The lower weir",
              "creator_account_id": "robot"
            }
          }
        }
      ]
    }
  },
  "getItsmTicket": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000042",
      "name": "The wheel stands still",
      "status": "RESOLVED",
      "type": "Bug",
      "description": "What happens\nAsk @Ada first.\n- No water",
      "priority": "CRITICAL",
      "is_active": false,
      "project_id": "00000000-0000-4000-8000-000000000041",
      "parent_ticket_id": "00000000-0000-4000-8000-000000000043",
      "assigned_user_id": "00000000-0000-4000-8000-000000000044",
      "created_by_user_id": "00000000-0000-4000-8000-000000000039",
      "ticket_created_at": "2024-05-01T08:30:00.000Z",
      "due_date": "2024-05-31T00:00:00.000Z",
      "closed_at": "2024-05-04T08:30:00.000Z",
      "status_updated_at": "2024-05-02T08:30:00.000Z",
      "tags": [
        "urgent",
        "water"
      ],
      "url": "https://vendor.example/browse/MILL-1",
      "identifier": "MILL-1",
      "vendor": "JIRA",
      "vendor_id": "100",
      "vendor_data": {
        "fields": {
          "issuetype": {
            "description": "What is broken"
          },
          "status": {
            "description": "The work is Done",
            "id": "3",
            "statusCategory": {
              "id": 4,
              "name": "Done",
              "colorName": "yellow"
            }
          },
          "project": {
            "name": "Mill",
            "projectTypeKey": "software"
          },
          "assignee": {
            "displayName": "Grace Rivers"
          },
          "reporter": {
            "displayName": "Ada Rivers",
            "active": true,
            "accountType": "atlassian",
            "timeZone": "Europe/London"
          },
          "creator": {
            "displayName": "Deploy Robot",
            "accountType": "app"
          },
          "parent": {
            "key": "MILL-2"
          },
          "components": [
            {
              "description": "It turns the stones"
            }
          ],
          "fixVersions": [
            {
              "released": true,
              "releaseDate": "2024-06-01"
            }
          ],
          "versions": [
            {
              "archived": true
            }
          ],
          "timespent": 3600,
          "timetracking": {
            "timeSpent": "1h",
            "timeSpentSeconds": 3600
          },
          "aggregatetimespent": 7200,
          "aggregateprogress": {
            "progress": 7200,
            "total": 7200,
            "percent": 100
          },
          "progress": {
            "progress": 3600,
            "total": 3600,
            "percent": 100
          },
          "workratio": -1,
          "lastViewed": "2024-05-08T10:30:00.000+0200",
          "votes": {
            "votes": 2,
            "hasVoted": false
          },
          "watches": {
            "watchCount": 3,
            "isWatching": false
          },
          "subtasks": [
            {
              "id": "102",
              "key": "MILL-3"
            }
          ],
          "issuelinks": [
            {
              "id": "500",
              "type": {
                "id": "1",
                "name": "Blocks",
                "inward": "is blocked by",
                "outward": "blocks"
              },
              "inwardIssue": {
                "id": "102",
                "key": "MILL-3"
              }
            }
          ],
          "customfield_10001": "Shed 4",
          "customfield_10002": {
            "value": "Upper weir",
            "id": "7"
          },
          "customfield_10003": {
            "id": "9",
            "name": "Time to resolution",
            "_links": {
              "self": "https://vendor.example/rest/servicedeskapi/request/100/sla/9"
            },
            "completedCycles": [],
            "ongoingCycle": {
              "breached": false,
              "paused": false,
              "remainingTime": {
                "millis": 1800000,
                "friendly": "30m"
              }
            }
          }
        }
      },
      "vendor_data_omitted": null,
      "vendor_attributes": {
        "id": "100",
        "vendor": "JIRA",
        "created_at": "2024-05-01T08:30:00.000Z",
        "updated_at": "2024-05-03T08:30:00.000Z",
        "type": "Bug",
        "status": "Done",
        "priority": "Highest",
        "data": {
          "vendor": "JIRA",
          "status_category": "done",
          "type_id": "10002",
          "project_key": "MILL",
          "is_subtask": false,
          "hierarchy_level": 0,
          "resolution": "Fixed",
          "components": [
            "Wheel"
          ],
          "fix_versions": [
            "2.1"
          ],
          "affected_versions": [
            "2.0"
          ],
          "security_level": "Millers only",
          "environment": "The lower weir",
          "creator_account_id": "robot"
        }
      }
    }
  },
  "listItsmComments": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000045",
          "body": "Seen\nand heard",
          "ticket_id": "00000000-0000-4000-8000-000000000042",
          "author_user_id": "00000000-0000-4000-8000-000000000044",
          "vendor": "JIRA",
          "vendor_id": "1000",
          "vendor_data": {
            "author": {
              "displayName": "Grace Rivers",
              "active": true,
              "accountType": "atlassian",
              "timeZone": "Europe/London"
            },
            "updateAuthor": {
              "accountId": "ada",
              "displayName": "Ada Rivers",
              "active": true,
              "accountType": "atlassian",
              "timeZone": "Europe/London"
            },
            "visibility": {
              "type": "role",
              "identifier": "1"
            }
          },
          "vendor_data_omitted": null,
          "vendor_attributes": {
            "created_at": "2024-05-05T08:30:00.000Z",
            "id": "1000",
            "updated_at": "2024-05-06T08:30:00.000Z",
            "vendor": "JIRA",
            "data": {
              "vendor": "JIRA",
              "issue_key": "MILL-1",
              "visible_to": "Administrators",
              "is_public": true
            }
          }
        }
      ]
    }
  },
  "getItsmComment": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000045",
      "body": "Seen\nand heard",
      "ticket_id": "00000000-0000-4000-8000-000000000042",
      "author_user_id": "00000000-0000-4000-8000-000000000044",
      "vendor": "JIRA",
      "vendor_id": "1000",
      "vendor_data": {
        "author": {
          "displayName": "Grace Rivers",
          "active": true,
          "accountType": "atlassian",
          "timeZone": "Europe/London"
        },
        "updateAuthor": {
          "accountId": "ada",
          "displayName": "Ada Rivers",
          "active": true,
          "accountType": "atlassian",
          "timeZone": "Europe/London"
        },
        "visibility": {
          "type": "role",
          "identifier": "1"
        }
      },
      "vendor_data_omitted": null,
      "vendor_attributes": {
        "created_at": "2024-05-05T08:30:00.000Z",
        "id": "1000",
        "updated_at": "2024-05-06T08:30:00.000Z",
        "vendor": "JIRA",
        "data": {
          "vendor": "JIRA",
          "issue_key": "MILL-1",
          "visible_to": "Administrators",
          "is_public": true
        }
      }
    }
  },
  "listItsmAttachments": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000046",
          "file_name": "wheel.png",
          "content_type": "image/png",
          "size_bytes": 2048,
          "url": "https://vendor.example/rest/api/3/attachment/content/2000",
          "ticket_id": "00000000-0000-4000-8000-000000000042",
          "author_user_id": "00000000-0000-4000-8000-000000000044",
          "vendor": "JIRA",
          "vendor_id": "2000",
          "vendor_data": {
            "author": {
              "displayName": "Grace Rivers",
              "active": true,
              "accountType": "atlassian",
              "timeZone": "Europe/London"
            },
            "thumbnail": "https://vendor.example/rest/api/3/attachment/thumbnail/2000"
          },
          "vendor_data_omitted": null,
          "vendor_attributes": {
            "created_at": "2024-05-07T08:30:00.000Z",
            "id": "2000",
            "updated_at": null,
            "vendor": "JIRA",
            "data": {
              "vendor": "JIRA",
              "issue_key": "MILL-1"
            }
          }
        }
      ]
    }
  },
  "getItsmAttachment": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000046",
      "file_name": "wheel.png",
      "content_type": "image/png",
      "size_bytes": 2048,
      "url": "https://vendor.example/rest/api/3/attachment/content/2000",
      "ticket_id": "00000000-0000-4000-8000-000000000042",
      "author_user_id": "00000000-0000-4000-8000-000000000044",
      "vendor": "JIRA",
      "vendor_id": "2000",
      "vendor_data": {
        "author": {
          "displayName": "Grace Rivers",
          "active": true,
          "accountType": "atlassian",
          "timeZone": "Europe/London"
        },
        "thumbnail": "https://vendor.example/rest/api/3/attachment/thumbnail/2000"
      },
      "vendor_data_omitted": null,
      "vendor_attributes": {
        "created_at": "2024-05-07T08:30:00.000Z",
        "id": "2000",
        "updated_at": null,
        "vendor": "JIRA",
        "data": {
          "vendor": "JIRA",
          "issue_key": "MILL-1"
        }
      }
    }
  },
  "getOutboundJob": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000047",
      "status": "SUCCESS",
      "task_name": "create_ticket",
      "vendor": "JIRA",
      "failure_reason": null,
      "started_at": "2026-01-05T09:00:00.000Z",
      "finished_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "listOrganizations": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "name": "Acme",
          "identifier": null,
          "created_at": "2026-01-05T09:00:00.000Z",
          "updated_at": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "getOrganization": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000003",
      "name": "Acme",
      "identifier": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "listConnections": {
    "answer": {
      "count": 1,
      "total": 24,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "vendor": "OKTA",
          "is_active": true,
          "refresh_interval_secs": 14400,
          "timeout_secs": 3600,
          "organization_id": "00000000-0000-4000-8000-000000000003",
          "state": "ACTIVE",
          "created_at": "2026-01-05T09:00:00.000Z",
          "updated_at": "2026-01-05T09:00:00.000Z",
          "health": {
            "name": "HEALTHY",
            "status": "HEALTHY",
            "description": "connection is healthy",
            "resolution_owner": "SERVICE",
            "details": null
          },
          "identifier": null,
          "auth_type": "API_KEY",
          "oauth2_authorize_url": null,
          "oauth2_problem": null,
          "credentials": {
            "base_url": "https://acme.okta.com"
          },
          "data_export_types": [
            "idp",
            "idp_alerts",
            "idp_policies"
          ],
          "held_back_deletions": [],
          "unread_fields": []
        }
      ]
    }
  },
  "getConnection": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "vendor": "OKTA",
      "is_active": true,
      "refresh_interval_secs": 14400,
      "timeout_secs": 3600,
      "organization_id": "00000000-0000-4000-8000-000000000003",
      "state": "ACTIVE",
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z",
      "health": {
        "name": "HEALTHY",
        "status": "HEALTHY",
        "description": "connection is healthy",
        "resolution_owner": "SERVICE",
        "details": null
      },
      "identifier": null,
      "auth_type": "API_KEY",
      "oauth2_authorize_url": null,
      "oauth2_problem": null,
      "credentials": {
        "base_url": "https://acme.okta.com"
      },
      "data_export_types": [
        "idp",
        "idp_alerts",
        "idp_policies"
      ],
      "held_back_deletions": [],
      "unread_fields": [],
      "organization_name": "Acme"
    }
  },
  "getConnectionStatus": {
    "answer": {
      "state": "ACTIVE",
      "data_export_types": [
        "idp",
        "idp_alerts",
        "idp_policies"
      ],
      "phase": "SYNCED",
      "first_sync": {
        "id": "00000000-0000-4000-8000-000000000004",
        "status": "SUCCESS",
        "started_at": "2026-01-05T09:00:00.000Z",
        "finished_at": "2026-01-05T09:00:00.000Z",
        "failure_reason": null,
        "is_ended_by_pause": false
      },
      "last_sync": {
        "id": "00000000-0000-4000-8000-000000000004",
        "status": "SUCCESS",
        "started_at": "2026-01-05T09:00:00.000Z",
        "finished_at": "2026-01-05T09:00:00.000Z",
        "failure_reason": null,
        "is_ended_by_pause": false
      },
      "current_job": null,
      "next_run_at": "2026-01-05T09:00:00.000Z",
      "tenant": "acme.okta.com",
      "row_tenants": [
        {
          "tenant": "acme.okta.com",
          "first_seen_at": "2026-01-05T09:00:00.000Z",
          "is_new": false
        }
      ],
      "data_exports": [
        {
          "data_export_type": "idp",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": 14400,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_user",
              "changes": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "deletions": {
                "method": "FULL_SCAN",
                "within_secs": 51840
              },
              "late_changes": {
                "method": "FULL_SCAN",
                "within_secs": 33120
              }
            },
            {
              "record_kind": "idp_group",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_group_membership",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_application",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_application_assignment",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_group_assignment",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_user",
              "total": 50
            },
            {
              "record_kind": "idp_group",
              "total": 25
            },
            {
              "record_kind": "idp_group_membership",
              "total": 196
            },
            {
              "record_kind": "idp_application",
              "total": 12
            },
            {
              "record_kind": "idp_application_assignment",
              "total": 205
            },
            {
              "record_kind": "idp_group_assignment",
              "total": 13
            }
          ],
          "events": null,
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        },
        {
          "data_export_type": "idp_alerts",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": null,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_alert",
              "changes": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "deletions": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "late_changes": {
                "method": "CHANGES",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_alert",
              "total": 0
            }
          ],
          "events": {
            "first_load_days": 7,
            "most_per_job": 100000,
            "has_more": false,
            "retention_days": null
          },
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        },
        {
          "data_export_type": "idp_policies",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": null,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_policy",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_group",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_user",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_application",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_policy",
              "total": 4
            },
            {
              "record_kind": "idp_policy_group",
              "total": 4
            },
            {
              "record_kind": "idp_policy_user",
              "total": 0
            },
            {
              "record_kind": "idp_policy_application",
              "total": 0
            }
          ],
          "events": null,
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        }
      ],
      "problems": []
    }
  },
  "testConnection": {
    "answer": {
      "is_valid": true,
      "message": "The credentials can read every data export type.",
      "data_export_types": [
        {
          "data_export_type": "idp",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        },
        {
          "data_export_type": "idp_alerts",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        },
        {
          "data_export_type": "idp_policies",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        }
      ],
      "problems": []
    }
  },
  "listConnectionJobs": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "status": "SUCCESS",
          "started_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "failure_reason": null,
          "data_exports": [
            {
              "data_export_type": "idp",
              "health": "HEALTHY",
              "reason": null,
              "resolution_owner": null,
              "customer_message": null,
              "endpoint": null,
              "message": null,
              "seen": 501,
              "created": 501,
              "changed": 0,
              "unchanged": 0,
              "deleted": 0,
              "rejected": 0,
              "duplicates": 0,
              "duplicate_samples": [],
              "unreadable": 0,
              "unreadable_samples": [],
              "unmapped": 0,
              "held_back": 0,
              "held_back_deletions": [],
              "missing_records": [],
              "unread_fields": []
            },
            {
              "data_export_type": "idp_policies",
              "health": "HEALTHY",
              "reason": null,
              "resolution_owner": null,
              "customer_message": null,
              "endpoint": null,
              "message": null,
              "seen": 8,
              "created": 8,
              "changed": 0,
              "unchanged": 0,
              "deleted": 0,
              "rejected": 0,
              "duplicates": 0,
              "duplicate_samples": [],
              "unreadable": 0,
              "unreadable_samples": [],
              "unmapped": 0,
              "held_back": 0,
              "held_back_deletions": [],
              "missing_records": [],
              "unread_fields": []
            },
            {
              "data_export_type": "idp_alerts",
              "health": "HEALTHY",
              "reason": null,
              "resolution_owner": null,
              "customer_message": null,
              "endpoint": null,
              "message": null,
              "seen": 0,
              "created": 0,
              "changed": 0,
              "unchanged": 0,
              "deleted": 0,
              "rejected": 0,
              "duplicates": 0,
              "duplicate_samples": [],
              "unreadable": 0,
              "unreadable_samples": [],
              "unmapped": 0,
              "held_back": 0,
              "held_back_deletions": [],
              "missing_records": [],
              "unread_fields": []
            }
          ]
        }
      ]
    }
  },
  "countConnectionRecords": {
    "answer": {
      "kind": "idp_user",
      "by": "is_admin",
      "total": 50,
      "counts": [
        {
          "value": true,
          "count": 6
        },
        {
          "value": false,
          "count": 44
        },
        {
          "value": null,
          "count": 0
        }
      ]
    }
  },
  "listConnectSessions": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000048",
          "organization_id": "00000000-0000-4000-8000-000000000003",
          "vendors": [
            "OKTA"
          ],
          "connection_id": null,
          "identifier": "apac",
          "data_export_types": null,
          "return_url": "https://product.example/settings",
          "state": "CREATED",
          "expires_at": "2026-01-05T09:00:00.000Z",
          "created_at": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "getConnectSession": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000049",
      "organization_id": "00000000-0000-4000-8000-000000000003",
      "vendors": [
        "OKTA"
      ],
      "connection_id": null,
      "identifier": "apac",
      "data_export_types": null,
      "return_url": "https://product.example/settings",
      "state": "CREATED",
      "expires_at": "2026-01-05T09:00:00.000Z",
      "created_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "viewConnectSession": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000050",
      "organization_name": "Acme",
      "connectors": [
        {
          "vendor": "OKTA",
          "vendor_name": "Okta",
          "vendor_description": "Workforce identity: users, groups, applications, policies, the audit log and security alerts.",
          "category": "IDP",
          "auth_type": "API_KEY",
          "credentials_params": [
            "base_url",
            "api_token"
          ],
          "credentials_form": [
            {
              "name": "base_url",
              "title": "Okta domain",
              "help": "Address of the Okta organization, shown below your user name at the top right of the Admin Console; not the -admin address.",
              "input": "URL",
              "is_secret": false,
              "is_required": true,
              "example": "https://acme.okta.com",
              "pattern": null,
              "choices": [],
              "url": null
            },
            {
              "name": "api_token",
              "title": "API token",
              "help": "API token of a user with the Read-Only Administrator role, created at Admin Console > Security > API > Tokens > Create token.",
              "input": "TEXT",
              "is_secret": true,
              "is_required": true,
              "example": null,
              "pattern": null,
              "choices": [],
              "url": null
            }
          ],
          "setup_steps": [
            "As a Super Administrator: Admin Console > Directory > People > Add person: create a service user for this connection only. A token has the permissions of the user who created it, and stops working when that user is deactivated.",
            "Admin Console > Security > Administrators > Add administrator: give that user the role Read-Only Administrator, or a custom role with okta.users.read, with which the connection is tested, and the permissions of the data that you want.",
            "Sign in as that user: Admin Console > Security > API > Tokens > Create token. Copy the token, which is shown only once. A token expires after 30 days without use, for example while its connection is paused. If you limit the token to network zones, they must include the addresses that the service calls from."
          ],
          "auth_methods": [
            {
              "auth_type": "API_KEY",
              "credentials_params": [
                "base_url",
                "api_token"
              ],
              "credentials_form": [
                {
                  "name": "base_url",
                  "title": "Okta domain",
                  "help": "Address of the Okta organization, shown below your user name at the top right of the Admin Console; not the -admin address.",
                  "input": "URL",
                  "is_secret": false,
                  "is_required": true,
                  "example": "https://acme.okta.com",
                  "pattern": null,
                  "choices": [],
                  "url": null
                },
                {
                  "name": "api_token",
                  "title": "API token",
                  "help": "API token of a user with the Read-Only Administrator role, created at Admin Console > Security > API > Tokens > Create token.",
                  "input": "TEXT",
                  "is_secret": true,
                  "is_required": true,
                  "example": null,
                  "pattern": null,
                  "choices": [],
                  "url": null
                }
              ],
              "setup_steps": [
                "As a Super Administrator: Admin Console > Directory > People > Add person: create a service user for this connection only. A token has the permissions of the user who created it, and stops working when that user is deactivated.",
                "Admin Console > Security > Administrators > Add administrator: give that user the role Read-Only Administrator, or a custom role with okta.users.read, with which the connection is tested, and the permissions of the data that you want.",
                "Sign in as that user: Admin Console > Security > API > Tokens > Create token. Copy the token, which is shown only once. A token expires after 30 days without use, for example while its connection is paused. If you limit the token to network zones, they must include the addresses that the service calls from."
              ],
              "consent": null
            }
          ],
          "export_permissions": [
            {
              "data_export_type": "idp",
              "is_default": true,
              "permissions": [
                "okta.users.read",
                "okta.groups.read",
                "okta.apps.read"
              ],
              "optional_permissions": [
                "okta.roles.read"
              ]
            },
            {
              "data_export_type": "idp_alerts",
              "is_default": true,
              "permissions": [
                "okta.logs.read"
              ],
              "optional_permissions": []
            },
            {
              "data_export_type": "idp_audit_logs",
              "is_default": false,
              "permissions": [
                "okta.logs.read"
              ],
              "optional_permissions": []
            },
            {
              "data_export_type": "idp_policies",
              "is_default": true,
              "permissions": [
                "okta.policies.read",
                "okta.apps.read"
              ],
              "optional_permissions": []
            }
          ],
          "data_export_types": [
            "idp",
            "idp_alerts",
            "idp_audit_logs",
            "idp_policies"
          ],
          "docs_url": "https://developer.okta.com/docs/api/",
          "logo_url": "/v1/connectors/OKTA/logo"
        }
      ],
      "data_export_types": null,
      "blocked": null,
      "connection": null,
      "return_url": "https://product.example/settings",
      "state": "OPENED",
      "expires_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "getConnectSessionConnection": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "vendor": "OKTA",
      "health": {
        "name": "HEALTHY",
        "status": "HEALTHY",
        "description": "connection is healthy",
        "resolution_owner": "SERVICE",
        "details": null
      },
      "state": "ACTIVE",
      "phase": "SYNCED",
      "current_job": null,
      "data_exports": [
        {
          "data_export_type": "idp",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": 14400,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_user",
              "changes": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "deletions": {
                "method": "FULL_SCAN",
                "within_secs": 51840
              },
              "late_changes": {
                "method": "FULL_SCAN",
                "within_secs": 33120
              }
            },
            {
              "record_kind": "idp_group",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_group_membership",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_application",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_application_assignment",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_group_assignment",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_user",
              "total": 50
            },
            {
              "record_kind": "idp_group",
              "total": 25
            },
            {
              "record_kind": "idp_group_membership",
              "total": 196
            },
            {
              "record_kind": "idp_application",
              "total": 12
            },
            {
              "record_kind": "idp_application_assignment",
              "total": 205
            },
            {
              "record_kind": "idp_group_assignment",
              "total": 13
            }
          ],
          "events": null,
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        },
        {
          "data_export_type": "idp_alerts",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": null,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_alert",
              "changes": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "deletions": {
                "method": "CHANGES",
                "within_secs": 18720
              },
              "late_changes": {
                "method": "CHANGES",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_alert",
              "total": 0
            }
          ],
          "events": {
            "first_load_days": 7,
            "most_per_job": 100000,
            "has_more": false,
            "retention_days": null
          },
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        },
        {
          "data_export_type": "idp_policies",
          "state": "CURRENT",
          "last_success_at": "2026-01-05T09:00:00.000Z",
          "last_full_scan_at": "2026-01-05T09:00:00.000Z",
          "full_scan_interval_secs": null,
          "full_scan_requested_at": null,
          "change_detection": [
            {
              "record_kind": "idp_policy",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_group",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_user",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            },
            {
              "record_kind": "idp_policy_application",
              "changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              },
              "deletions": {
                "method": "EVERY_JOB",
                "within_secs": 37440
              },
              "late_changes": {
                "method": "EVERY_JOB",
                "within_secs": 18720
              }
            }
          ],
          "records": [
            {
              "record_kind": "idp_policy",
              "total": 4
            },
            {
              "record_kind": "idp_policy_group",
              "total": 4
            },
            {
              "record_kind": "idp_policy_user",
              "total": 0
            },
            {
              "record_kind": "idp_policy_application",
              "total": 0
            }
          ],
          "events": null,
          "held_back_deletions": [],
          "missing_records": [],
          "rejected": 0,
          "duplicates": 0,
          "duplicate_samples": [],
          "unreadable": 0,
          "unreadable_samples": [],
          "unmapped": 0,
          "unread_fields": []
        }
      ],
      "problems": [],
      "consent": null,
      "has_read": true
    }
  },
  "listWebhooks": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000051",
          "url": "https://hooks.acme.example/tributary",
          "events": [
            "records.changed",
            "connection.health_changed"
          ],
          "description": null,
          "is_paused": false,
          "paused_reason": null,
          "created_at": "2026-01-05T09:00:00.000Z",
          "updated_at": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "getWebhook": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000051",
      "url": "https://hooks.acme.example/tributary",
      "events": [
        "records.changed",
        "connection.health_changed"
      ],
      "description": null,
      "is_paused": false,
      "paused_reason": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "listWebhookDeliveries": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "id": "00000000-0000-4000-8000-000000000052",
          "state": "DELIVERED",
          "attempts": 1,
          "status": 204,
          "reason": null,
          "created_at": "2026-01-05T09:00:00.000Z",
          "attempted_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "next_attempt_at": null,
          "event": {
            "type": "webhook.test",
            "timestamp": "2026-01-05T09:00:00.000Z",
            "data": {
              "organization_id": null,
              "connection_id": null,
              "vendor": null,
              "identifier": null,
              "sequence": null,
              "health": null,
              "job": null,
              "records": null
            }
          }
        }
      ]
    }
  },
  "listErasures": {
    "answer": {
      "count": 1,
      "total": 1,
      "items": [
        {
          "erasure_id": "00000000-0000-4000-8000-000000000053",
          "subject": "ORGANIZATION",
          "organization_id": "00000000-0000-4000-8000-000000000054",
          "connection_id": null,
          "status": "SUCCESS",
          "requested_at": "2026-01-05T09:00:00.000Z",
          "started_at": "2026-01-05T09:00:00.000Z",
          "finished_at": "2026-01-05T09:00:00.000Z",
          "receipt": [
            {
              "table": "organization",
              "count": 1,
              "last_at": "2026-01-05T09:00:00.000Z"
            }
          ]
        }
      ]
    }
  },
  "getErasure": {
    "answer": {
      "erasure_id": "00000000-0000-4000-8000-000000000055",
      "subject": "ORGANIZATION",
      "organization_id": "00000000-0000-4000-8000-000000000056",
      "connection_id": null,
      "status": "SUCCESS",
      "requested_at": "2026-01-05T09:00:00.000Z",
      "started_at": "2026-01-05T09:00:00.000Z",
      "finished_at": "2026-01-05T09:00:00.000Z",
      "receipt": [
        {
          "table": "organization",
          "count": 1,
          "last_at": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "getUsage": {
    "answer": {
      "organizations": {
        "used": 1,
        "limit": null
      },
      "connections": {
        "used": 24,
        "limit": null
      },
      "records": {
        "used": 948,
        "limit": null
      },
      "records_by_kind": [
        {
          "record_kind": "application",
          "total": 10
        },
        {
          "record_kind": "appsec_finding",
          "total": 13
        },
        {
          "record_kind": "appsec_issue",
          "total": 26
        },
        {
          "record_kind": "compliance",
          "total": 3
        },
        {
          "record_kind": "compliance_finding",
          "total": 10
        },
        {
          "record_kind": "config_user",
          "total": 30
        },
        {
          "record_kind": "cspm_alert",
          "total": 7
        },
        {
          "record_kind": "device",
          "total": 40
        },
        {
          "record_kind": "device_group",
          "total": 18
        },
        {
          "record_kind": "device_group_member",
          "total": 16
        },
        {
          "record_kind": "device_policy",
          "total": 18
        },
        {
          "record_kind": "device_policy_group",
          "total": 12
        },
        {
          "record_kind": "edr_alert",
          "total": 12
        },
        {
          "record_kind": "idp_alert",
          "total": 8
        },
        {
          "record_kind": "idp_application",
          "total": 20
        },
        {
          "record_kind": "idp_application_assignment",
          "total": 214
        },
        {
          "record_kind": "idp_audit_event",
          "total": 3
        },
        {
          "record_kind": "idp_group",
          "total": 34
        },
        {
          "record_kind": "idp_group_assignment",
          "total": 19
        },
        {
          "record_kind": "idp_group_membership",
          "total": 207
        },
        {
          "record_kind": "idp_group_nesting",
          "total": 2
        },
        {
          "record_kind": "idp_policy",
          "total": 14
        },
        {
          "record_kind": "idp_policy_application",
          "total": 5
        },
        {
          "record_kind": "idp_policy_group",
          "total": 7
        },
        {
          "record_kind": "idp_policy_user",
          "total": 3
        },
        {
          "record_kind": "idp_user",
          "total": 62
        },
        {
          "record_kind": "itsm_attachment",
          "total": 8
        },
        {
          "record_kind": "itsm_comment",
          "total": 9
        },
        {
          "record_kind": "itsm_group",
          "total": 6
        },
        {
          "record_kind": "itsm_project",
          "total": 2
        },
        {
          "record_kind": "itsm_ticket",
          "total": 10
        },
        {
          "record_kind": "itsm_user",
          "total": 10
        },
        {
          "record_kind": "organization_identity",
          "total": 8
        },
        {
          "record_kind": "resource",
          "total": 11
        },
        {
          "record_kind": "sast_issue",
          "total": 4
        },
        {
          "record_kind": "sca_issue",
          "total": 4
        },
        {
          "record_kind": "scan_configuration",
          "total": 8
        },
        {
          "record_kind": "vulnerability",
          "total": 36
        },
        {
          "record_kind": "vulnerability_finding",
          "total": 19
        }
      ]
    }
  },
  "listAuditEvents": {
    "answer": {
      "items": [
        {
          "id": 7,
          "at": "2026-01-05T09:00:00.000Z",
          "action": "connection.create",
          "actor": "API_KEY",
          "actor_id": "00000000-0000-4000-8000-000000000057",
          "resource_id": "00000000-0000-4000-8000-000000000001",
          "organization_id": "00000000-0000-4000-8000-000000000003",
          "connection_id": "00000000-0000-4000-8000-000000000001",
          "origin": "203.0.113.7",
          "request_id": "00000000-0000-4000-8000-000000000058"
        }
      ],
      "next_before": null
    }
  },
  "listConnectors": {
    "answer": [
      {
        "vendor": "OKTA",
        "vendor_name": "Okta",
        "vendor_description": "Workforce identity: users, groups, applications, policies, the audit log and security alerts.",
        "category": "IDP",
        "auth_type": "API_KEY",
        "credentials_params": [
          "base_url",
          "api_token"
        ],
        "credentials_form": [
          {
            "name": "base_url",
            "title": "Okta domain",
            "help": "Address of the Okta organization, shown below your user name at the top right of the Admin Console; not the -admin address.",
            "input": "URL",
            "is_secret": false,
            "is_required": true,
            "example": "https://acme.okta.com",
            "pattern": null,
            "choices": [],
            "url": null
          },
          {
            "name": "api_token",
            "title": "API token",
            "help": "API token of a user with the Read-Only Administrator role, created at Admin Console > Security > API > Tokens > Create token.",
            "input": "TEXT",
            "is_secret": true,
            "is_required": true,
            "example": null,
            "pattern": null,
            "choices": [],
            "url": null
          }
        ],
        "setup_steps": [
          "As a Super Administrator: Admin Console > Directory > People > Add person: create a service user for this connection only. A token has the permissions of the user who created it, and stops working when that user is deactivated.",
          "Admin Console > Security > Administrators > Add administrator: give that user the role Read-Only Administrator, or a custom role with okta.users.read, with which the connection is tested, and the permissions of the data that you want.",
          "Sign in as that user: Admin Console > Security > API > Tokens > Create token. Copy the token, which is shown only once. A token expires after 30 days without use, for example while its connection is paused. If you limit the token to network zones, they must include the addresses that the service calls from."
        ],
        "auth_methods": [
          {
            "auth_type": "API_KEY",
            "credentials_params": [
              "base_url",
              "api_token"
            ],
            "credentials_form": [
              {
                "name": "base_url",
                "title": "Okta domain",
                "help": "Address of the Okta organization, shown below your user name at the top right of the Admin Console; not the -admin address.",
                "input": "URL",
                "is_secret": false,
                "is_required": true,
                "example": "https://acme.okta.com",
                "pattern": null,
                "choices": [],
                "url": null
              },
              {
                "name": "api_token",
                "title": "API token",
                "help": "API token of a user with the Read-Only Administrator role, created at Admin Console > Security > API > Tokens > Create token.",
                "input": "TEXT",
                "is_secret": true,
                "is_required": true,
                "example": null,
                "pattern": null,
                "choices": [],
                "url": null
              }
            ],
            "setup_steps": [
              "As a Super Administrator: Admin Console > Directory > People > Add person: create a service user for this connection only. A token has the permissions of the user who created it, and stops working when that user is deactivated.",
              "Admin Console > Security > Administrators > Add administrator: give that user the role Read-Only Administrator, or a custom role with okta.users.read, with which the connection is tested, and the permissions of the data that you want.",
              "Sign in as that user: Admin Console > Security > API > Tokens > Create token. Copy the token, which is shown only once. A token expires after 30 days without use, for example while its connection is paused. If you limit the token to network zones, they must include the addresses that the service calls from."
            ],
            "consent": null
          }
        ],
        "export_permissions": [
          {
            "data_export_type": "idp",
            "is_default": true,
            "permissions": [
              "okta.users.read",
              "okta.groups.read",
              "okta.apps.read"
            ],
            "optional_permissions": [
              "okta.roles.read"
            ]
          },
          {
            "data_export_type": "idp_alerts",
            "is_default": true,
            "permissions": [
              "okta.logs.read"
            ],
            "optional_permissions": []
          },
          {
            "data_export_type": "idp_audit_logs",
            "is_default": false,
            "permissions": [
              "okta.logs.read"
            ],
            "optional_permissions": []
          },
          {
            "data_export_type": "idp_policies",
            "is_default": true,
            "permissions": [
              "okta.policies.read",
              "okta.apps.read"
            ],
            "optional_permissions": []
          }
        ],
        "data_export_types": [
          "idp",
          "idp_alerts",
          "idp_audit_logs",
          "idp_policies"
        ],
        "docs_url": "https://developer.okta.com/docs/api/",
        "logo_url": "/v1/connectors/OKTA/logo"
      }
    ]
  },
  "getConnectorLogo": {
    "answer": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" role=\"img\"><title>Okta</title><rect width=\"64\" height=\"64\" rx=\"12\" fill=\"#566032\"/><text x=\"32\" y=\"44\" font-family=\"system-ui, sans-serif\" font-size=\"34\" font-weight=\"600\" fill=\"#fff\" text-anchor=\"middle\">O</text></svg>"
  },
  "createTicket": {
    "body": {
      "name": "Replace the certificate of the mail server",
      "project_id": "00000000-0000-4000-8000-000000000041",
      "type": "Task",
      "priority": "HIGH"
    },
    "answer": {
      "job_id": "00000000-0000-4000-8000-000000000059"
    }
  },
  "createOrganization": {
    "body": {
      "name": "Globex",
      "identifier": "customer-42"
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000060",
      "name": "Globex",
      "identifier": "customer-42",
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "deleteOrganization": {
    "answer": {
      "erasure_id": "00000000-0000-4000-8000-000000000061",
      "subject": "ORGANIZATION",
      "organization_id": "00000000-0000-4000-8000-000000000062",
      "connection_id": null,
      "status": "QUEUED",
      "requested_at": "2026-01-05T09:00:00.000Z",
      "started_at": null,
      "finished_at": null,
      "receipt": []
    }
  },
  "createConnection": {
    "body": {
      "vendor": "OKTA",
      "credentials": {
        "base_url": "https://acme.okta.com",
        "api_token": "..."
      },
      "identifier": "emea",
      "refresh_interval_secs": 3600
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000063",
      "vendor": "OKTA",
      "is_active": true,
      "refresh_interval_secs": 3600,
      "timeout_secs": 3600,
      "organization_id": "00000000-0000-4000-8000-000000000003",
      "state": "ACTIVE",
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z",
      "health": {
        "name": "HEALTHY",
        "status": "HEALTHY",
        "description": "connection is healthy",
        "resolution_owner": "SERVICE",
        "details": null
      },
      "identifier": "emea",
      "auth_type": "API_KEY",
      "oauth2_authorize_url": null,
      "oauth2_problem": null,
      "credentials": {
        "base_url": "https://acme.okta.com"
      },
      "data_export_types": [
        "idp",
        "idp_alerts",
        "idp_policies"
      ],
      "held_back_deletions": [],
      "unread_fields": [],
      "organization_name": "Acme"
    }
  },
  "updateConnection": {
    "body": {
      "refresh_interval_secs": 3600
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "vendor": "OKTA",
      "is_active": true,
      "refresh_interval_secs": 3600,
      "timeout_secs": 3600,
      "organization_id": "00000000-0000-4000-8000-000000000003",
      "state": "ACTIVE",
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z",
      "health": {
        "name": "HEALTHY",
        "status": "HEALTHY",
        "description": "connection is healthy",
        "resolution_owner": "SERVICE",
        "details": null
      },
      "identifier": null,
      "auth_type": "API_KEY",
      "oauth2_authorize_url": null,
      "oauth2_problem": null,
      "credentials": {
        "base_url": "https://acme.okta.com"
      },
      "data_export_types": [
        "idp",
        "idp_alerts",
        "idp_policies"
      ],
      "held_back_deletions": [],
      "unread_fields": [],
      "organization_name": "Acme"
    }
  },
  "deleteConnection": {
    "answer": {
      "erasure_id": "00000000-0000-4000-8000-000000000064",
      "subject": "CONNECTION",
      "organization_id": "00000000-0000-4000-8000-000000000065",
      "connection_id": "00000000-0000-4000-8000-000000000066",
      "status": "QUEUED",
      "requested_at": "2026-01-05T09:00:00.000Z",
      "started_at": null,
      "finished_at": null,
      "receipt": []
    }
  },
  "syncConnection": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000067",
      "status": "QUEUED",
      "started_at": null,
      "finished_at": null,
      "failure_reason": null,
      "data_exports": []
    }
  },
  "decideHeldBackDeletions": {
    "body": {
      "decision": "CONFIRM"
    },
    "answer": {
      "held_back_deletions": [
        {
          "record_kind": "idp_application_assignment",
          "count": 172,
          "reason": "LARGE_SHARE",
          "held_since": "2026-01-05T09:00:00.000Z"
        },
        {
          "record_kind": "idp_group_membership",
          "count": 156,
          "reason": "LARGE_SHARE",
          "held_since": "2026-01-05T09:00:00.000Z"
        }
      ]
    }
  },
  "createConnectSession": {
    "body": {
      "vendors": [
        "OKTA"
      ],
      "identifier": "apac",
      "return_url": "https://product.example/settings"
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000068",
      "organization_id": "00000000-0000-4000-8000-000000000003",
      "vendors": [
        "OKTA"
      ],
      "connection_id": null,
      "identifier": "apac",
      "data_export_types": null,
      "return_url": "https://product.example/settings",
      "state": "CREATED",
      "expires_at": "2026-01-05T09:00:00.000Z",
      "created_at": "2026-01-05T09:00:00.000Z",
      "url": "/connect/00000000-0000-4000-8000-000000000068#tribl_..."
    }
  },
  "revokeConnectSession": {
    "answer": ""
  },
  "openConnectSession": {
    "answer": {
      "token": "tribs_...",
      "expires_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "testConnectSession": {
    "body": {
      "vendor": "OKTA",
      "credentials": {
        "base_url": "https://acme.okta.com",
        "api_token": "..."
      }
    },
    "answer": {
      "is_valid": true,
      "message": "The credentials can read every data export type.",
      "data_export_types": [
        {
          "data_export_type": "idp",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        },
        {
          "data_export_type": "idp_alerts",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        },
        {
          "data_export_type": "idp_policies",
          "is_valid": true,
          "message": "The credentials can read this data.",
          "unread_fields": []
        }
      ],
      "problems": []
    }
  },
  "connectConnectSession": {
    "body": {
      "vendor": "OKTA",
      "credentials": {
        "base_url": "https://acme.okta.com",
        "api_token": "..."
      }
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000069",
      "vendor": "OKTA",
      "health": {
        "name": "HEALTHY",
        "status": "HEALTHY",
        "description": "connection is healthy",
        "resolution_owner": "SERVICE",
        "details": null
      },
      "state": "ACTIVE",
      "phase": "FIRST_SYNC_PENDING",
      "current_job": null,
      "data_exports": [],
      "problems": [],
      "consent": null,
      "has_read": false
    }
  },
  "createWebhook": {
    "body": {
      "url": "https://hooks.acme.example/tributary",
      "events": [
        "records.changed",
        "connection.health_changed"
      ]
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000070",
      "url": "https://hooks.acme.example/tributary",
      "events": [
        "records.changed",
        "connection.health_changed"
      ],
      "description": null,
      "is_paused": false,
      "paused_reason": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z",
      "secret": "whsec_..."
    }
  },
  "updateWebhook": {
    "body": {
      "is_paused": false
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000051",
      "url": "https://hooks.acme.example/tributary",
      "events": [
        "records.changed",
        "connection.health_changed"
      ],
      "description": null,
      "is_paused": false,
      "paused_reason": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "updated_at": "2026-01-05T09:00:00.000Z"
    }
  },
  "deleteWebhook": {
    "answer": ""
  },
  "rotateWebhookSecret": {
    "answer": {
      "secret": "whsec_...",
      "former_valid_until": "2026-01-05T09:00:00.000Z"
    }
  },
  "testWebhook": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000071",
      "state": "PENDING",
      "attempts": 0,
      "status": null,
      "reason": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "attempted_at": null,
      "finished_at": null,
      "next_attempt_at": "2026-01-05T09:00:00.000Z",
      "event": {
        "type": "webhook.test",
        "timestamp": "2026-01-05T09:00:00.000Z",
        "data": {
          "organization_id": null,
          "connection_id": null,
          "vendor": null,
          "identifier": null,
          "sequence": null,
          "health": null,
          "job": null,
          "records": null
        }
      }
    }
  },
  "resendWebhookDelivery": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000072",
      "state": "PENDING",
      "attempts": 0,
      "status": 204,
      "reason": null,
      "created_at": "2026-01-05T09:00:00.000Z",
      "attempted_at": "2026-01-05T09:00:00.000Z",
      "finished_at": null,
      "next_attempt_at": "2026-01-05T09:00:00.000Z",
      "event": {
        "type": "webhook.test",
        "timestamp": "2026-01-05T09:00:00.000Z",
        "data": {
          "organization_id": null,
          "connection_id": null,
          "vendor": null,
          "identifier": null,
          "sequence": null,
          "health": null,
          "job": null,
          "records": null
        }
      }
    }
  }
}
