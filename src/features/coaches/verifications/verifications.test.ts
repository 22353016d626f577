import { beforeAll, expect, test } from 'vitest'
import { addCoach, giveRole } from '#tests/support/people.ts'
import { testNow, testProduct, type Visitor } from '#tests/support/product.ts'

const product = testProduct()
let admin: Visitor

beforeAll(async () => {
  const avery = await product.student('Avery Quinn')
  await giveRole(product.database.pool, avery.userId, 'admin')
  admin = avery
})

async function certified(...credentials: string[]) {
  const { id } = await addCoach(product.database.pool)
  await product.database.pool.query('update instructor_profiles set credentials = $2 where user_id = $1', [
    id,
    credentials,
  ])
  const record = (credential: string, more: object = {}) =>
    admin.post(`/api/coaches/${id}/verifications`, { credential, evidence: 'Membership card', ...more })
  const shown = async () =>
    (await product.visitor().get(`/api/coaches/${id}`)).json.verifiedCredentials.map(
      ({ credential }: { credential: string }) => credential,
    )
  return { id, record, shown }
}

test('a certificate is shown as verified with its date once an admin has checked it', async () => {
  const coach = await certified('PGA Class A Professional', 'TPI Level 2')
  expect(await coach.shown()).toEqual([])
  expect((await coach.record('PGA Class A Professional')).json).toEqual({ ok: true })
  const { json } = await product.visitor().get(`/api/coaches/${coach.id}`)
  expect(json.verifiedCredentials).toEqual([
    { credential: 'PGA Class A Professional', checkedOn: new Date(testNow).toISOString().slice(0, 10) },
  ])
  expect(JSON.stringify(json), 'what was shown is for admins alone').not.toContain('Membership card')
})

test('a background check is shown with its date once an admin has checked the report, until it expires', async () => {
  const coach = await certified('Background check')
  const background = async () => {
    const { json } = await product.visitor().get(`/api/coaches/${coach.id}`)
    return [json.backgroundCheckedOn, json.verifiedCredentials]
  }
  expect(await background()).toEqual([null, []])
  const report = { kind: 'background', evidence: 'Report of a screening company' }
  expect((await coach.record('Whatever', { ...report, expiresOn: '2020-01-01' })).json).toEqual({ ok: true })
  expect(await background(), 'has run out').toEqual([null, []])
  const { json: records } = await admin.get(`/api/coaches/${coach.id}/verifications`)
  expect(records).toMatchObject([{ kind: 'background', credential: 'Background check' }])
  await admin.post(`/api/coach-verifications/${records[0].id}/withdrawal`, {
    reason: 'A newer report is here',
  })
  expect((await coach.record('Whatever', report)).json).toEqual({ ok: true })
  expect((await coach.record('Whatever', report)).json).toEqual({ ok: false, reason: 'already_recorded' })
  expect(await background(), 'a certificate of that name stays unchecked').toEqual([
    new Date(testNow).toISOString().slice(0, 10),
    [],
  ])
})

test('only items on the profile can be recorded, and only once', async () => {
  const coach = await certified('TPI Level 2')
  expect((await coach.record('Olympic champion')).json).toEqual({ ok: false, reason: 'no_such_credential' })
  await coach.record('TPI Level 2')
  expect((await coach.record('TPI Level 2')).json).toEqual({ ok: false, reason: 'already_recorded' })
  expect((await coach.record('TPI Level 2', { evidence: ' ' })).status).toBe(400)
})

test('a withdrawn or expired record, or one no longer on the profile, is not shown', async () => {
  const coach = await certified('PGA Class A', 'TPI Level 2', 'First aid')
  for (const credential of ['PGA Class A', 'TPI Level 2']) await coach.record(credential)
  await coach.record('First aid', { expiresOn: '2020-01-01' })
  expect(await coach.shown()).toEqual(['PGA Class A', 'TPI Level 2'])
  expect((await coach.record('First aid', { expiresOn: '2090-01-01' })).json, 'renewed').toEqual({ ok: true })
  expect((await coach.record('First aid')).json).toEqual({ ok: false, reason: 'already_recorded' })
  expect(await coach.shown()).toContain('First aid')

  const { json: records } = await admin.get(`/api/coaches/${coach.id}/verifications`)
  const pga = records.find(({ credential }: { credential: string }) => credential === 'PGA Class A')
  expect(records).toContainEqual(
    expect.objectContaining({ expiresOn: '2020-01-01', withdrawnReason: 'Expired' }),
  )
  expect(pga).toMatchObject({ evidence: 'Membership card', verifiedBy: 'Avery Quinn', withdrawnAt: null })
  const withdraw = () =>
    admin.post(`/api/coach-verifications/${pga.id}/withdrawal`, { reason: 'The number was another person’s' })
  expect((await withdraw()).json).toEqual({ ok: true })
  expect((await withdraw()).json).toEqual({ ok: false, reason: 'not_current' })
  await product.database.pool.query('update instructor_profiles set credentials = $2 where user_id = $1', [
    coach.id,
    ['PGA Class A'],
  ])
  expect(await coach.shown()).toEqual([])
  expect((await coach.record('PGA Class A')).json, 'looked at anew').toEqual({ ok: true })
})
