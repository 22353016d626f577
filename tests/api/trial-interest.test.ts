import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testProduct } from '../support/product.ts'
import { signUpProspect } from '../support/showroom.ts'

const product = testProduct()
const limited = testProduct({ RATE_LIMITS: 'on' })
const path = '/api/functions/send-trial-interest'
const jordan = () => ({
  clientId: randomUUID(),
  fullName: '  Jordan Ellis ',
  email: ' jordan@prospects.test ',
  phone: '(704) 555-0152',
})
const kept = async (clientId: string) =>
  await product.query('select * from trial_interests where client_id = $1', [clientId])

describe('send-trial-interest [row 104]', () => {
  test('stores the request, trimmed, and notifies the team once, no matter how often the form is sent [D12]', async () => {
    const body = { ...jordan(), businessName: 'Ellis Golf', message: 'There are three of us.' }
    const person = product.visitor()
    const answers = await Promise.all([person.post(path, body), person.post(path, body)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await kept(body.clientId)).toMatchObject([
      {
        full_name: 'Jordan Ellis',
        email: 'jordan@prospects.test',
        business_name: 'Ellis Golf',
        message: 'There are three of us.',
        user_id: null,
      },
    ])
    await product.sendMessages()
    const { rows } = await product.database.pool.query(
      `select to_jsonb(l)::text as letter from email_logs l where template_key = 'trial-interest' and status = 'sent'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.letter).toContain('support@greenside.demo')
    expect(rows[0]?.letter).toContain('Free trial: Jordan Ellis would like to start')
  })

  test('accepts the body of the specification, and the same body twice is one request', async () => {
    const { clientId: _, ...body } = {
      ...jordan(),
      email: 'plain@prospects.test',
      businessName: '',
      message: '',
    }
    const person = product.visitor()
    expect((await person.post(path, body)).status).toBe(201)
    expect((await person.post(path, body)).status).toBe(201)
    const { rows } = await product.database.pool.query(
      `select count(*)::int as kept from trial_interests where email = 'plain@prospects.test'`,
    )
    expect(rows).toEqual([{ kept: 1 }])
  })

  test('accepts missing optional fields', async () => {
    const body = jordan()
    expect((await product.visitor().post(path, { ...body, businessName: '', message: '' })).status).toBe(201)
    expect(await kept(body.clientId)).toMatchObject([{ business_name: null, message: null }])
  })

  test.each([
    ['fullName', '  ', 'Name is required'],
    ['fullName', 'x'.repeat(101), 'Name must be less than 100 characters'],
    ['email', 'jordan', 'Invalid email address'],
    ['email', `${'x'.repeat(250)}@a.test`, 'Email must be less than 255 characters'],
    ['phone', '(555) 123-456', 'Phone number must be at least 10 digits'],
    ['phone', '+1 (704) 555-0152-0152', 'Phone number must be less than 20 characters'],
    ['businessName', 'x'.repeat(201), 'Business name must be less than 200 characters'],
    ['message', 'x'.repeat(1001), 'Message must be less than 1000 characters'],
  ])('%s %s is refused with an error on its field [D12]', async (field, value, message) => {
    const answer = await product.visitor().post(path, { ...jordan(), [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.json.data.issues).toEqual([{ path: field, message }])
  })

  test('accepts ten digits in any format [D12]', async () => {
    for (const phone of ['7045550152', '704.555.0152', '+1 704 555 0152'])
      expect((await product.visitor().post(path, { ...jordan(), phone })).status, phone).toBe(201)
  })

  test('can be sent by a prospect, and is part of their download and deletion', async () => {
    const person = await signUpProspect(product)
    const body = jordan()
    expect((await person.post(path, body)).status).toBe(201)
    expect(await kept(body.clientId)).toMatchObject([{ user_id: person.made.userId }])
    expect((await person.get('/api/me/export')).json.trial_requests).toMatchObject([
      { full_name: 'Jordan Ellis' },
    ])
    expect((await person.post('/api/me/closure', { password: 'fairway-seven' })).status).toBe(200)
    expect(await kept(body.clientId)).toEqual([])
  })

  test('silently drops a bot that fills in the hidden field', async () => {
    const body = jordan()
    expect((await product.visitor().post(path, { ...body, website: 'https://spam.test' })).status).toBe(201)
    expect(await kept(body.clientId)).toEqual([])
  })

  test('is rate limited after a few requests', async () => {
    const person = limited.visitor()
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth++)
      statuses.push((await person.post(path, { ...jordan(), email: `j${nth}@prospects.test` })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })
})
