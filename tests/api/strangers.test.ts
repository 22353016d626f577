import { beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyProcedure,
  type AnyRequest,
  knownFields,
  procedures,
  requestOf,
} from '../support/every-procedure.ts'
import type { Visitor } from '../support/product.ts'
import { testProduct } from '../support/product.ts'
import { rowsAbout } from '../support/rows-about.ts'
import { sampleInput } from '../support/sample-input.ts'
import { makeWorld, phones, secrets } from '../support/world.ts'

/**
 * Calls by a user with the ids of other users' data and otherwise valid input: no response contains data they
 * may not read, and no data of others changes. Calls every procedure, so that new ones are covered.
 */
const product = testProduct()
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  world = await makeWorld(product)
}, 60_000)

// They end or replace the calling session; their permissions are tested in tests/api/accounts.test.ts.
const ofOnesOwn = [
  'accounts.signOut',
  'accounts.endSessions',
  'accounts.closeAccount',
  'accounts.changePassword',
]
const swept = procedures.filter(({ name }) => !ofOnesOwn.includes(name))

const known = (field: string) => knownFields(world.ids)(field)
const request = (procedure: AnyProcedure, more: object = {}) => requestOf(procedure, world.ids, more)

const send = (person: Visitor, { method, path, body }: AnyRequest) =>
  person.send(method, path, body, { 'content-type': 'application/json' })

const whatTheyHave = () =>
  rowsAbout(product.database.pool, [
    world.sam.userId,
    world.maya.userId,
    world.ids.conversationId ?? '',
    world.ids.bookingId ?? '',
  ])

const strangers = ['visitor', 'alex', 'kim', 'pat'] as const
const who = (name: (typeof strangers)[number]): Visitor =>
  name === 'visitor' ? product.visitor() : Object.assign(product.visitor(), { cookie: world[name].cookie })

/** Data that no other user may ever read: private texts, addresses, numbers, and session secrets. */
const forbidden = () => [
  ...Object.values(secrets),
  world.sam.email,
  world.maya.email,
  ...Object.values(phones),
  'scrypt:',
]

test('the sweep calls every procedure with valid input', () => {
  expect(swept.length).toBeGreaterThan(100)
  const refused = swept.flatMap(({ name, input }) => {
    const { error } = input.safeParse(sampleInput(input, known))
    return error
      ? [`${name}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`]
      : []
  })
  // They take a coach and a student where one of the two is expected, or their filter is a text.
  expect(refused.map((line) => line.split(':')[0])).toEqual([
    'messages.start',
    'messages.conversations',
    'payouts.list',
    'v1.listConversations',
    'v1.startConversation',
  ])
})

describe.each(strangers)('a stranger (%s)', (name) => {
  test('can’t read or change anything of Sam and Maya', async () => {
    const before = await whatTheyHave()
    const leaks: string[] = []
    const crashes: string[] = []
    for (const procedure of swept) {
      const { status, text } = await send(who(name), request(procedure))
      if (status >= 500) crashes.push(`${procedure.name}: ${status} ${text.slice(0, 200)}`)
      for (const secret of forbidden()) if (text.includes(secret)) leaks.push(`${procedure.name}: ${secret}`)
    }
    expect(crashes).toEqual([])
    expect(leaks).toEqual([])
    const after = await whatTheyHave()
    expect(before.filter((row) => !after.includes(row))).toEqual([])
  })
})

/** Fields that no request may set, in all possible spellings. */
const privileged = {
  role: 'admin',
  roles: ['admin'],
  user_type: 'admin',
  userType: 'admin',
  user_id: '00000000-0000-4000-8000-000000000001',
  emailVerified: true,
  email_verified: true,
  payment_status: 'completed',
  paymentStatus: 'completed',
  price_amount: 0.01,
  discountPercentage: 100,
  is_visible: true,
  isVisible: true,
  rating: 5,
  reviewCount: 999,
  impersonatedBy: null,
  is_demonstration: true,
  isStaff: true,
}

test('sending extra fields does not raise anyone’s privileges', async () => {
  const { pool } = product.database
  const standing = async () =>
    (
      await pool.query(
        `select p.id, p.user_type, p.email_verified, array(select role from user_roles r where r.user_id = p.id order by 1) as roles,
           c.is_visible, c.rating, c.review_count
         from profiles p left join instructor_profiles c on c.user_id = p.id where p.id = any($1) order by p.id`,
        [[world.alex.userId, world.kim.userId, world.pat.userId]],
      )
    ).rows
  const before = await standing()
  for (const name of ['alex', 'kim', 'pat'] as const)
    for (const procedure of swept) {
      const { status, text } = await send(who(name), request(procedure, privileged))
      expect(status, `${procedure.name}: ${text.slice(0, 200)}`).toBeLessThan(500)
    }
  expect(await standing()).toEqual(before)
  const free = await pool.query(
    `select id from bookings where status in ('confirmed', 'completed') and student_id = any($1)`,
    [[world.alex.userId, world.kim.userId, world.pat.userId]],
  )
  expect(free.rows).toEqual([])
  const { rows: staff } = await pool.query('select id from support_replies where is_staff')
  expect(staff).toEqual([])
})
