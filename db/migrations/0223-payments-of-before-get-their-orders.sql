-- runs outside a transaction: in small ones of its own, so that nobody waits for it
do $$
declare
  last uuid;
  batch uuid[];
begin
  loop
    last := '00000000-0000-0000-0000-000000000000';
    loop
      select array_agg(id order by id) into batch from (select id from payments where id > last order by id limit 2000) p;
      exit when batch is null;
      -- A payment that somebody is changing is left to the next round.
      with lines as materialized (
        select * from payments where id = any(batch) and order_id is null for update skip locked
      ), made as (
        insert into orders (id, student_id, stripe_session_id, stripe_payment_intent_id, card_fingerprint, checkout_url, terms_version,
          created_at, updated_at)
        select booking_id, student_id, stripe_session_id, stripe_payment_intent_id, card_fingerprint, checkout_url, terms_version,
          created_at, updated_at
        from lines
      )
      update payments set order_id = lines.booking_id from lines where payments.id = lines.id;
      last := batch[array_upper(batch, 1)];
      commit;
    end loop;
    exit when not exists (select from payments where order_id is null);
    perform pg_sleep(0.1);
  end loop;
end $$;
