-- runs outside a transaction
create index concurrently if not exists quiz_responses_of_a_visit on quiz_responses (visit_id) where visit_id is not null;
