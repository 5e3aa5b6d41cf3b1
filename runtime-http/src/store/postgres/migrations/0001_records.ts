/** Records with their change positions. */
export const records = `
-- Records that were listed or hidden, and whose related records are not in pending_move yet.
create table pending_relation (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);

-- Records that still have to move to the end of their list, because a related record was listed or hidden.
create table pending_move (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);

-- One row per list (a connection and a kind): its write lock, its last change position and the number of listed records.
create table record_counter (
  connection_id        uuid not null references connection,
  kind                 text not null,
  position             bigint not null default 0,
  updated_at           timestamptz not null default 'epoch',
  total                bigint not null default 0,
  deleted              bigint not null default 0, -- how many of them show as deleted; a quota does not count those
  full_at              timestamptz, -- when the last complete full scan of the list began
  replaced_at          timestamptz, -- all that was written before is of a tenant that was replaced then; null if there was none
  has_former           boolean not null default false, -- whether records of that tenant may be left that are not gone
  facet_version        int not null default 0, -- that of the listed records up to facet_position
  facet_position       bigint not null default 0, -- writers move it along; those that store other facets leave it behind
  common_facet_version int generated always as (
    case when facet_position = position then facet_version else 0 end
  ) stored, -- that of all listed records; 0 if they may differ
  primary key (connection_id, kind)
);

create index record_counter_facets on record_counter (kind, common_facet_version);

create table record (
  connection_id     uuid not null,
  kind              text not null,
  id                uuid not null,
  vendor_id         text not null,
  position          bigint not null,
  updated_at        timestamptz not null,
  is_gone           boolean not null default false, -- a complete scan did not see the record, or a delta reported it as gone
  is_listed         boolean not null default true, -- false if it is gone and its kind has no field that says so
  hash              bytea not null, -- of the canonical record; the upsert compares it
  wire              text not null, -- the JSON that the API sends
  on_request        text, -- a JSON object with the on-request fields
  facets            bigint[], -- the values that list filters match, hashed with the connection and the kind; null if there are none
  instant           timestamptz, -- the instants that a list can be filtered by, such as a finding's last change of status
  instant_2         timestamptz,
  instant_3         timestamptz,
  source_id         uuid, -- the ends of a relation; null for other kinds
  target_id         uuid,
  gone_at           timestamptz, -- a record that is listed again keeps it until its next change
  first_seen_at     timestamptz not null default clock_timestamp(),
  seen_at           timestamptz not null default clock_timestamp(), -- when it was written, or was last known to exist before it was marked as gone
  job_id            uuid, -- the job that wrote it
  connector_version text,
  facet_version     int not null default 0, -- see RecordTable.facetVersion
  primary key (connection_id, kind, id)
);

create unique index record_position on record (connection_id, kind, position) where is_listed;

-- What has left a list can be read like the list, so that whoever keeps a copy of it need not read it whole.
create unique index record_removed_position on record (connection_id, kind, position) where not is_listed and source_id is null;

-- Without the position: Postgres keeps a time that many records share only once, so the index needs an eighth of the space.
create index record_updated on record (connection_id, kind, updated_at) where is_listed;

create index record_removed_updated on record (connection_id, kind, updated_at) where not is_listed and source_id is null;

-- A list below a record asks of each record whether it is related, with one probe. The ids imply the connection, which follows them so that
-- a table with one partition for many connections reads only one of them.
create index record_source on record (source_id, kind, connection_id, target_id) where source_id is not null and not is_gone;

create index record_target on record (target_id, kind, connection_id, source_id) where target_id is not null and not is_gone;

-- The hash of a facet includes the connection and the kind, so an entry leads to records of one list only, however many lists share the
-- index. A table of (facet, position) would return pages in order without a sort, but each change to a finding would rewrite ten rows.
create index record_facet on record using gin (facets) where is_listed and facets is not null;

create index record_instant on record (connection_id, kind, instant) where is_listed and instant is not null;

create index record_instant_2 on record (connection_id, kind, instant_2) where is_listed and instant_2 is not null;

create index record_instant_3 on record (connection_id, kind, instant_3) where is_listed and instant_3 is not null;

-- The purge.
create index record_gone on record (gone_at) where is_gone and not is_listed;

-- The purge, if the operator limits how long records stay listed with a deleted flag or status.
create index record_deleted on record (gone_at) where is_gone and is_listed;
`
