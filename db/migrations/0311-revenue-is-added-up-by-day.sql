-- The revenue of the lessons of each day, in cents, added up by a job (decision 0156). Days are New York's. A sum over all lessons and their
-- ledger entries takes 14 seconds with three million lessons.
create table revenue_days (
  day date primary key,
  lessons integer not null,
  gross_cents bigint not null,
  refunds_cents bigint not null,
  share_cents bigint not null
);

-- Days whose revenue changed since it was added up: a day, or the day of a lesson. Each change adds a row, so that no transaction waits for
-- another one. Reading adds up these days again, so figures are exact at any moment.
create table revenue_changes (
  id bigint generated always as identity primary key,
  day date,
  booking_id uuid,
  check (num_nonnulls(day, booking_id) = 1)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A lesson brings revenue when it is completed (src/features/bookings/revenue.ts).
create function note_revenue_of_lesson() returns trigger language plpgsql as $$
begin
  insert into revenue_changes (day)
  select distinct (taught at time zone 'America/New_York')::date from (values (old.lesson_date), (new.lesson_date)) as lesson (taught)
  where taught is not null;
  return null;
end $$;
create trigger new_lessons_note_revenue after insert on bookings
  for each row when (new.status = 'completed') execute function note_revenue_of_lesson();
create trigger changed_lessons_note_revenue after update on bookings
  for each row when ((old.status = 'completed' or new.status = 'completed')
    and (old.status, old.payment_status, old.lesson_date, old.price_amount, old.is_demonstration)
      is distinct from (new.status, new.payment_status, new.lesson_date, new.price_amount, new.is_demonstration))
  execute function note_revenue_of_lesson();
create trigger deleted_lessons_note_revenue after delete on bookings
  for each row when (old.status = 'completed') execute function note_revenue_of_lesson();

create function note_revenue_of_money() returns trigger language plpgsql as $$
begin
  insert into revenue_changes (booking_id)
  select distinct lesson from (values (old.booking_id), (new.booking_id)) as lessons (lesson) where lesson is not null;
  return null;
end $$;
create trigger new_entries_note_revenue after insert on ledger_transactions
  for each row when (new.booking_id is not null and new.kind not in ('released', 'reversed')) execute function note_revenue_of_money();
create trigger deleted_entries_note_revenue after delete on ledger_transactions
  for each row when (old.booking_id is not null) execute function note_revenue_of_money();
-- Lessons that were paid elsewhere bring none.
create trigger new_payments_note_revenue after insert on payments
  for each row when (new.payment_method = 'elsewhere' and new.booking_id is not null) execute function note_revenue_of_money();
create trigger changed_payments_note_revenue after update on payments
  for each row when ((old.payment_method = 'elsewhere' or new.payment_method = 'elsewhere')
    and (old.payment_method, old.booking_id) is distinct from (new.payment_method, new.booking_id))
  execute function note_revenue_of_money();
create trigger deleted_payments_note_revenue after delete on payments
  for each row when (old.payment_method = 'elsewhere') execute function note_revenue_of_money();
