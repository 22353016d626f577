import { beforeAll, expect, test } from 'vitest'
import { listSitemapEntries } from '#features/content/sitemap-entries.ts'
import { lessonCancelledKind, lessonReminderKind } from '#features/lesson-letters/notification-kinds.ts'
import { checkBeforeSending } from '#features/notifications/check-before-sending.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose, shortGame } from '../support/proposals.ts'
import { beginTalk, say } from '../support/talks.ts'

/** The states of a coach, and on which surfaces each still works. Students who were promised something keep it with a hidden coach. */
const states = ['open', 'hidden', 'suspended', 'closed'] as const
type State = (typeof states)[number]

const newcomers = 'yes no no no'
const promised = 'yes yes no no'
const table: Record<string, string> = {
  search: newcomers,
  profile: newcomers,
  'search engine map': newcomers,
  'match quiz': newcomers,
  embed: newcomers,
  slots: newcomers,
  quote: newcomers,
  hold: newcomers,
  'save the coach': newcomers,
  'cancellation list': newcomers,
  'first message': newcomers,
  'own session': promised,
  'payment of a hold': promised,
  'credit of a package': promised,
  'slots of a package': promised,
  'move a lesson': promised,
  'answer a message': promised,
  'accept a proposal': promised,
  'reminder to the coach': promised,
  'letter of a cancelled lesson': 'yes yes yes no',
}

const product = testProduct()
let admin: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  admin = await product.student('Avery Quinn')
  await giveRole(product.database.pool, admin.userId, 'admin')
})

/** A coach with students who were promised things before the coach came into a state, and one who knows nobody. */
async function coachIn(state: State) {
  const { pool } = product.database
  const maya = await signedInCoach(product)
  const [sam, kim, newcomer] = [
    await product.student('Sam Rivera'),
    await product.student('Kim Ode'),
    await product.student('Nell Ashby'),
  ]
  const instructorId = maya.userId
  const lesson = await bookPaid(product, sam, { instructorId, start: charlotteTime(5, 10) })
  await acceptAndPay(product, kim, await propose(product, maya, kim, fiveLessons), shortGame.times[0] ?? '')
  const proposal = await propose(product, maya, sam, { times: [charlotteTime(8, 10)] })
  const talk = await beginTalk(kim, instructorId)
  const held = await kim.post('/api/bookings', {
    instructorId,
    start: charlotteTime(6, 15),
    durationMinutes: 60,
  })
  const [{ id: bundle }] = (await kim.get('/api/packages')).json
  if (state === 'hidden')
    await pool.query('update instructor_profiles set is_visible = false where user_id = $1', [instructorId])
  if (state === 'suspended')
    await admin.post('/api/admin/lists/users/acts/suspend', {
      ids: [instructorId],
      shown: 1,
      reason: 'Fraud suspected',
    })
  if (state === 'closed')
    await pool.query('update profiles set closed_at = current_instant() where id = $1', [instructorId])
  return { maya, sam, kim, newcomer, instructorId, lesson, proposal, talk, held: held.json, bundle }
}

type World = Awaited<ReturnType<typeof coachIn>>
const visitor = () => product.visitor()
const works = async (asked: Promise<{ status: number }>) => (await asked).status < 400
const mayLeave = async (userId: string, kind: { id: string }) => {
  const { why } = await checkBeforeSending(product.services, { kind: kind.id, userId, channel: 'email' })
  return why === null
}

const surfaces: Record<string, (world: World) => Promise<boolean>> = {
  search: async ({ instructorId }) =>
    (await visitor().get('/api/coaches?zip=28202')).text.includes(instructorId),
  profile: ({ instructorId }) => works(visitor().get(`/api/coaches/${instructorId}`)),
  // Read where the file is made: the file itself is cached for ten minutes.
  'search engine map': async ({ instructorId }) =>
    (await listSitemapEntries(product.services.db, { posts: [], cities: [] })).some(({ path }) =>
      path.endsWith(instructorId),
    ),
  'match quiz': async ({ instructorId }) =>
    (await visitor().post('/api/functions/find-nearby-instructors', { location: '28202' })).text.includes(
      instructorId,
    ),
  embed: ({ instructorId }) => works(visitor().get(`/embed/${instructorId}`)),
  slots: ({ instructorId }) => works(visitor().get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)),
  quote: ({ instructorId }) => works(visitor().post('/api/quotes', { instructorId, durationMinutes: 60 })),
  hold: ({ instructorId, newcomer }) =>
    works(newcomer.post('/api/bookings', { instructorId, start: charlotteTime(7, 9), durationMinutes: 60 })),
  'save the coach': ({ instructorId, newcomer }) =>
    works(
      newcomer.send('PUT', `/api/me/saved-coaches/${instructorId}`, '{}', {
        'content-type': 'application/json',
      }),
    ),
  'cancellation list': ({ instructorId, newcomer }) =>
    works(
      newcomer.post('/api/cancellation-list', {
        instructorId,
        from: charlotteDay(5),
        to: charlotteDay(5),
        durationMinutes: 60,
      }),
    ),
  'first message': ({ instructorId, newcomer }) =>
    works(
      newcomer.post('/api/conversations', {
        clientId: crypto.randomUUID(),
        instructorId,
        content: 'Do you teach beginners?',
      }),
    ),
  'own session': ({ maya }) => works(maya.get('/api/packages')),
  'payment of a hold': async ({ kim, held }) => {
    const session = String(held.checkoutUrl).split('/').at(-1)
    await kim.post(`/api/test-checkouts/${session}/payments`, goodCard)
    await product.hearPayments()
    const { rows } = await product.database.pool.query('select status from bookings where id = $1', [
      held.bookingId,
    ])
    return rows[0].status === 'confirmed'
  },
  'credit of a package': ({ kim, bundle }) =>
    works(kim.post(`/api/packages/${bundle}/lessons`, { start: charlotteTime(9, 9) })),
  'slots of a package': ({ kim, instructorId }) =>
    works(kim.get(`/api/coaches/${instructorId}/slots?durationMinutes=60`)),
  'move a lesson': ({ sam, lesson }) =>
    works(sam.post(`/api/bookings/${lesson}/reschedule`, { start: charlotteTime(5, 12) })),
  'answer a message': ({ kim, talk }) => works(say(kim, talk, 'See you on Tuesday')),
  'accept a proposal': ({ sam, proposal }) =>
    works(sam.post(`/api/proposals/${proposal}/acceptance`, { version: 1, start: charlotteTime(8, 10) })),
  'reminder to the coach': ({ instructorId }) => mayLeave(instructorId, lessonReminderKind),
  'letter of a cancelled lesson': ({ instructorId }) => mayLeave(instructorId, lessonCancelledKind),
}

test('each state of a coach stops what it must stop, on every surface', async () => {
  const seen: Record<string, string[]> = {}
  for (const state of states) {
    const world = await coachIn(state)
    for (const [surface, ask] of Object.entries(surfaces)) {
      seen[surface] ??= []
      seen[surface].push((await ask(world)) ? 'yes' : 'no')
    }
  }
  const lines = Object.entries(seen).map(([surface, cells]) => `${surface.padEnd(30)} ${cells.join(' ')}`)
  console.info([`${'surface'.padEnd(30)} ${states.join(' ')}`, ...lines].join('\n'))
  expect(
    Object.fromEntries(Object.entries(seen).map(([surface, cells]) => [surface, cells.join(' ')])),
  ).toEqual(table)
}, 180_000)
