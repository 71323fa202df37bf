ALTER TABLE matches ADD COLUMN creator TEXT NOT NULL DEFAULT '';

CREATE INDEX running_by_creator ON matches (creator) WHERE outcome = '';

ALTER TABLE turns ADD COLUMN state TEXT NOT NULL DEFAULT '';

UPDATE seats SET taken = 2
WHERE taken = 1 AND (
    EXISTS (SELECT 1 FROM sealed WHERE sealed.match = seats.match AND sealed.seat = seats.seat)
    OR EXISTS (
        SELECT 1 FROM turns
        WHERE turns.match = seats.match AND turns.nonces LIKE CASE seats.seat WHEN 0 THEN '_% %' ELSE '% _%' END
    )
);

CREATE TABLE voided (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    taken_back BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    commitment TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (match, turn, taken_back, seat)
);
