import { beforeAll, expect, test } from 'vitest'
import { type AnyProcedure, procedures, requestOf } from '../support/every-procedure.ts'
import { buyGiftCard } from '../support/gift-cards.ts'
import { charlotteDay } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { rowsAbout } from '../support/rows-about.ts'
import { makeNeighbours, makeWorld, secrets } from '../support/world.ts'

/**
 * Two students and two coaches with equal data: calls of one pair on its own data must neither change nor
 * show data of the other pair. Finds statements that lack a condition on the owner. Calls every procedure.
 */
const product = testProduct()
type Pair = Awaited<ReturnType<typeof makeNeighbours>>
let maya: Pair
let dana: Pair

/** Procedures of accounts change the caller, and are covered one by one in accounts.test.ts. */
const forThem = procedures.filter(({ name, access }) => access !== 'admin' && !name.startsWith('accounts.'))
/** Destructive procedures run last, so that the data exists until then. */
const takesAway = ({ method, name }: AnyProcedure) =>
  method === 'DELETE' ||
  /\.(remove|revoke|withdraw|cancel|disconnect|discard|drop|leave|decline|end|release)/.test(name)
const adds = forThem.filter((one) => !takesAway(one))
const takes = forThem.filter(takesAway)
/** Additional parameters to try: today's date, and the base versions of edits, which are low here. */
const BESIDES: object[] = [{}, { day: charlotteDay(0) }, ...[0, 1, 2, 3].map((basedOn) => ({ basedOn }))]
const tryAgain = ['bad_input', 'wrong_day', 'changed_elsewhere']

beforeAll(async () => {
  const world = await makeWorld(product)
  maya = { student: world.sam, coach: world.maya, ids: world.ids, secrets }
  dana = await makeNeighbours(product)
  for (const pair of [maya, dana]) {
    await addWhatCoachesKeep(pair)
    Object.assign(pair.ids, { giftCardId: await buyGiftCard(product, pair.student) })
  }
  await product.sendMessages()
}, 120_000)

/** Adds a coach's data that involves no student: a picture, a calendar, hours, an invitation. */
async function addWhatCoachesKeep(pair: Pair) {
  const { pool } = product.database
  const id = async (statement: string, ...values: unknown[]) =>
    String((await pool.query<{ id: string }>(statement, values)).rows[0]?.id)
  const of = pair.coach.userId
  const url = '/art/covers/cover-1-800.webp'
  await pool.query(
    `update instructor_profiles set gallery_images = array[$2, '/art/covers/cover-2-800.webp'] where user_id = $1`,
    [of, url],
  )
  await pair.coach.post('/api/coach/student-invitations', {
    email: 'eve@strangers.test',
    name: 'Eve',
    note: '',
  })
  await pool.query(
    `insert into other_calendars (instructor_id, kind, name, failure, failing_since) values ($1, 'google', 'Family', 'gone', now())`,
    [of],
  )
  Object.assign(pair.ids, {
    url,
    placeId: await id('select id from instructor_teaching_locations where instructor_id = $1', of),
    invitationId: await id('select id from student_invitations where instructor_id = $1', of),
    otherCalendarId: await id('select id from other_calendars where instructor_id = $1', of),
  })
}

/** @returns the response to each call, with the name of the procedure */
async function walk(
  { student, coach, ids }: Pair,
  what: readonly AnyProcedure[],
): Promise<{ name: string; status: number; text: string }[]> {
  const answers = []
  for (const procedure of what)
    for (const { cookie } of [coach, student])
      for (const besides of BESIDES) {
        const { method, path, body } = requestOf(procedure, ids, besides)
        // Uses a new browser for each call, so that a procedure that signs in another user does not affect
        // the next one.
        const browser: Visitor = Object.assign(product.visitor(), { cookie })
        const answer = await browser.send(method, path, body, { 'content-type': 'application/json' })
        answers.push({ name: procedure.name, status: answer.status, text: answer.text })
        if (!tryAgain.includes(answer.json?.code)) break
      }
  return answers
}

const whatTheyHave = ({ student, coach }: Pair) =>
  rowsAbout(product.database.pool, [student.userId, coach.userId])

test('whatever a coach and student do with their own data, no other users’ data changes or is shown', async () => {
  await walk(dana, adds)
  await product.sendMessages()
  const before = await whatTheyHave(dana)
  expect(new Set(before.map((row) => row.split(' ')[0])).size).toBeGreaterThan(50)

  const answers = await walk(maya, [...adds, ...takes])
  await product.sendMessages()
  const done = new Set(answers.filter(({ status }) => status < 300).map(({ name }) => name))
  expect(done.size).toBeGreaterThan(forThem.length * 0.58)
  expect(answers.filter(({ status }) => status === 500)).toEqual([])

  const after = await whatTheyHave(dana)
  expect(before.filter((row) => !after.includes(row))).toEqual([])
  for (const secret of Object.values(dana.secrets))
    expect(answers.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([])
})
