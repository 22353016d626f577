-- What moved money belongs to a lesson or, without one, to a payment. The booking of a transaction of before stays.
alter table ledger_transactions alter column booking_id drop not null,
  add column payment_id uuid,
  add constraint ledger_transactions_payment_id_fkey foreign key (payment_id) references payments (id) on delete restrict not valid,
  add constraint ledger_transactions_belong_to_one_thing check (num_nonnulls(booking_id, payment_id) = 1) not valid;

alter table payment_refunds alter column booking_id drop not null;

alter table payment_findings alter column booking_id drop not null,
  add column payment_id uuid references payments (id) on delete cascade,
  add constraint findings_are_about_one_thing check (num_nonnulls(booking_id, payment_id) = 1);
create unique index one_open_finding_a_payment on payment_findings (payment_id, kind) where settled_at is null;

-- A bank disputes payments for anything; students report problems with lessons.
alter table payment_disputes alter column booking_id drop not null,
  alter column instructor_id drop not null,
  alter column instructor_name drop not null,
  alter column instructor_email drop not null,
  add constraint students_report_problems_with_lessons
    check (source = 'card_network' or (booking_id is not null and instructor_id is not null)) not valid;

create or replace function announce_words() returns trigger language plpgsql as $$
begin
  if new.booking_id is not null then perform public.announce('booking:' || new.booking_id); end if;
  if new.instructor_id is not null then perform public.announce('user:' || new.instructor_id); end if;
  perform public.announce('user:' || new.student_id);
  return null;
end $$;
