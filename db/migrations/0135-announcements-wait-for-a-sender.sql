-- A transaction that notifies commits under a lock of the whole cluster, flush to disk and all: bookings and messages waited for one
-- another there. What pages are told to look at again is written down in the transaction, and each process sends what is there
-- right after (src/platform/realtime.ts). Unlogged: a server that crashed has lost its listeners, too, and they ask anew.
create unlogged table announcements (
  id bigint generated always as identity primary key,
  -- A notification has less than 8,000 bytes.
  announcement text not null check (octet_length(announcement) < 7900)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function announce(announcement text) returns void language sql volatile as $$
  insert into public.announcements (announcement) values (announce.announcement)
$$;

-- Functions of triggers that notify. What a process keeps in memory until it hears of a change, sessions, settings and what the
-- search shows, is announced with the change itself, as before.
do $$
declare found record;
begin
  for found in
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosrc like '%pg\_notify(''greenside'', %'
      and p.prosrc !~ '''(session|coaches|platform-config):'
  loop
    execute replace(found.definition, 'pg_notify(''greenside'', ', 'public.announce(');
  end loop;
end $$;
