import type pg from 'pg'

/**
 * Makes the database's current time adjustable. `greenside.stands_at` freezes a connection's clock at an instant (tests).
 * `greenside.runs_ahead` is the offset from the machine's clock (demo), stored in `local_vendor.clock`. Never used in a production
 * marketplace.
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
