-- runs outside a transaction: in small ones of its own, so that nobody waits for it
do $$
declare
  last uuid;
  batch uuid[];
begin
  loop
    last := '00000000-0000-0000-0000-000000000000';
    loop
      select array_agg(id order by id) into batch from (select id from bookings where id > last order by id limit 2000) b;
      exit when batch is null;
      -- A booking that somebody is changing is left to the next round; its change may have written its row already.
      insert into occupancies (instructor_id, kind, booking_id, starts_at, ends_at, buffer_minutes, teaching_location_id, held_until)
      select instructor_id, 'lesson', id, lesson_date, lesson_end, buffer_minutes, teaching_location_id,
        case when status = 'pending' then hold_expires_at end
      from (select * from bookings where id = any(batch) and status <> 'cancelled' for share skip locked) b
      on conflict (booking_id) do nothing;
      last := batch[array_upper(batch, 1)];
      commit;
    end loop;
    exit when not exists (
      select from bookings b where b.status <> 'cancelled' and not exists (select from occupancies o where o.booking_id = b.id));
    perform pg_sleep(0.1);
  end loop;
end $$;
