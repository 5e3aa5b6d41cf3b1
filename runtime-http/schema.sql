-- Generated: the schema after every migration, for reading and for reviews. Migrations make it, not this file.

create sequence audit_event_id;

create sequence sync_fence;

create table account (
  id uuid not null,
  name text not null,
  region text default 'default'::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint account_pkey PRIMARY KEY (id)
);

create table account_quota (
  account_id uuid not null,
  quota text not null,
  "limit" bigint,
  constraint account_quota_pkey PRIMARY KEY (account_id, quota),
  constraint account_quota_limit_check CHECK (("limit" >= 0)),
  constraint account_quota_quota_check CHECK ((quota = ANY (ARRAY['organizations'::text, 'connections'::text, 'records'::text])))
);

create table api_key (
  id uuid not null,
  account_id uuid not null,
  label text not null,
  hash bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  replaced_by uuid,
  scopes text[],
  organization_ids uuid[],
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_organization_ids_check CHECK ((organization_ids <> '{}'::uuid[])),
  constraint api_key_scopes_check CHECK ((scopes <> '{}'::text[]))
);

CREATE INDEX api_key_account ON public.api_key USING btree (account_id);

CREATE INDEX api_key_replaced ON public.api_key USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);

create table audit_event (
  id bigint default nextval('audit_event_id'::regclass) not null,
  at timestamp with time zone default clock_timestamp() not null,
  account_id uuid,
  organization_id uuid,
  connection_id uuid,
  resource_id text,
  action text not null,
  actor text not null,
  actor_id uuid,
  origin text,
  request_id text,
  constraint audit_event_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_event_account ON public.audit_event USING btree (account_id, id);

CREATE INDEX audit_event_age ON public.audit_event USING btree (at);

CREATE INDEX audit_event_connection ON public.audit_event USING btree (connection_id, id);

CREATE INDEX audit_event_organization ON public.audit_event USING btree (organization_id, id);

create table connect_session (
  id uuid not null,
  account_id uuid not null,
  organization_id uuid not null,
  connection_id uuid,
  is_reconnect boolean not null,
  vendors text not null,
  identifier text,
  data_export_types text,
  return_url text,
  link_hash bytea not null,
  token_hash bytea,
  failed_checks integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  consents_before bigint,
  consent_link bigint,
  revoked_at timestamp with time zone,
  constraint connect_session_pkey PRIMARY KEY (id)
);

CREATE INDEX connect_session_age ON public.connect_session USING btree (expires_at);

CREATE INDEX connect_session_connection ON public.connect_session USING btree (connection_id);

CREATE INDEX connect_session_organization ON public.connect_session USING btree (organization_id, created_at, id);

create table connection (
  id uuid not null,
  account_id uuid not null,
  organization_id uuid not null,
  vendor text not null,
  identifier text,
  state text not null,
  refresh_interval_secs integer not null,
  timeout_secs integer not null,
  full_scan_interval_secs integer,
  events_first_load_days integer,
  full_scan_requested_at timestamp with time zone,
  auth_type text,
  credentials bytea,
  shown_credentials text,
  data_export_types text default '[]'::text not null,
  tenant text,
  tenant_replacements integer default 0 not null,
  health_name text default 'HEALTHY'::text not null,
  health_details text,
  event_sequence bigint default 0 not null,
  unread_fields text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  deleted_at timestamp with time zone,
  constraint connection_pkey PRIMARY KEY (id),
  constraint connection_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'PAUSED'::text, 'DELETED'::text])))
);

CREATE INDEX connection_account ON public.connection USING btree (account_id) WHERE (state <> 'DELETED'::text);

CREATE INDEX connection_deleted ON public.connection USING btree (deleted_at) WHERE (state = 'DELETED'::text);

CREATE UNIQUE INDEX connection_identifier ON public.connection USING btree (organization_id, vendor, identifier) WHERE (state <> 'DELETED'::text);

CREATE INDEX connection_organization ON public.connection USING btree (organization_id, created_at, id);

create table connection_problem (
  connection_id uuid not null,
  extractor text not null,
  reason text not null,
  export_type text,
  endpoint text,
  detail text not null,
  permissions text not null,
  until timestamp with time zone,
  first_seen_at timestamp with time zone default clock_timestamp() not null,
  last_seen_at timestamp with time zone default clock_timestamp() not null,
  constraint connection_problem_pkey PRIMARY KEY (connection_id, extractor, reason)
);

