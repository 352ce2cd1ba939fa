-- Tables, what was done at them, and what was said.

create table tables (
    id text primary key,
    game text not null,
    status text not null,
    created real not null,
    data text not null
) without rowid;

create index unfinished on tables (created) where status <> 'over';

create table entries (
    table_id text not null,
    n integer not null,
    seat integer not null,
    action integer,
    decided text not null,
    command text not null,
    at real not null,
    primary key (table_id, n)
) without rowid;

create table chat (
    table_id text not null,
    n integer not null,
    seat integer not null,
    name text not null,
    text text not null,
    command text not null,
    at real not null,
    primary key (table_id, n)
) without rowid;
