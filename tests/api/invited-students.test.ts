import { beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredRows } from '#features/retention/commands.ts'
import { enteredLesson, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { confirmAddress } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

/** What is remembered of a student whom a coach invited by email, after the nightly deletion of old data. */
const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  await verifyEmail(product, maya.userId)
})

/** Lets time pass until a time of day in Charlotte, and runs the nightly deletion. */
async function wait(days: number, hour: number) {
  product.clock.moveTo(Date.parse(charlotteTime(days, hour)))
  await deleteExpiredRows(product.services)
  await maya.signInAgain()
}
const invite = (email: string, days: number) =>
  maya.post(
    '/api/coach/lessons',
    enteredLesson({ student: { is: 'invited', name: 'Olive Owner', email }, start: charlotteTime(days, 10) }),
  )
async function owner() {
  const person = await product.student('Olive Owner')
  await confirmAddress(product, person)
  return person
}
const studentOf = async (bookingId: string): Promise<string> =>
  (await maya.get(`/api/bookings/${bookingId}`)).json.student.id

describe('an invited student', () => {
  test('who declined is not invited again for 30 days, also after the lesson', async () => {
    const olive = await owner()
    const { bookingId } = (await invite(olive.email, 33)).json
    await wait(32, 9)
    await olive.signInAgain()
    const declined = await olive.send('DELETE', `/api/bookings/${bookingId}/acceptance`)
    expect(declined.status, declined.text).toBe(200)
    await wait(35, 12)
    const again = await invite(olive.email, 40)
    expect([again.status, again.json.code]).toEqual([409, 'invitation_declined'])
    await wait(63, 12)
    expect((await invite(olive.email, 66)).status).toBe(201)
  })

  test('accepts a lesson that was entered long before, after it took place, and stays one student of the coach', async () => {
    const olive = await owner()
    const first = (await invite(olive.email, 40)).json.bookingId
    await wait(42, 12)
    const second = (await invite(olive.email, 45)).json.bookingId
    expect(await studentOf(second)).toBe(await studentOf(first))
    await olive.signInAgain()
    const accepted = await olive.post(`/api/bookings/${first}/acceptance`, {})
    expect(accepted.status, accepted.text).toBe(200)
    for (const lesson of [first, second]) expect(await studentOf(lesson)).toBe(olive.userId)
  })
})
