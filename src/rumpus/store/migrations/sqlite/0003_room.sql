-- What the room keeps for itself, by name.

create table room (
    name text primary key,
    value not null
) without rowid;
