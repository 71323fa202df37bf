CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    public INTEGER NOT NULL,
    watch_hash TEXT NOT NULL,
    version BIGINT NOT NULL,
    undone BIGINT NOT NULL,
    clock BIGINT NOT NULL,
    increment BIGINT NOT NULL,
    began BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    winner INTEGER NOT NULL,
    reason TEXT NOT NULL,
    next TEXT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL
);

CREATE INDEX matches_by_change ON matches (outcome, changed);

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    taken INTEGER NOT NULL,
    clock BIGINT NOT NULL,
    offer TEXT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE TABLE decisions (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    undone BIGINT NOT NULL,
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    nonces TEXT NOT NULL,
    PRIMARY KEY (match, number)
);

CREATE TABLE sealed (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    round BIGINT NOT NULL,
    undone BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    commitment TEXT NOT NULL,
    box BYTES NOT NULL,
    PRIMARY KEY (match, round, undone, seat)
);

CREATE TABLE answers (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    key TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (match, seat, key)
);

CREATE TABLE heartbeat (
    alive BIGINT NOT NULL
);

INSERT INTO heartbeat (alive) VALUES (0);
