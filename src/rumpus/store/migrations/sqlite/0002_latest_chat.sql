-- Of the chat only the latest lines are kept: a new one takes the slot of the oldest.

create table latest_chat (
    table_id text not null,
    slot integer not null,
    n integer not null,
    seat integer not null,
    name text not null,
    text text not null,
    command text not null,
    at real not null,
    primary key (table_id, slot)
) without rowid;

insert or replace into latest_chat
select table_id, n % 100, n, seat, name, text, command, at from chat order by table_id, n;

drop table chat;

alter table latest_chat rename to chat;
