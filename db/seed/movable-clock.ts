import type pg from 'pg'

/**
 * Makes the database's present movable: `greenside.stands_at` holds the instant at which a connection's clock stands still
 * (tests), `greenside.runs_ahead` how far it runs ahead of the machine's (a demo), which `local_vendor.clock` keeps. A real
 * marketplace never has this.
 */
export async function makeClockMovable(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create or replace function current_instant() returns timestamptz language sql stable parallel safe as $$
      select coalesce(
        nullif(current_setting('greenside.stands_at', true), '')::timestamptz,
        now() + coalesce(nullif(current_setting('greenside.runs_ahead', true), ''), '0')::interval)
    $$;
    create table if not exists local_vendor.clock (
      only_row boolean primary key default true check (only_row),
      ahead_ms bigint not null check (ahead_ms >= 0)
    )`)
}
