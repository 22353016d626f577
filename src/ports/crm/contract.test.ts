import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { startKlaviyoDouble } from '#tests/support/klaviyo-double.ts'
import { CRM_BATCH, type CrmPort, type CrmProfile, CrmUnavailable } from './crm.ts'
import { klaviyoCrm } from './klaviyo.ts'
import { localCrm } from './local.ts'

/** Requirements for both adapters. `find` returns what the tool shows for an address. */
interface Subject {
  crm: CrmPort
  find(email: string): Promise<{ firstName: string; lastName: string; city?: string; role?: string } | null>
  count(): Promise<number>
  isUnsubscribed(email: string): Promise<boolean>
  close(): Promise<void>
}

const apiKey = 'pk_of_the_tests'
const database = testDatabase()
/** Tests of an unresponsive vendor use a short timeout; all others must allow for a slow machine. */
const patient = { timeoutMs: 15_000, pollMs: 1, polls: 5 }
const impatient = { ...patient, timeoutMs: 300 }

const subjects: Record<string, () => Promise<Subject>> = {
  async local() {
    return {
      crm: localCrm({ pool: database.pool }),
      async find(email) {
        const { rows } = await database.pool.query(
          `select attributes ->> 'firstName' as "firstName", attributes ->> 'lastName' as "lastName",
             attributes -> 'location' ->> 'city' as city, attributes -> 'properties' ->> 'greenside_role' as role
           from local_vendor.crm_profiles where email = $1`,
          [email],
        )
        return rows[0] ?? null
      },
      async count() {
        return (await database.pool.query('select count(*)::int as n from local_vendor.crm_profiles')).rows[0]
          .n
      },
      async isUnsubscribed(email) {
        const { rows } = await database.pool.query(
          'select 1 from local_vendor.crm_profiles where email = $1 and unsubscribed_at is not null',
          [email],
        )
        return rows.length === 1
      },
      close: async () => undefined,
    }
  },
  async klaviyo() {
    const double = await startKlaviyoDouble({ apiKey })
    return {
      crm: klaviyoCrm({ apiKey, apiBase: double.url, ...patient }),
      async find(email) {
        const kept = double.profiles.get(email)?.attributes
        if (!kept) return null
        const city = kept.location?.city
        const role = kept.properties.greenside_role
        return {
          firstName: kept.first_name,
          lastName: kept.last_name,
          ...(city ? { city } : {}),
          ...(role ? { role } : {}),
        }
      },
      count: async () => double.profiles.size,
      isUnsubscribed: async (email) => double.unsubscribed.has(email),
      close: double.close,
    }
  },
}

const golfer = (change: Partial<CrmProfile> = {}): CrmProfile => ({
  email: `${randomUUID()}@crm.test`,
  fullName: 'José van der Berg',
  city: 'Charlotte, NC',
  role: 'student',
  since: Date.UTC(2026, 10, 1),
  ...change,
})

