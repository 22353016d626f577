import pg from 'pg'

/**
 * How often one time is sold by a program that looks whether it is free and then writes the booking, in a transaction, as many
 * booking programs do. It is no program of anybody's: a control, which shows that the race is one.
 * @returns how many bookings overlap in the end; one would be right
 */
export async function raceCheckThenInsert(
  url: string,
  attempts: number,
  connections: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  try {
    await pool.query('create schema if not exists control')
    await pool.query('drop table if exists control.bookings')
    await pool.query(
      'create table control.bookings (id serial primary key, coach integer, starts timestamptz, ends timestamptz)',
    )
    // All connections are open before the first asks.
    await Promise.all(Array.from({ length: connections }, () => pool.query('select pg_sleep(0.05)')))
    await Promise.all(Array.from({ length: attempts }, () => attempt(pool)))
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from control.bookings')
    return rows[0]?.n ?? 0
  } finally {
    await pool.query('drop schema if exists control cascade')
    await pool.end()
  }
}

async function attempt(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `select 1 from control.bookings where coach = 1 and starts < '2030-01-01 11:00Z' and ends > '2030-01-01 10:00Z'`,
    )
    if (rows.length === 0)
      await client.query(
        `insert into control.bookings (coach, starts, ends) values (1, '2030-01-01 10:00Z', '2030-01-01 11:00Z')`,
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}
