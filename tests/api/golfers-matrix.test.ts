import { expect, test } from 'vitest'
import { addClip } from '../support/clips.ts'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { bookPaid, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { plainPhoto } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const write = async (who: Visitor, path: string, body: object) => {
  const answer = await who.post(path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

/** Writes a goal, a note, launch-monitor shots and a clip that name the child. */
async function fillWorkspace(
  who: Visitor,
  pair: { instructorId: string; studentId: string; golferId: string },
  name: string,
) {
  const of = `/api/workspaces/${pair.instructorId}/${pair.studentId}`
  const { golferId } = pair
  await write(who, `${of}/goals`, {
    golferId,
    title: `Goal of ${name}`,
    measure: 'score',
    unit: null,
    moreIsBetter: false,
    target: 89,
    dueOn: null,
    start: 101,
  })
  await write(who, `${of}/notes`, { golferId, isShared: true, content: `Note about ${name}` })
  await write(who, `${of}/shots`, {
    golferId,
    text: 'Club,Carry (yds)\n7 Iron,150\n7 Iron,152\n',
    mapping: [
      { column: 0, field: 'club', unit: null },
      { column: 1, field: 'carry', unit: 'yd' },
    ],
    name: `Shots of ${name}`,
    on: new Date(testNow).toISOString().slice(0, 10),
  })
  const clip = await addClip(product, who, pair, await plainPhoto(), `Swing of ${name}`)
  expect(clip.json, clip.text).toMatchObject({ ok: true })
}

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
      // A golfer is a parameter like any other.
      const ofGolfer = path.includes('golferId=') || whole.status === 400 ? await send(path) : whole
      for (const answer of [whole, ofGolfer]) {
        expect(answer.status, `${procedure.name}: ${answer.text}`).not.toBe(500)
        if (answer.text.includes('Emmaline')) found.Emmaline.add(procedure.name)
        if (answer.text.includes('Liamson')) found.Liamson.add(procedure.name)
      }
    }
  return { emma: [...found.Emmaline].sort(), liam: [...found.Liamson].sort() }
}

test('a coach sees the child who takes lessons there, and no brother or sister, in no procedure', async () => {
  const sam = await product.student('Sam Rivera')
  await verifyEmail(product, sam.userId)
  const [emma, liam] = [await addGolfer(sam, child('Emmaline')), await addGolfer(sam, child('Liamson', 9))]
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
  for (const golferId of [emma, liam]) {
    const body = JSON.stringify({ allowed: true })
    const allowed = await sam.send('PUT', `/api/me/golfers/${golferId}/clips`, body, {
      'content-type': 'application/json',
    })
    expect(allowed.status, allowed.text).toBe(200)
  }
  for (const [coach, golferId, name] of [
    [maya, emma, 'Emmaline'],
    [noah, liam, 'Liamson'],
  ] as const)
    await fillWorkspace(coach, { instructorId: coach.userId, studentId: sam.userId, golferId }, name)
  // The first lessons are over, so that their outcome, share and statement are due.
  product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
  await product.sendMessages()

  const ofMaya = await seenBy(maya, ids)
  expect(ofMaya.emma).toEqual(
    expect.arrayContaining([
      'bookings.get',
      'bookings.list',
      'clips.list',
      'dashboard.read',
      'payouts.held',
      'schedule.read',
      'students.get',
      'students.list',
      'tasks.list',
      'v1.listBookings',
      'workspaces.get',
      'workspaces.list',
      'workspaces.shotTrends',
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