describe.each(Object.keys(subjects))('profiles through %s', (name) => {
  let subject: Subject
  beforeAll(async () => {
    const start = subjects[name]
    if (!start) throw new Error(`no subject ${name}`)
    subject = await start()
  })
  afterAll(() => subject?.close())

  test('people are stored with their names, city and role', async () => {
    const [jose, cher] = [golfer(), golfer({ fullName: 'Cher', city: null, role: 'coach' })]
    expect(await subject.crm.upsert([jose, cher])).toEqual({ synced: 2, failed: 0 })
    expect(await subject.find(jose.email)).toMatchObject({
      firstName: 'José',
      lastName: 'van der Berg',
      city: 'Charlotte, NC',
      role: 'student',
    })
    expect(await subject.find(cher.email)).toMatchObject({ firstName: 'Cher', lastName: '', role: 'coach' })
  })

  test('a known address, in any letter case, is updated and not duplicated', async () => {
    const jose = golfer()
    await subject.crm.upsert([jose])
    const before = await subject.count()
    expect(
      await subject.crm.upsert([{ ...jose, email: jose.email.toUpperCase(), fullName: 'Joe Berg' }]),
    ).toEqual({ synced: 1, failed: 0 })
    expect(await subject.count()).toBe(before)
    expect(await subject.find(jose.email)).toMatchObject({ firstName: 'Joe', lastName: 'Berg' })
  })

  test('an invalid address fails without affecting others', async () => {
    const jose = golfer()
    const bad = ['nobody', 'a b@crm.test', '@crm.test'].map((email) => golfer({ email }))
    expect(await subject.crm.upsert([...bad, jose])).toEqual({ synced: 1, failed: 3 })
    expect(await subject.find(jose.email)).not.toBeNull()
    expect(await subject.crm.upsert(bad)).toEqual({ synced: 0, failed: 3 })
  })

  test('an unsubscribed person stays so, however often it is repeated and whoever is synced again', async () => {
    const [jose, lee] = [golfer(), golfer()]
    await subject.crm.upsert([jose, lee])
    await subject.crm.unsubscribe(jose.email.toUpperCase())
    await subject.crm.unsubscribe(jose.email)
    await subject.crm.upsert([{ ...jose, fullName: 'Joe Berg' }])
    expect(await subject.isUnsubscribed(jose.email)).toBe(true)
    expect(await subject.find(jose.email)).toMatchObject({ firstName: 'Joe' })
    expect(await subject.isUnsubscribed(lee.email)).toBe(false)
  })

  test('an unknown address can unsubscribe, and an invalid one is skipped', async () => {
    const { email } = golfer()
    await subject.crm.unsubscribe(email)
    expect(await subject.isUnsubscribed(email)).toBe(true)
    await subject.crm.unsubscribe('nobody')
    expect(await subject.isUnsubscribed('nobody')).toBe(false)
  })

  test('an empty batch does nothing, and an oversized one is refused', async () => {
    expect(await subject.crm.upsert([])).toEqual({ synced: 0, failed: 0 })
    await expect(subject.crm.upsert(Array.from({ length: CRM_BATCH + 1 }, () => golfer()))).rejects.toThrow()
  })
})

describe('Klaviyo', () => {
  let double: Awaited<ReturnType<typeof startKlaviyoDouble>>
  beforeAll(async () => {
    double = await startKlaviyoDouble({ apiKey })
  })
  afterEach(() => double.misbehave())
  afterAll(() => double.close())
  const connect = (key = apiKey, patience = patient) =>
    klaviyoCrm({ apiKey: key, apiBase: double.url, ...patience })

  test('rejected profiles are counted', async () => {
    const [jose, lee] = [golfer(), golfer()]
    double.refuse(lee.email)
    expect(await connect().upsert([jose, lee])).toEqual({ synced: 1, failed: 1 })
  })

  test.each(['hang', 500, 403, 'never done'] as const)('a server error: %s', async (problem) => {
    double.misbehave(problem)
    const crm = connect(apiKey, problem === 'hang' ? impatient : patient)
    await expect(crm.upsert([golfer()])).rejects.toBeInstanceOf(CrmUnavailable)
  })

  test.each(['hang', 403] as const)('a server error during unsubscribing: %s', async (problem) => {
    double.misbehave(problem)
    const crm = connect(apiKey, problem === 'hang' ? impatient : patient)
    await expect(crm.unsubscribe(golfer().email)).rejects.toBeInstanceOf(CrmUnavailable)
  })

  test('a wrong key is a configuration error, and neither it nor an address is logged', async () => {
    const jose = golfer()
    const error = await connect('pk_wrong')
      .upsert([jose])
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CrmUnavailable)
    const cause = error instanceof Error ? error.cause : null
    expect(cause).toBeInstanceOf(Error)
    expect(JSON.stringify(cause, Object.getOwnPropertyNames(cause))).not.toMatch(/pk_wrong|crm\.test/)
    expect(String(cause)).toContain('401')
  })
})
