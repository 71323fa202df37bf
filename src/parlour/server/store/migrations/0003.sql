CREATE INDEX public_matches ON matches (outcome, changed) WHERE public = 1;