create table connector_stop (
  vendor text not null,
  version text not null,
  reason text not null,
  stopped_at timestamp with time zone default clock_timestamp() not null,
  constraint connector_stop_pkey PRIMARY KEY (vendor, version)
);

create table consent (
  id uuid not null,
  connection_id uuid not null,
  granted bigint default 0 not null,
  granted_at timestamp with time zone,
  link bigint default 0 not null,
  generation bigint default 0 not null,
  tokens bytea,
  issued_at timestamp with time zone,
  lifetime_secs double precision,
  leased_at timestamp with time zone,
  lease_id uuid,
  lost_reason text,
  problem text,
  return_url text,
  next_fields text,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_connection_id_key UNIQUE (connection_id)
);

create table consent_visit (
  state bytea not null,
  browser bytea not null,
  consent_id uuid not null,
  granted bigint not null,
  link bigint not null,
  returned_at timestamp with time zone,
  is_connected boolean,
  told text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint consent_visit_pkey PRIMARY KEY (state)
);

CREATE INDEX consent_visit_age ON public.consent_visit USING btree (created_at);

CREATE INDEX consent_visit_consent ON public.consent_visit USING btree (consent_id);

create table emptied_field (
  connection_id uuid not null,
  kind text not null,
  id uuid not null,
  fields text not null,
  is_changed boolean not null,
  constraint emptied_field_pkey PRIMARY KEY (connection_id, kind, id)
);

create table erasure (
  id uuid not null,
  account_id uuid not null,
  organization_id uuid,
  connection_id uuid,
  subject text not null,
  subject_id uuid not null,
  requested_at timestamp with time zone default clock_timestamp() not null,
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint erasure_pkey PRIMARY KEY (id),
  constraint erasure_subject_check CHECK ((subject = ANY (ARRAY['connection'::text, 'organization'::text, 'account'::text]))),
  constraint erasure_subject_subject_id_key UNIQUE (subject, subject_id)
);

CREATE INDEX erasure_account ON public.erasure USING btree (account_id, requested_at, id);

CREATE INDEX erasure_open ON public.erasure USING btree (requested_at) WHERE (finished_at IS NULL);

create table erasure_receipt (
  erasure_id uuid not null,
  table_name text not null,
  count bigint not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint erasure_receipt_pkey PRIMARY KEY (erasure_id, table_name)
);

create table held_back_deletion (
  connection_id uuid not null,
  kind text not null,
  extractor text not null,
  first_scan bigint not null,
  since timestamp with time zone,
  reason text not null,
  count bigint not null,
  held_since timestamp with time zone default clock_timestamp() not null,
  decision text,
  constraint held_back_deletion_pkey PRIMARY KEY (connection_id, kind),
  constraint held_back_deletion_decision_check CHECK ((decision = ANY (ARRAY['CONFIRM'::text, 'DISMISS'::text])))
);

create table idempotency_key (
  account_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  master_key text not null,
  status integer,
  answer text,
  organization_id uuid,
  connection_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint idempotency_key_pkey PRIMARY KEY (account_id, key)
);

CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (created_at);

CREATE INDEX idempotency_key_connection ON public.idempotency_key USING btree (connection_id) WHERE (answer IS NOT NULL);

CREATE INDEX idempotency_key_organization ON public.idempotency_key USING btree (organization_id) WHERE (answer IS NOT NULL);

create table job (
  id uuid not null,
  connection_id uuid not null,
  status text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  failure_reason text,
  data_exports text default '[]'::text not null,
  waits text,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);

CREATE INDEX job_connection ON public.job USING btree (connection_id, created_at DESC, id);

CREATE INDEX job_ended ON public.job USING btree (COALESCE(finished_at, 'infinity'::timestamp with time zone), id);

CREATE UNIQUE INDEX job_open ON public.job USING btree (connection_id) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

create table job_progress (
  job_id uuid not null,
  extractor text not null,
  progress text not null,
  saved_at timestamp with time zone default clock_timestamp() not null,
  constraint job_progress_pkey PRIMARY KEY (job_id, extractor)
);

create table kept_field (
  connection_id uuid not null,
  extractor text not null,
  kind text not null,
  path text not null,
  count bigint not null,
  of_all bigint not null,
  since timestamp with time zone not null,
  constraint kept_field_pkey PRIMARY KEY (connection_id, extractor, kind, path)
);

