import { expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { propose } from '../support/proposals.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct()

test('another student of the same coach can’t see a proposal', async () => {
  const coach = await signedInCoach(product)
  const [sam, kit] = [await product.student(), await product.student()]
  const forSam = await propose(product, coach, sam)
  const forKit = await propose(product, coach, kit)
  const seenBy = async (person: typeof sam, other: string) =>
    (await person.get(`/api/proposals/with/${other}`)).json.map((one: { id: string }) => one.id)
  expect(await seenBy(sam, coach.userId)).toEqual([forSam])
  expect(await seenBy(kit, coach.userId)).toEqual([forKit])
  expect(await seenBy(coach, sam.userId)).toEqual([forSam])
  expect(await seenBy(kit, sam.userId)).toEqual([])
})

test('a report is about the other person, whichever of the two files it', async () => {
  const coach = await signedInCoach(product)
  const sam = await product.student()
  const conversationId = await beginTalk(sam, coach.userId)
  const report = { reason: 'spam' }
  for (const person of [sam, coach])
    expect((await person.post(`/api/conversations/${conversationId}/reports`, report)).status).toBe(201)
  const { rows } = await product.database.pool.query(
    'select reporter_id, reported_id from message_reports where conversation_id = $1',
    [conversationId],
  )
  expect(new Map(rows.map((row) => [row.reporter_id, row.reported_id]))).toEqual(
    new Map([
      [sam.userId, coach.userId],
      [coach.userId, sam.userId],
    ]),
  )
})

test('hiding presence hides only that person', async () => {
  const coach = await signedInCoach(product)
  const [sam, kit] = [await product.student(), await product.student()]
  for (const student of [sam, kit]) await beginTalk(student, coach.userId)
  const { pool } = product.database
  await pool.query(
    `update conversation_participants set active_until = current_instant() + interval '1 hour'`,
  )
  expect((await sam.put('/api/me/message-preferences', { sharePresence: false })).status).toBeLessThan(300)
  const { rows } = await pool.query(
    'select distinct user_id from conversation_participants where active_until is null',
  )
  expect(rows).toEqual([{ user_id: sam.userId }])
})

test.each(['admin', 'prospect'] as const)(
  'an %s belongs to neither side and can’t start a conversation',
  async (role) => {
    const coach = await signedInCoach(product)
    const somebody = await product.student()
    await giveRole(product.database.pool, somebody.userId, role)
    product.services.sessions.forget(somebody.userId)
    await expect(beginTalk(somebody, coach.userId)).rejects.toThrow('no conversation')
    const { rows } = await product.database.pool.query(
      'select 1 from conversations where instructor_id = $1',
      [coach.userId],
    )
    expect(rows).toEqual([])
  },
)
