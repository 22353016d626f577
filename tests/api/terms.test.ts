import { beforeAll, describe, expect, test } from 'vitest'
import { findOrEnterCaller } from '#features/accounts/callers.ts'
import { sendTermsNotices } from '#features/content/terms/mailing.ts'
import { addDays, dateIn, formatDate } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const pool = () => product.database.pool
const first = '2026-11-22'
const honolulu = (days: number) => addDays(dateIn(product.clock.now(), 'Pacific/Honolulu'), days)
const summary = 'Refunds are <b>two days</b> faster.'
const text = `## The short version\n\n${'We are {{company_name}}, and refunds take two days less. '.repeat(8)}`
let admin: Visitor & { userId: string }
let sam: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  admin = await product.admin()
  sam = await product.student('Sam Rivera')
  // A caller has no account, so the caller is not counted and gets no letter.
  await findOrEnterCaller(product.services.db, admin.userId, { name: 'Gus Caller', phone: '704 555 0150' })
})

const announce = (version: string, changes: object = {}) =>
  admin.post('/api/admin/terms', { version, summary, text, ...changes })
const lettersTo = async (userId: string) =>
  (
    await pool().query(
      `select data ->> 'template' as template, data -> 'variables' as words from pgboss.job
       where name = 'send-templated-email' and data ->> 'userId' = $1 and data ->> 'template' = 'terms-change'`,
      [userId],
    )
  ).rows
async function paidUnder(day: number) {
  const coach = await signedInCoach(product)
  const bookingId = await bookPaid(product, await product.student(), {
    instructorId: coach.userId,
    start: charlotteTime(day, 10),
  })
  const { rows } = await pool().query(
    'select terms_version::text as version from payments where booking_id = $1',
    [bookingId],
  )
  return rows[0].version
}

describe('new terms', () => {
  test('can’t be announced with less than 30 days’ notice', async () => {
    const { status, json } = await announce(honolulu(30))
    expect([status, json.code]).toEqual([400, 'too_soon'])
    const direct = pool().query(`insert into terms_versions (version, summary, body) values ($1, 'x', 'y')`, [
      honolulu(30),
    ])
    await expect(direct).rejects.toThrow(/check constraint/)
  })

  test('are refused with a text that can’t be rendered', async () => {
    for (const bad of ['{{nobody_sets_this}}', '<script>alert(1)</script>', '[here](javascript:alert(1))']) {
      const { status, json } = await announce(honolulu(40), { text: `${text}\n\n${bad}` })
      expect([status, json.code]).toEqual([400, 'unreadable'])
    }
  })

  test('are announced once per date, shown next to the current ones, and logged with the admin’s name', async () => {
    const { json: desk } = await admin.get('/api/admin/terms')
    expect(desk).toMatchObject({
      earliest: honolulu(31),
      accounts: 2,
      versions: [{ version: first, state: 'in_force' }],
    })
    expect((await announce(honolulu(31))).status).toBe(201)
    expect((await announce(honolulu(31))).json.code).toBe('announced_already')
    const { json: now } = await product.visitor().get('/api/terms')
    expect(now).toMatchObject({
      version: first,
      inForce: first,
      coming: [{ version: honolulu(31), summary }],
    })
    const { json: later } = await product.visitor().get(`/api/terms?version=${honolulu(31)}`)
    expect(later).toMatchObject({ inForce: first, document: { updated: honolulu(31) } })
    expect(JSON.stringify(later.document.blocks)).toContain(product.services.env.COMPANY_NAME)
    const { rows } = await pool().query(
      `select actor_id, after from audit_log where target = 'content.announceTerms' and after is not null`,
    )
    expect(rows).toEqual([{ actor_id: admin.userId, after: { newest: honolulu(31) } }])
    expect((await product.visitor().get('/api/terms?version=2020-01-01')).status).toBe(404)
  })

  test('are previewed as sent, with the number of recipients, after the same checks as announcing', async () => {
    const preview = (version: string, changes: object = {}) =>
      admin.post('/api/admin/terms-previews', { version, summary, text, ...changes })
    expect((await preview(honolulu(30))).json.code).toBe('too_soon')
    expect((await preview(honolulu(31))).json.code).toBe('announced_already')
    expect((await preview(honolulu(40), { text: `${text} {{nobody_sets_this}}` })).json.code).toBe(
      'unreadable',
    )
    const { status, json } = await preview(honolulu(45))
    expect(status).toBe(200)
    expect(json.recipients).toBe(2)
    expect(json.subject).toBe(`Our terms change on ${formatDate(honolulu(45))}`)
    expect(json.html).toContain('Refunds are &lt;b&gt;two days&lt;/b&gt; faster.')
    expect(json.html).toContain(`/terms?version=${honolulu(45)}`)
    const versions = (await admin.get('/api/admin/terms')).json.versions
    expect(versions.map(({ version }: { version: string }) => version)).not.toContain(honolulu(45))
  })

  test('are sent once to every existing account, with the date and the changes', async () => {
    const late = await product.student('Late Comer')
    await pool().query('update profiles set created_at = $2 where id = $1', [
      late.userId,
      new Date(product.clock.now() + 60_000),
    ])
    const gone = await product.student('Gone Golfer')
    await pool().query('update profiles set closed_at = current_instant() where id = $1', [gone.userId])
    expect(await sendTermsNotices(product.services)).toBe(2)
    expect(await sendTermsNotices(product.services)).toBe(0)
    const [letter, ...more] = await lettersTo(sam.userId)
    expect(more).toEqual([])
    expect(letter?.words).toMatchObject({
      summary,
      terms_url: `${product.services.env.appUrl}/terms?version=${honolulu(31)}`,
    })
    expect(await lettersTo(admin.userId)).toHaveLength(1)
    expect([await lettersTo(late.userId), await lettersTo(gone.userId)]).toEqual([[], []])
    const { json } = await admin.get('/api/admin/terms')
    expect(json.versions[0]).toMatchObject({ state: 'coming', toldAt: expect.any(Number) })
  })

  test('are sent on from where a process stopped', async () => {
    expect((await announce(honolulu(50))).status).toBe(201)
    const { rows } = await pool().query(
      'select id from profiles where closed_at is null and entered_by is null and created_at <= current_instant() order by id',
    )
    await pool().query('update terms_versions set letters_until = $2 where version = $1', [
      honolulu(50),
      rows.at(-2)?.id,
    ])
    expect(await sendTermsNotices(product.services)).toBe(1)
  })

  test('apply to payments from their date on, and earlier ones keep theirs', async () => {
    expect(await paidUnder(5)).toBe(first)
    const version = honolulu(31)
    product.clock.moveTo(Date.parse(`${version}T10:00:00Z`) - 60_000)
    expect((await product.visitor().get('/api/terms')).json.inForce).toBe(first)
    product.clock.moveTo(Date.parse(`${version}T10:00:00Z`))
    expect((await product.visitor().get('/api/terms')).json).toMatchObject({ version, inForce: version })
    expect(await paidUnder(36)).toBe(version)
    const { rows } = await pool().query(
      'select distinct terms_version::text as version from payments order by 1',
    )
    expect(rows.map((row) => row.version)).toEqual([first, version])
  })
})
