-- A mailed link opens a match on another device: the answers are copied into a round of that browser.
-- Statistics leave copies out, because the quiz was taken once.
alter table quiz_responses add column copied_from uuid;