create table migration (
  id integer not null,
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (id)
);

create table missing_record (
  connection_id uuid not null,
  kind text not null,
  id uuid not null,
  scan bigint not null,
  first_scan bigint not null,
  since timestamp with time zone,
  is_planned boolean not null,
  seen_at timestamp with time zone,
  constraint missing_record_pkey PRIMARY KEY (connection_id, kind, id)
);

create table missing_total (
  connection_id uuid not null,
  kind text not null,
  count bigint not null,
  since timestamp with time zone not null,
  constraint missing_total_pkey PRIMARY KEY (connection_id, kind)
);

create table operator_key (
  id uuid not null,
  label text not null,
  hash bytea not null,
  role text not null,
  may_read_records boolean not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  replaced_by uuid,
  constraint operator_key_pkey PRIMARY KEY (id),
  constraint operator_key_hash_key UNIQUE (hash),
  constraint operator_key_role_check CHECK ((role = ANY (ARRAY['read'::text, 'act'::text])))
);

create table organization (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  identifier text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  deleted_at timestamp with time zone,
  constraint organization_pkey PRIMARY KEY (id)
);

CREATE INDEX organization_account ON public.organization USING btree (account_id, created_at, id);

CREATE INDEX organization_deleted ON public.organization USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

create table outbound_job (
  id uuid not null,
  account_id uuid not null,
  connection_id uuid not null,
  vendor text not null,
  task_name text not null,
  payload bytea,
  status text default 'QUEUED'::text not null,
  attempt integer default 0 not null,
  crashes integer default 0 not null,
  fence bigint default 0 not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  planned_at timestamp with time zone default now() not null,
  uncertain_since timestamp with time zone,
  uncertain_reason text,
  restored_at timestamp with time zone,
  vendor_id text,
  failure_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint outbound_job_pkey PRIMARY KEY (id),
  constraint outbound_job_check CHECK (((payload IS NULL) OR (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text])))),
  constraint outbound_job_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'SUCCESS'::text, 'FAILED'::text])))
);

