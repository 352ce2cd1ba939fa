-- Tables, what was done at them and what was said; which server has each; the answers to commands;
-- and what the room keeps for itself. `collate "C"`: names are compared byte by byte, which is fast.

create table servers (
    id bigint generated always as identity primary key,
    name text not null,
    address text not null,
    until float8 not null,
    used text not null default ''
);

create table tables (
    id text collate "C" primary key,
    game text not null,
    status text not null,
    created float8 not null,
    asked text not null default '',
    listed int not null default 0,
    here int not null default 0,
    server bigint,
    fence bigint not null default 0,
    data text not null
) with (fillfactor = 80);

create index unfinished on tables (created) where status <> 'over';
create index requested on tables (asked) where asked <> '' and status <> 'over';
create index listed on tables (created) where listed = 1;

create table claims (
    table_id text collate "C" not null,
    fence bigint not null,
    server bigint not null,
    at float8 not null,
    primary key (table_id, fence)
);

create table entries (
    table_id text collate "C" not null,
    n int not null,
    seat int not null,
    action int,
    decided text not null,
    command text not null,
    at float8 not null,
    fence bigint not null default 0,
    primary key (table_id, n)
);

create table chat (
    table_id text collate "C" not null,
    slot int not null,
    n int not null,
    seat int not null,
    name text not null,
    text text not null,
    command text not null,
    at float8 not null,
    primary key (table_id, slot)
);

create table answers (
    table_id text collate "C" not null,
    slot int not null,
    n int not null,
    who text not null,
    command text not null,
    refusal text,
    primary key (table_id, slot)
);

create table room (
    name text primary key,
    value text not null
);
