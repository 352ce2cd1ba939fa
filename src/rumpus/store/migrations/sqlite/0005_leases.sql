-- Which server has a table, by a fencing number that rises each time a server opens it, and in which
-- of them each entry was written. Messages of a table are numbered from its fencing number, which
-- therefore begins above what a clock counted before.

create table servers (
    id integer primary key autoincrement,
    name text not null,
    address text not null,
    until real not null,
    used text not null default ''
);

create table claims (
    table_id text not null,
    fence integer not null,
    server integer not null,
    at real not null,
    primary key (table_id, fence)
) without rowid;

alter table tables add column server integer;
alter table tables add column fence integer not null default 0;
alter table tables add column asked text not null default '';
alter table tables add column listed integer not null default 0;
alter table tables add column here integer not null default 0;
alter table entries add column fence integer not null default 0;

update tables set
    asked = coalesce(json_extract(data, '$.asked'), ''),
    fence = 1 + cast(1000 * max(0, strftime('%s', 'now') - created + 864000) / 16777216 as integer);

create index listed on tables (created) where listed = 1;

delete from room where name = 'clock';
