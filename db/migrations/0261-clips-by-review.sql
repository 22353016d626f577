-- runs outside a transaction
create index concurrently if not exists clips_of_a_review on clips (review_id) where review_id is not null;
