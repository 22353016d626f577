-- The visit is a row of user_sessions. The quiz has its own session, which lasts longer than a visit.
alter table quiz_responses add column visit_id uuid;
