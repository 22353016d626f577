-- runs outside a transaction
create index concurrently if not exists clip_uploads_of_a_review on clip_uploads (review_id) where review_id is not null;