CREATE INDEX outbound_job_account ON public.outbound_job USING btree (account_id, due_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

CREATE INDEX outbound_job_connection ON public.outbound_job USING btree (connection_id);

CREATE INDEX outbound_job_turn ON public.outbound_job USING btree (account_id, connection_id, due_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

create table pending_move (
  connection_id uuid not null,
  kind text not null,
  id uuid not null,
  constraint pending_move_pkey PRIMARY KEY (connection_id, kind, id)
);

create table pending_relation (
  connection_id uuid not null,
  kind text not null,
  id uuid not null,
  constraint pending_relation_pkey PRIMARY KEY (connection_id, kind, id)
);

create table rate_budget (
  key bytea not null,
  "limit" double precision,
  remaining double precision,
  reset_at timestamp with time zone,
  reported_at timestamp with time zone,
  blocked_until timestamp with time zone,
  ends_at timestamp with time zone not null,
  stored_at timestamp with time zone default now() not null,
  constraint rate_budget_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_budget_ended ON public.rate_budget USING btree (ends_at);

create table rate_line (
  key bytea not null,
  taken_until timestamp with time zone not null,
  taken_at timestamp with time zone default now() not null,
  constraint rate_line_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_line_ended ON public.rate_line USING btree (taken_until);

create table record (
  connection_id uuid not null,
  kind text not null,
  id uuid not null,
  vendor_id text not null,
  "position" bigint not null,
  updated_at timestamp with time zone not null,
  is_gone boolean default false not null,
  is_listed boolean default true not null,
  hash bytea not null,
  wire text not null,
  on_request text,
  facets bigint[],
  instant timestamp with time zone,
  instant_2 timestamp with time zone,
  instant_3 timestamp with time zone,
  source_id uuid,
  target_id uuid,
  gone_at timestamp with time zone,
  first_seen_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  job_id uuid,
  connector_version text,
  facet_version integer default 0 not null,
  constraint record_pkey PRIMARY KEY (connection_id, kind, id)
);

CREATE INDEX record_deleted ON public.record USING btree (gone_at) WHERE (is_gone AND is_listed);

CREATE INDEX record_facet ON public.record USING gin (facets) WHERE (is_listed AND (facets IS NOT NULL));

CREATE INDEX record_gone ON public.record USING btree (gone_at) WHERE (is_gone AND (NOT is_listed));

CREATE INDEX record_instant ON public.record USING btree (connection_id, kind, instant) WHERE (is_listed AND (instant IS NOT NULL));

CREATE INDEX record_instant_2 ON public.record USING btree (connection_id, kind, instant_2) WHERE (is_listed AND (instant_2 IS NOT NULL));

CREATE INDEX record_instant_3 ON public.record USING btree (connection_id, kind, instant_3) WHERE (is_listed AND (instant_3 IS NOT NULL));

CREATE UNIQUE INDEX record_position ON public.record USING btree (connection_id, kind, "position") WHERE is_listed;

CREATE UNIQUE INDEX record_removed_position ON public.record USING btree (connection_id, kind, "position") WHERE ((NOT is_listed) AND (source_id IS NULL));

CREATE INDEX record_removed_updated ON public.record USING btree (connection_id, kind, updated_at) WHERE ((NOT is_listed) AND (source_id IS NULL));

CREATE INDEX record_source ON public.record USING btree (source_id, kind, connection_id, target_id) WHERE ((source_id IS NOT NULL) AND (NOT is_gone));

CREATE INDEX record_target ON public.record USING btree (target_id, kind, connection_id, source_id) WHERE ((target_id IS NOT NULL) AND (NOT is_gone));

CREATE INDEX record_updated ON public.record USING btree (connection_id, kind, updated_at) WHERE is_listed;

create table record_counter (
  connection_id uuid not null,
  kind text not null,
  "position" bigint default 0 not null,
  updated_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  total bigint default 0 not null,
  deleted bigint default 0 not null,
  full_at timestamp with time zone,
  replaced_at timestamp with time zone,
  has_former boolean default false not null,
  facet_version integer default 0 not null,
  facet_position bigint default 0 not null,
  common_facet_version integer generated always as ( CASE WHEN (facet_position = "position") THEN facet_version ELSE 0 END) stored,
  constraint record_counter_pkey PRIMARY KEY (connection_id, kind)
);

CREATE INDEX record_counter_facets ON public.record_counter USING btree (kind, common_facet_version);

create table row_tenant (
  connection_id uuid not null,
  tenant text not null,
  first_seen_at timestamp with time zone default clock_timestamp() not null,
  constraint row_tenant_pkey PRIMARY KEY (connection_id, tenant)
);

create table runner (
  name text not null,
  takes_shards boolean default true not null,
  master_keys text[] default '{}'::text[] not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint runner_pkey PRIMARY KEY (name)
);

create table runner_host (
  name text not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint runner_host_pkey PRIMARY KEY (name)
);

create table scan (
  connection_id uuid not null,
  extractor text not null,
  mode text,
  added_at timestamp with time zone default clock_timestamp() not null,
  number bigint default 0 not null,
  since text,
  started_at timestamp with time zone,
  progressed_at timestamp with time zone,
  runs integer default 1 not null,
  last_runs integer default 1 not null,
  checkpoint text,
  delta text,
  next_delta text,
  unreadable text[] default '{}'::text[] not null,
  missing jsonb default '[]'::jsonb not null,
  is_in_parts boolean default false not null,
  quota bigint,
  behind_secs double precision default 0 not null,
  field_counts text,
  baseline text not null,
  is_new_baseline boolean default false not null,
  mapping text,
  full_mapping text,
  confirm_at timestamp with time zone,
  last_full_at timestamp with time zone,
  last_scan_at timestamp with time zone,
  last_behind_secs double precision default 0 not null,
  constraint scan_pkey PRIMARY KEY (connection_id, extractor),
  constraint scan_mode_check CHECK ((mode = ANY (ARRAY['full'::text, 'delta'::text])))
);

create table scan_parent (
  connection_id uuid not null,
  extractor text not null,
  id bytea not null,
  constraint scan_parent_pkey PRIMARY KEY (connection_id, extractor, id)
);

create table scan_seen_block (
  connection_id uuid not null,
  kind text not null,
  number integer not null,
  is_stored boolean not null,
  first uuid not null,
  ids uuid[] not null,
  is_merged boolean not null,
  constraint scan_seen_block_pkey PRIMARY KEY (connection_id, kind, number, is_stored, first)
);

create table schedule (
  connection_id uuid not null,
  vendor text not null,
  shard integer not null,
  is_paused boolean default false not null,
  interval_secs integer not null,
  timeout_secs integer not null,
  next_run_at timestamp with time zone default clock_timestamp() not null,
  planned_at timestamp with time zone default now() not null,
  requested_at timestamp with time zone,
  fence bigint default 0 not null,
  run_by text,
  started_at timestamp with time zone,
  failures integer default 0 not null,
  crashes integer default 0 not null,
  constraint schedule_pkey PRIMARY KEY (connection_id)
);

CREATE INDEX schedule_due ON public.schedule USING btree (next_run_at) WHERE (NOT is_paused);

CREATE INDEX schedule_running ON public.schedule USING btree (run_by) WHERE (run_by IS NOT NULL);

create table setting (
  name text not null,
  value text not null,
  constraint setting_pkey PRIMARY KEY (name)
);

create table shard_lock (
  shard integer not null,
  runner text not null,
  constraint shard_lock_pkey PRIMARY KEY (shard)
);

create table webhook (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  is_paused boolean default false not null,
  paused_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_events_check CHECK ((events <> '{}'::text[]))
);

CREATE INDEX webhook_account ON public.webhook USING btree (account_id, created_at, id);

create table webhook_delivery (
  id uuid default gen_random_uuid() not null,
  webhook_id uuid not null,
  account_id uuid not null,
  connection_id uuid,
  type text not null,
  data text not null,
  state text default 'PENDING'::text not null,
  attempt integer default 0 not null,
  is_claimed boolean default false not null,
  fence bigint default 0 not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  planned_at timestamp with time zone default now() not null,
  status integer,
  reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  attempted_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'DEAD'::text])))
);

