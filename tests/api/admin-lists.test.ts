import { beforeAll, expect, test } from 'vitest'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const pool = () => product.database.pool
let admin: Visitor & { userId: string }

beforeAll(async () => {
  admin = await product.admin()
})

const page = async (list: string, params: Record<string, string> = {}) =>
  (await admin.get(`/api/admin/lists/${list}?${new URLSearchParams(params)}`)).json

/** People of one town, some joined at the very same instant. */
async function addTownspeople(town: string, many: number) {
  await pool().query(
    `insert into profiles (full_name, email, city, created_at)
     select 'Pat ' || n, $1 || n || '@lists.test', $1, timestamptz '2026-03-08 06:59:59.123456+00' + (n / 10) * interval '1 microsecond'
     from generate_series(1, $2) n`,
    [town, many],
  )
}

test('a list pages forward and back by key, each row once, even with equal timestamps and microseconds', async () => {
  await addTownspeople('Walkton', 120)
  const view = { 'filters[city]': 'Walkton' }
  const seen: string[][] = []
  let answer = await page('users', view)
  expect(answer).toMatchObject({ count: 120, isMore: false, previous: null })
  for (;;) {
    seen.push(answer.rows.map(({ id }: { id: string }) => id))
    if (!answer.next) break
    answer = await page('users', { ...view, after: answer.next })
  }
  expect(seen.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(new Set(seen.flat()).size).toBe(120)
  const back = await page('users', { ...view, before: answer.previous })
  expect(back.rows.map(({ id }: { id: string }) => id)).toEqual(seen[1])
  const first = await page('users', { ...view, before: back.previous })
  expect(first.rows.map(({ id }: { id: string }) => id)).toEqual(seen[0])
  expect(first.previous).toBeNull()
  const upwards = await page('users', { ...view, sort: 'createdAt' })
  expect(upwards.rows.map(({ id }: { id: string }) => id)).toEqual(seen.flat().reverse().slice(0, 50))
})

test('date filters use New York days, also across clock changes', async () => {
  // 2026-03-08 06:59:59 UTC is 01:59:59 in New York, the last second before the clocks change; that day has 23 hours.
  await addTownspeople('Springton', 12)
  const count = async (days: string) =>
    (await page('users', { 'filters[city]': 'Springton', 'filters[createdAt]': days })).count
  expect([
    await count('2026-03-08..2026-03-08'),
    await count('..2026-03-07'),
    await count('2026-03-09..'),
  ]).toEqual([12, 0, 0])
})

test('search matches parts of name, address and number, and treats input literally', async () => {
  await addTownspeople('Searchton', 3)
  const found = async (q: string) => (await page('users', { q })).rows.length
  expect([
    await found('searchton2@'),
    await found('SEARCHTON'),
    await found('searchton%'),
    await found('Pat _'),
  ]).toEqual([1, 3, 0, 0])
})

test.each<Record<string, string>>([
  { 'filters[nothing]': 'x' },
  { 'filters[role]': 'emperor' },
  { 'filters[createdAt]': '2026-02-30..' },
  { 'filters[createdAt]': 'yesterday' },
  { sort: 'email' },
  { sort: 'constructor' },
  { after: 'abc' },
  { after: Buffer.from('["9999999999999999999","1"]').toString('base64url') },
  { before: Buffer.from('["x",null]').toString('base64url') },
])('an impossible view is refused with an explanation: %o', async (params) => {
  const answer = await admin.get(`/api/admin/lists/users?${new URLSearchParams(params)}`)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.json.message).toMatch(/\.$/)
})

