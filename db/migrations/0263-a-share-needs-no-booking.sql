-- A coach's share belongs to a lesson or, without one, to a payment (decision 0137).
alter table payouts alter column booking_id drop not null,
  add column payment_id uuid,
  add constraint payouts_payment_id_fkey foreign key (payment_id) references payments (id) on delete restrict not valid,
  add constraint shares_belong_to_one_thing
    check (num_nonnulls(booking_id, payment_id) = 1 and (package_id is null or booking_id is not null)) not valid;

create or replace function announce_payout() returns trigger language plpgsql as $$
begin
  if new.booking_id is not null then perform public.announce('booking:' || new.booking_id); end if;
  perform public.announce('user:' || new.instructor_id);
  return null;
end $$;

-- A bank questions the payment of something that has no booking.
create function has_open_dispute(paid uuid) returns boolean language sql stable as $$
  select exists (select from payment_disputes d where d.payment_id = paid and d.status in ('pending', 'investigating'))
$$;
