import { beforeAll, describe, expect, test } from 'vitest'
import { testProduct, type Visitor } from '../support/product.ts'

const path = '/api/functions/create-enterprise-demo-data'

describe('in a demo', () => {
  const product = testProduct()
  let admin: Visitor & { userId: string }
  const count = async (where: string) => {
    const { rows } = await product.database.pool.query(`select count(*)::int as n from ${where}`)
    return rows[0].n
  }
  beforeAll(async () => {
    admin = await product.admin()
  })

  test('ten coaches and twenty students are created once by two simultaneous admins; they can sign in and be found [row 142]', async () => {
    expect((await admin.get('/api/admin/demo-data')).json).toEqual({ reason: null })
    const answers = await Promise.all([admin.post(path), admin.post(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { json: made } = answers.find(({ status }) => status === 200) ?? { json: {} }
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe('demo_data_exists')
    const again = await admin.post(path)
    expect([again.status, again.json.code]).toEqual([409, 'demo_data_exists'])
    expect((await admin.get('/api/admin/demo-data')).json).toEqual({ reason: again.json.message })

    expect([made.instructors, made.students, made.credentials.length]).toEqual([10, 20, 30])
    const people: { role: string; email: string; password: string }[] = made.credentials
    expect(new Set(people.map(({ password }) => password)).size).toBe(30)
    expect(await count(`profiles where is_demo`)).toBe(30)
    expect(await count(`profiles where is_demo and user_type = 'instructor'`)).toBe(10)
    for (const wanted of ['coach', 'student']) {
      const { email, password } = people.find(({ role }) => role === wanted) ?? { email: '', password: '' }
      const entered = await product.visitor().post('/api/sessions', { email, password })
      expect([entered.status, entered.json.role]).toEqual([201, wanted])
    }
    const found = await product.visitor().get('/api/coaches?zip=28202')
    expect(found.status).toBe(200)
    expect(found.text).toContain('Nora Whitlock')

    const { rows } = await product.database.pool.query(
      `select after, audit_log::text as row from audit_log where target = 'operations.createDemoData'`,
    )
    expect(rows.map(({ after }) => after)).toEqual([{ instructors: 10, students: 20 }])
    for (const { password } of people) expect(rows[0].row).not.toContain(password)
  })
})

describe('in production', () => {
  const product = testProduct({
    NODE_ENV: 'production',
    DEMO: '0',
    APP_URL: 'https://greenside.test',
    SMTP_URL: 'smtp://127.0.0.1:2',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    ADMIN_TWO_FACTOR: 'offered',
  })

  test('seeding is refused, and no accounts are created [row 142]', async () => {
    const admin = await product.admin()
    const answer = await admin.post(path)
    expect([answer.status, answer.json.code]).toEqual([403, 'no_demo_data_here'])
    expect((await admin.get('/api/admin/demo-data')).json).toEqual({ reason: answer.json.message })
    const { rows } = await product.database.pool.query(
      'select count(*)::int as n from profiles where is_demo',
    )
    expect(rows[0].n).toBe(0)
  })
})
