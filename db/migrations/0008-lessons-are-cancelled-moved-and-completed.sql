-- A coach's terms, and the terms each lesson was booked under: what the student read before paying is what holds.
alter table instructor_profiles add column cancellation_policy text not null default 'standard'
  check (cancellation_policy in ('flexible', 'standard', 'strict'));
alter table bookings
  add column cancellation_policy text not null default 'standard'
    check (cancellation_policy in ('flexible', 'standard', 'strict')),
  -- Moving a lesson never makes cancelling it cheaper than it was at that moment.
  add column refund_ceiling_percent smallint not null default 100 check (refund_ceiling_percent between 0 and 100),
  add column moved_by_coach boolean not null default false,
  add column no_show boolean not null default false,
  add column completed_at timestamptz,
  -- How often calendars must replace what they have of this lesson (SEQUENCE of RFC 5545).
  add column change_number integer not null default 0,
  add constraint only_completed_lessons_were_missed check (not no_show or status = 'completed');
create index lessons_to_complete on bookings (lesson_end) where status = 'confirmed';

drop trigger coach_rules_bump_schedule on instructor_profiles;
create trigger coach_rules_bump_schedule after update of hourly_rate, is_visible, instant_book_enabled,
  instant_book_calendar_id, min_booking_notice_hours, max_booking_window_days, slot_step_minutes, buffer_minutes,
  lesson_durations, time_zone, cancellation_policy on instructor_profiles
  for each row execute function bump_own_schedule();

-- The same steps as before; and a lesson that was paid for is only ever cancelled by a person.
create or replace function refuse_impossible_booking_steps() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'pending' and new.status in ('confirmed', 'cancelled')) or
    (old.status = 'confirmed' and new.status = 'completed') or
    (old.status = 'confirmed' and new.status = 'cancelled' and new.cancel_reason in ('student', 'coach', 'admin')) or
    (old.status = 'cancelled' and new.status = 'confirmed' and old.cancel_reason in ('hold_expired', 'payment_failed', 'abandoned'))
  ) then
    raise exception 'a % booking cannot become %', old.status, new.status using errcode = 'check_violation',
      constraint = 'booking_steps_follow_the_lifecycle';
  end if;
  return new;
end $$;

create function refuse_changed_terms() returns trigger language plpgsql as $$
begin
  raise exception 'people, length, price and terms of a booking never change' using errcode = 'check_violation',
    constraint = 'bookings_keep_their_terms';
end $$;
create trigger bookings_keep_their_terms
  before update of instructor_id, student_id, duration_minutes, price_amount, cancellation_policy on bookings
  for each row when (
    (old.instructor_id, old.student_id, old.duration_minutes, old.price_amount, old.cancellation_policy)
    is distinct from
    (new.instructor_id, new.student_id, new.duration_minutes, new.price_amount, new.cancellation_policy)
  ) execute function refuse_changed_terms();

create table lesson_moves (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete cascade,
  moved_by uuid not null references profiles (id) on delete restrict,
  moved_as text not null check (moved_as in ('student', 'coach', 'admin')),
  from_start timestamptz not null,
  to_start timestamptz not null,
  moved_at timestamptz not null,
  check (from_start <> to_start)
);
create index moves_of_a_lesson on lesson_moves (booking_id, moved_at);
