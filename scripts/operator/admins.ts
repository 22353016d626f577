import type pg from 'pg'

/** What stands in the audit log for it. */
const TARGET = 'admin-command'

interface Person {
  id: string
  email: string
  isConfirmed: boolean
  isAdmin: boolean
}

/**
 * Makes somebody with an account an admin; the first one has no other way. They are signed out everywhere, and set up two-step sign-in
 * the next time they sign in.
 * @throws Error when there is no such account, or nobody has shown yet that the address is theirs
 */
export async function grantAdmin(client: pg.ClientBase, email: string): Promise<'made' | 'was one'> {
  return await inTransaction(client, async () => {
    const person = await find(client, email)
    if (person.isAdmin) return 'was one'
    // Anybody can open an account under anybody's address.
    if (!person.isConfirmed)
      throw new Error(`${email} has not confirmed that address yet: the link is in the welcome letter.`)
    await client.query(`set local greenside.admin_by_hand = 'yes'`)
    await client.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [person.id])
    await writeDown(client, person, true)
    return 'made'
  })
}

/** Takes it back. @throws Error when there is no such account, or nobody would be left */
export async function revokeAdmin(client: pg.ClientBase, email: string): Promise<'taken back' | 'was none'> {
  return await inTransaction(client, async () => {
    const person = await find(client, email)
    if (!person.isAdmin) return 'was none'
    // Two people who do this at once must not both believe that the other one stays.
    await client.query('lock table user_roles in share row exclusive mode')
    if ((await listAdmins(client)).length === 1)
      throw new Error(`${email} is the only admin. Make somebody else one first.`)
    await client.query(`delete from user_roles where user_id = $1 and role = 'admin'`, [person.id])
    await client.query(`update profiles set user_type = 'student' where id = $1 and user_type = 'admin'`, [
      person.id,
    ])
    await writeDown(client, person, false)
    return 'taken back'
  })
}

/** Addresses of all admins, in order. */
export async function listAdmins(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from profiles p join user_roles r on r.user_id = p.id and r.role = 'admin'
     where closed_at is null order by email`,
  )
  return rows.map(({ email }) => email)
}

async function find(client: pg.ClientBase, email: string): Promise<Person> {
  const { rows } = await client.query<Person>(
    `select id, email, email_verified as "isConfirmed",
       exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as "isAdmin"
     from profiles p where lower(email) = lower($1) and closed_at is null for update`,
    [email],
  )
  const [person] = rows
  if (!person) throw new Error(`Nobody with an account has the address ${email}. They sign up first.`)
  return person
}

async function writeDown(client: pg.ClientBase, { id }: Person, isAdmin: boolean) {
  await client.query(
    `insert into audit_log (actor_id, subject_id, action, target, before, after, reason, created_at)
     values ($1, $1, 'change', $2, $3, $4, 'By a command on the server', current_instant())`,
    [id, TARGET, JSON.stringify({ isAdmin: !isAdmin }), JSON.stringify({ isAdmin })],
  )
  await client.query('delete from sessions where user_id = $1', [id])
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
