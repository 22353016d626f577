import { expect, test } from 'vitest'
import type { z } from 'zod'
import { procedures } from '../support/every-procedure.ts'
import { makeCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { sampleInput } from '../support/sample-input.ts'
import { makeWorld } from '../support/world.ts'

/**
 * Queries about a user's own data return the same in a full database as in an empty one, and commands on all
 * of a user's own data leave other users' data unchanged. Calls every procedure, so that new ones are
 * covered.
 */
const product = testProduct()

/** Lists of visible people, of whom there are more in a full database. */
const aboutOthers = ['messages.recipients']

/** Every query about a user's own data: those without an id parameter. */
const questions = procedures.filter(
  ({ name, access, method, path }) =>
    method === 'GET' && access !== 'open' && !path.includes('{') && !aboutOthers.includes(name),
)

/** The query string with the required parameters only. */
function queryOf(input: z.ZodType): string {
  if (input.safeParse({}).success) return ''
  const body = sampleInput(input, () => undefined)
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return `?${new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]))}`
}

async function askEverything(person: Visitor): Promise<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const { name, path, input } of questions) {
    const { status, text } = await person.get(`/api${path}${queryOf(input)}`)
    // Times that depend on the clock, such as that of an export, are ignored.
    said[name] = `${status} ${text.replaceAll(/"(exported_at|updated_at|createdAt)":\s*"[^"]*"/g, '')}`
  }
  return said
}

/** Lists every row that has an owner, except rows of the given users. */
async function rowsOfOthers(newcomers: readonly string[]): Promise<string[]> {
  const { pool } = product.database
  const { rows: tables } = await pool.query<{ t: string }>(
    `select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('zip_codes', 'rate_limits', 'announcements', 'vendor_calls', 'vendor_health', 'schema_migrations')`,
  )
  const found = await Promise.all(
    tables.map(({ t }) =>
      pool.query<{ row: string }>(
        `select '${t} ' || x::text as row from ${t} x where not x::text like any($1)`,
        [newcomers.map((id) => `%${id}%`)],
      ),
    ),
  )
  return found.flatMap(({ rows }) => rows.map(({ row }) => row)).sort()
}

test('a new user gets the same answers in a full and an empty database, and their actions stay isolated', async () => {
  const student = await product.student('Ned Newcomer')
  const coach = await product.student('Nora Newcomer')
  await makeCoach(product.database.pool, coach.userId)
  const themselves = [student, coach].flatMap(({ userId, email }) => [userId, email])
  // Sends the emails to the users themselves before the comparison.
  await product.sendMessages()
  const before = { student: await askEverything(student), coach: await askEverything(coach) }
  expect(questions.length).toBeGreaterThan(20)
  const answered = Object.values(before).flatMap((said) =>
    Object.values(said).filter((one) => one.startsWith('200')),
  )
  expect(answered.length).toBeGreaterThan(questions.length)

  const { sam, maya } = await makeWorld(product)
  await maya.put('/api/coach/cancellation-policy', { policy: 'strict' })
  await maya.put('/api/coach/assistant', { enabled: true })
  await maya.post('/api/coach/payout-account')
  for (const person of [sam, maya]) {
    await person.post('/api/calendar-feed')
    await person.post('/api/push-subscriptions', {
      endpoint: `https://push.example/${person.userId}`,
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
      device: 'Phone',
    })
    await person.put('/api/coach-draft', { bio: 'Not for others' })
    await person.put('/api/me/message-preferences', { sharePresence: false })
    await person.put('/api/quiet-hours', { zone: 'America/Boise', quiet: null })
  }
  expect({ student: await askEverything(student), coach: await askEverything(coach) }).toEqual(before)
  // The order of registration does not matter either.
  const [lateStudent, lateCoach] = [
    await product.student('Ned Newcomer'),
    await product.student('Nora Newcomer'),
  ]
  await makeCoach(product.database.pool, lateCoach.userId)
  await product.sendMessages()
  expect(nameless(await askEverything(lateStudent), lateStudent)).toEqual(nameless(before.student, student))
  expect(nameless(await askEverything(lateCoach), lateCoach)).toEqual(nameless(before.coach, coach))

  const others = await rowsOfOthers(themselves)
  expect(others.length).toBeGreaterThan(100)
  for (const person of [student, coach]) {
    await person.post('/api/notifications/read', { all: true })
    await person.send('DELETE', '/api/calendar-feed')
    await person.send('DELETE', '/api/push-subscriptions', '{}', json)
    await person.send(
      'DELETE',
      '/api/push-subscriptions',
      JSON.stringify({ endpoint: `https://push.example/${sam.userId}` }),
      json,
    )
    await person.put('/api/me/message-preferences', { sharePresence: false })
    await person.put('/api/coach/assistant', { enabled: true })
    await person.put('/api/coach/cancellation-policy', { policy: 'strict' })
    await person.put('/api/quiet-hours', { zone: 'America/Denver', quiet: null })
    await person.post('/api/me/sessions/end', { keepThis: true })
    await person.put('/api/me/password', {
      currentPassword: 'fairway-seven',
      newPassword: 'another-one-longer',
    })
  }
  expect(await rowsOfOthers(themselves)).toEqual(others)
  const closed = await student.post('/api/me/closure', { password: 'another-one-longer' })
  expect(closed.status, closed.text).toBe(200)
  expect(await rowsOfOthers(themselves)).toEqual(others)
  expect((await sam.get('/api/me')).json.userId).toBe(sam.userId)
})

const json = { 'content-type': 'application/json' }

/** Removes the values that are unique to each user. */
function nameless(said: Record<string, string>, { userId, email }: { userId: string; email: string }) {
  return Object.fromEntries(
    Object.entries(said).map(([name, text]) => [
      name,
      text
        .replaceAll(userId, '(me)')
        .replaceAll(email, '(my mail)')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
        .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00)?/g, '(moment)'),
    ]),
  )
}
