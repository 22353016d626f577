import type pg from 'pg'

/** The target recorded in the audit log. */
const TARGET = 'admin-command'

interface Person {
  id: string
  email: string
  isConfirmed: boolean
  isAdmin: boolean
  isCoach: boolean
}

/**
 * Grants the admin role to an existing account. The first admin can be created only in this way. Ends the account's sessions; two-step
 * sign-in is set up at the next sign-in.
 * @throws Error if the account does not exist or is a coach's, or its email address is not confirmed
 */
export async function grantAdmin(client: pg.ClientBase, email: string): Promise<'made' | 'was one'> {
  return await inTransaction(client, async () => {
    const person = await find(client, email)
    if (person.isAdmin) return 'was one'
    // An account can be created under another person's address, so the address must be confirmed first.
    if (!person.isConfirmed)
      throw new Error(`${email} has not confirmed that address yet: the link is in the welcome letter.`)
    if (person.isCoach)
      throw new Error(`${email} is a coach, and admins cannot teach. Use another account for the admin role.`)
    await client.query(`set local greenside.admin_by_hand = 'yes'`)
    await client.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [person.id])
    await writeDown(client, person, true)
    return 'made'
  })
}

/** Revokes the admin role. @throws Error if the account does not exist or is the last admin */
export async function revokeAdmin(client: pg.ClientBase, email: string): Promise<'taken back' | 'was none'> {
  return await inTransaction(client, async () => {
    const person = await find(client, email)
    if (!person.isAdmin) return 'was none'
    // Prevents two concurrent runs from removing the last two admins.
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

/** The addresses of all admins, sorted. */
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
       exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as "isAdmin",
       user_type = 'instructor' as "isCoach"
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
