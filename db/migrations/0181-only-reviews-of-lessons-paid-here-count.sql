-- A rating counts when its lesson was paid here. Reviews of free lessons and of lessons paid elsewhere are shown, labeled, and do not count.
-- The network and the browser a review was sent from are kept as fingerprints, to find several reviews by one person.
alter table lesson_reviews
  add column paid_here boolean not null default true,
  add column network text,
  add column device text;

create or replace function sum_booked_reviews() returns trigger language plpgsql as $$
begin
  update instructor_profiles p set booked_rating_sum = s.total, booked_rating_count = s.n
  from (
    select t.instructor_id, coalesce(sum(r.rating), 0)::integer as total, count(r.id)::integer as n
    from (select distinct instructor_id from touched) t
    left join lesson_reviews r on r.instructor_id = t.instructor_id and r.published_at is not null and r.paid_here
    group by t.instructor_id
  ) s
  where p.user_id = s.instructor_id;
  return null;
end $$;

update lesson_reviews r set paid_here = false
from bookings b join payments p on p.booking_id = b.id
where b.id = r.booking_id and (b.price_amount = 0 or p.payment_method = 'elsewhere');
