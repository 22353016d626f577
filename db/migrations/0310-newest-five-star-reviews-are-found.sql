-- runs outside a transaction
-- For the home page: it shows the newest ones, and read all reviews to find them.
create index concurrently if not exists newest_five_star_reviews on lesson_reviews (created_at desc, id)
  where rating = 5 and published_at is not null and paid_here;