test('the file matches the screen: filter, order and columns, and a formula stays text [D2]', async () => {
  await addTownspeople('Fileton', 70)
  await pool().query(`update profiles set full_name = '=1+1' where email = 'Fileton69@lists.test'`)
  const answer = await admin.get('/admin/files/users.csv?city=Fileton&sort=createdAt')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const lines = answer.text.replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toHaveLength(71)
  expect(lines[0]).toBe('Name,Email,Type,Phone,City,Joined (New York time),Account,Demo')
  expect(lines.find((line) => line.includes('Fileton69@'))).toMatch(
    /^'=1\+1,Fileton69@lists.test,Student,,Fileton,2026-03-08 1:59 AM,Open,$/,
  )
  const shown = await page('users', { 'filters[city]': 'Fileton', sort: 'createdAt' })
  expect(lines.slice(1, 51).map((line) => line.split(',')[1])).toEqual(
    shown.rows.map(({ cells }: { cells: { email: string } }) => cells.email),
  )
  const { rows } = await pool().query(
    `select after from audit_log where target = 'file of users' and actor_id = $1`,
    [admin.userId],
  )
  expect(rows).toEqual([{ after: { read: 'users', file: true, view: 'city=Fileton' } }])
  const reads = await page('audit-log', { 'filters[kind]': 'read', 'filters[target]': 'file of users' })
  expect(reads.rows).toHaveLength(1)
  expect((await admin.get('/admin/files/users.csv?role=emperor')).status).toBe(400)
  expect((await admin.get('/admin/files/nothing.csv')).status).toBe(404)
})

test('only admins can download files', async () => {
  const sam = await product.student()
  expect((await sam.get('/admin/files/users.csv')).status).toBe(403)
  expect((await product.visitor().get('/admin/files/users.csv')).status).toBe(401)
})

test('a view is saved under a name for all admins, replaced under the same name, and deleted; each change is logged', async () => {
  const save = (name: string, view: string) => admin.post('/api/admin/lists/users/views', { name, view })
  expect((await save('Coaches', 'role=coach')).json).toEqual({ ok: true })
  expect((await save('coaches', 'role=coach&q=maya')).json).toEqual({ ok: true })
  expect((await save(' ', 'role=coach')).status).toBe(400)
  const { json: views } = await admin.get('/api/admin/lists/users/views')
  expect(views).toMatchObject([{ name: 'Coaches', view: 'role=coach&q=maya' }])
  const drop = () => admin.send('DELETE', `/api/admin/views/${views[0].id}`)
  expect([(await drop()).status, (await drop()).status]).toEqual([200, 404])
  const { rows } = await pool().query(
    `select target, before, after from audit_log where target like 'backOffice.%' and actor_id = $1 order by id`,
    [admin.userId],
  )
  expect(rows).toMatchObject([
    { target: 'backOffice.saveView', before: null, after: { view: 'role=coach' } },
    { target: 'backOffice.saveView', before: { view: 'role=coach' }, after: { view: 'role=coach&q=maya' } },
    { target: 'backOffice.dropView', before: { name: 'Coaches' }, after: null },
  ])
})

test('people are found by the type and status shown, by indexed text and by the first two letters of a word', async () => {
  await addTownspeople('Roleton', 9)
  const nth = `(select id from profiles where email = 'Roleton' || $1 || '@lists.test')`
  await pool().query(`insert into user_roles (user_id, role) values (${nth}, 'prospect')`, [1])
  await pool().query(`update profiles set user_type = 'instructor' where id = ${nth}`, [2])
  await pool().query(`update profiles set suspended_at = current_instant() where id = ${nth}`, [3])
  await pool().query(
    `update profiles set closed_at = current_instant(), suspended_at = current_instant() where id = ${nth}`,
    [4],
  )
  await pool().query(`update profiles set full_name = 'Zq Last' where id = ${nth}`, [5])
  const found = async (more: Record<string, string>) => {
    const { rows, count } = await page('users', { 'filters[city]': 'Roleton', ...more })
    expect(count).toBe(rows.length)
    return rows.map(({ cells }: { cells: { email: string; role: string; state: string } }) => cells)
  }
  for (const [column, expected] of Object.entries({
    role: { prospect: 1, coach: 1, student: 7, admin: 0 },
    state: { open: 7, suspended: 1, closed: 1 },
  }))
    for (const [value, many] of Object.entries(expected)) {
      const cells = await found({ [`filters[${column}]`]: value })
      expect([value, cells.length]).toEqual([value, many])
      expect(cells.every((one: Record<string, string>) => one[column] === value)).toBe(true)
    }
  expect(await found({ 'filters[role]': 'prospect,coach' })).toHaveLength(2)
  const short = async (q: string) => (await found({ q })).map(({ email }: { email: string }) => email)
  expect(await short('zq')).toEqual(['Roleton5@lists.test'])
  expect([await short('la'), await short('st')]).toEqual([['Roleton5@lists.test'], []])
  expect(await found({ 'filters[isDemo]': 'no' })).toHaveLength(9)
})
