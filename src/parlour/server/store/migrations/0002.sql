ALTER TABLE seats ADD COLUMN ticket_hash TEXT NOT NULL DEFAULT '';

UPDATE seats SET ticket_hash = secret_hash, secret_hash = '' WHERE taken = 0;
