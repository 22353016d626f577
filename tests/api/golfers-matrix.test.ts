import { expect, test } from 'vitest'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { bookPaid, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/**
 * Two children of one parent, each with another coach, in every procedure that reads: a coach sees the own student's child and never the
 * other one, and other users see neither.
 */
const product = testProduct()
const reading = procedures.filter(
  ({ method, changesNothing, access }) => access !== 'admin' && (method === 'GET' || changesNothing),
)

/** @returns the names of the procedures whose response to the caller, with any of the ids, contains each of the children's names */
async function seenBy(caller: Visitor, ids: readonly Record<string, string>[]) {
  const found = { Emmaline: new Set<string>(), Liamson: new Set<string>() }
  for (const procedure of reading)
    for (const one of ids) {
      const { method, path, body } = requestOf(procedure, one)
      const send = (address: string) =>
        caller.send(method, address, body, { 'content-type': 'application/json' })
      // Lists without filters, where a call needs no parameters.
      const whole = await send(method === 'GET' ? (path.split('?')[0] ?? path) : path)
      const answer = whole.status === 400 ? await send(path) : whole
      expect(answer.status, `${procedure.name}: ${answer.text}`).not.toBe(500)
      if (answer.text.includes('Emmaline')) found.Emmaline.add(procedure.name)
      if (answer.text.includes('Liamson')) found.Liamson.add(procedure.name)
    }
  return { emma: [...found.Emmaline].sort(), liam: [...found.Liamson].sort() }
}

test('a coach sees the child who takes lessons there, and no brother or sister, in no procedure', async () => {
  const sam = await product.student('Sam Rivera')
  await verifyEmail(product, sam.userId)
  const child = async (name: string, age: number) =>
    String(
      (
        await sam.post('/api/me/golfers', {
          name,
          relation: 'child',
          yearOfBirth: new Date(testNow).getUTCFullYear() - age,
        })
      ).json.id,
    )
  const [emma, liam] = [await child('Emmaline', 12), await child('Liamson', 9)]
  const maya = await signedInCoach(product, 'Maya Bennett')
  const noah = await signedInCoach(product, 'Noah Clark')
  const lesson = async (coach: typeof maya, golferId: string, day: number) => ({
    instructorId: coach.userId,
    studentId: sam.userId,
    golferId,
    bookingId: await bookPaid(product, sam, {
      instructorId: coach.userId,
      start: charlotteTime(day, 10),
      golferId,
    }),
  })
  await lesson(maya, emma, 9)
  await lesson(noah, liam, 9)
  const ids = [await lesson(maya, emma, 3), await lesson(noah, liam, 3)]
  // The first lessons are over, so that their outcome, share and statement are due.
  product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
  await product.sendMessages()

  const ofMaya = await seenBy(maya, ids)
  expect(ofMaya.emma).toEqual(
    expect.arrayContaining([
      'bookings.get',
      'bookings.list',
      'dashboard.read',
      'payouts.held',
      'schedule.read',
      'students.get',
      'students.list',
      'tasks.list',
      'v1.listBookings',
      'workspaces.get',
    ]),
  )
  expect(ofMaya.liam).toEqual([])
  expect(await seenBy(noah, ids)).toEqual({ emma: [], liam: ofMaya.emma })
  expect(await seenBy(await product.student('Alex Kim'), ids)).toEqual({ emma: [], liam: [] })

  const words = async (email: string) =>
    (await lettersTo(product.database.pool, email)).map(({ subject, text }) => subject + text).join()
  expect(await words(maya.email)).toContain('Emmaline')
  expect(await words(maya.email)).not.toContain('Liamson')
  expect(await words(noah.email)).not.toContain('Emmaline')
}, 240_000)