CREATE INDEX webhook_delivery_account ON public.webhook_delivery USING btree (account_id);

CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at);

CREATE INDEX webhook_delivery_connection ON public.webhook_delivery USING btree (connection_id);

CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook_id, due_at) WHERE (state = 'PENDING'::text);

CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, created_at DESC, id);

create table webhook_secret (
  id uuid not null,
  webhook_id uuid not null,
  secret bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  replaced_at timestamp with time zone,
  constraint webhook_secret_pkey PRIMARY KEY (id)
);

CREATE INDEX webhook_secret_webhook ON public.webhook_secret USING btree (webhook_id);

alter table account_quota add constraint account_quota_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table api_key add constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table api_key add constraint api_key_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_key(id) ON DELETE SET NULL;

alter table connect_session add constraint connect_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table connect_session add constraint connect_session_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table connect_session add constraint connect_session_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);

alter table connection add constraint connection_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table connection add constraint connection_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id);

alter table connection_problem add constraint connection_problem_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table consent add constraint consent_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table consent_visit add constraint consent_visit_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consent(id) ON DELETE CASCADE;

alter table emptied_field add constraint emptied_field_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table erasure_receipt add constraint erasure_receipt_erasure_id_fkey FOREIGN KEY (erasure_id) REFERENCES erasure(id);

alter table held_back_deletion add constraint held_back_deletion_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table idempotency_key add constraint idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table job add constraint job_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table job_progress add constraint job_progress_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE;

alter table kept_field add constraint kept_field_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table missing_total add constraint missing_total_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table operator_key add constraint operator_key_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES operator_key(id);

alter table organization add constraint organization_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table outbound_job add constraint outbound_job_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table outbound_job add constraint outbound_job_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table record_counter add constraint record_counter_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table row_tenant add constraint row_tenant_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id) ON DELETE CASCADE;

alter table scan add constraint scan_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table schedule add constraint schedule_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table shard_lock add constraint shard_lock_runner_fkey FOREIGN KEY (runner) REFERENCES runner(name) ON DELETE CASCADE;

alter table webhook add constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table webhook_delivery add constraint webhook_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table webhook_delivery add constraint webhook_delivery_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connection(id);

alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

alter table webhook_secret add constraint webhook_secret_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION public.keep_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.at < clock_timestamp() - interval '29 days' then return old; end if;
  end if;
  raise exception 'audit_event is append-only: events cannot be changed, or deleted before they are 29 days old';
end
$function$;

CREATE TRIGGER audit_event_is_kept BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION keep_audit_event();

CREATE TRIGGER audit_event_is_never_emptied BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();
