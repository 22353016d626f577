import pg from 'pg'

/**
 * Makes somebody with an account an admin, in the database of DATABASE_URL; the first one has no other way:
 *   DATABASE_URL=… node scripts/make-admin.ts somebody@example.com
 * They set up two-step sign-in the next time they sign in.
 */
async function main() {
  const [email] = process.argv.slice(2)
  const connectionString = process.env.DATABASE_URL
  if (!email || !connectionString)
    throw new Error('Say who: DATABASE_URL=… node scripts/make-admin.ts somebody@example.com')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local greenside.admin_by_hand = 'yes'`)
    const { rows } = await client.query<{ id: string }>(
      `insert into user_roles (user_id, role) select id, 'admin' from profiles
       where lower(email) = lower($1) and closed_at is null
       on conflict (user_id, role) do update set role = excluded.role returning user_id as id`,
      [email],
    )
    const [person] = rows
    if (!person) throw new Error(`Nobody with an account has the address ${email}. They sign up first.`)
    await client.query(
      `insert into audit_log (actor_id, subject_id, action, target, after, reason, created_at)
       values ($1, $1, 'change', 'make-admin', '{"isAdmin": true}', 'By a command on the server', current_instant())`,
      [person.id],
    )
    await client.query('delete from sessions where user_id = $1', [person.id])
    await client.query('commit')
    console.log(`${email} is an admin. Two-step sign-in is set up at the next sign-in.`)
  } finally {
    await client.end()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
