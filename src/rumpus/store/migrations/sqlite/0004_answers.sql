-- The latest answers to commands, of whatever kind: a new one takes the slot of the oldest.

create table answers (
    table_id text not null,
    slot integer not null,
    n integer not null,
    who text not null,
    command text not null,
    refusal text,
    primary key (table_id, slot)
) without rowid;

with
asked as (
    select table_id, seat, command, at, n from entries where command <> ''
    union all
    select table_id, seat, command, at, n from chat where command <> ''
),
numbered as (
    select
        table_id,
        row_number() over (partition by table_id order by asked.at, n) - 1 as number,
        json_extract(tables.data, '$.seats[' || seat || '].token') as who,
        command
    from asked join tables on tables.id = table_id
    where tables.status <> 'over'
)
insert or replace into answers
select table_id, number % 256, number, who, command, null from numbered
where who is not null order by table_id, number;
