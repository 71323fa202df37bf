ALTER TABLE decisions RENAME TO turns;
ALTER TABLE turns RENAME COLUMN undone TO taken_back;
ALTER TABLE matches RENAME COLUMN undone TO taken_back;
ALTER TABLE sealed RENAME COLUMN undone TO taken_back;
ALTER TABLE sealed RENAME COLUMN round TO turn;
UPDATE answers SET answer = REPLACE(REPLACE(answer, '"round"', '"turn"'), '"undone"', '"taken_back"');
