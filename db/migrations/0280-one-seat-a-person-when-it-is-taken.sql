-- One seat a person is checked when a seat is taken, where the clinic is locked. The unique index also refused to forget the
-- golfers of an account that is closed: its lessons then name nobody, and two of them may be seats in one clinic.
create or replace function refuse_missing_seat() returns trigger language plpgsql as $$
declare
  clinic clinics;
begin
  if tg_op = 'UPDATE' and old.status <> 'cancelled' then return null; end if;
  select * into clinic from clinics where id = new.clinic_id for no key update;
  if exists (select from bookings where clinic_id = new.clinic_id and student_id = new.student_id
    and golfer_id is not distinct from new.golfer_id and id <> new.id and status <> 'cancelled') then
    raise exception 'this person has a seat in this clinic' using errcode = 'unique_violation', constraint = 'one_seat_a_person';
  end if;
  if clinic.status <> 'published'
    or (select count(*) from bookings where clinic_id = new.clinic_id and status <> 'cancelled') > clinic.seats then
    raise exception 'no seat left in this clinic' using errcode = 'exclusion_violation', constraint = 'seats_of_a_clinic';
  end if;
  return null;
end $$;
