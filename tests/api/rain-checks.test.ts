import { beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { refundCalledOff } from '#features/rain-checks/commands.ts'
import { checkForecasts } from '#features/rain-checks/forecasts.ts'
import type { Affected, RainCheck } from '#features/rain-checks/schema.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { WeatherUnavailable } from '#ports/weather/weather.ts'
import { buyGiftCard, expectGiftLiability } from '../support/gift-cards.ts'
import {
  balances,
  bookPaid,
  emailsAbout,
  enteredLesson,
  sendRefunds,
  signedInCoach,
} from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { packageBalances } from '../support/proposals.ts'
import { agreeToTexts } from '../support/texting.ts'

const product = testProduct()
const { query } = product
const zone = 'America/New_York'
const charlotte = { lat: 35.2271, lng: -80.8431 }

/** Ten in the morning in Charlotte, two days before the day of the lessons. */
const morning = Date.parse(charlotteTime(0, 10)) >= testNow ? 0 : 1
const bookedAt = Date.parse(charlotteTime(morning, 10))
const lessonDay = morning + 4
const at = (hour: number, day = lessonDay) => charlotteTime(day, hour)
const date = dateIn(at(12), zone)
/** Within 48 hours of all lessons of the day. */
const dayBefore = Date.parse(charlotteTime(lessonDay - 1, 10))

let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeEach(async () => {
  await query('delete from local_vendor.weather')
  product.clock.moveTo(bookedAt)
  maya = await signedInCoach(product)
  await setRule('likely_rain')
})

async function setRule(rule: string) {
  const saved = await maya.put('/api/coach/rain-check', { rule })
  expect(saved.status, saved.text).toBe(200)
}

/** Another place with the same weather. */
const pineRange = { lat: charlotte.lat + 0.001, lng: charlotte.lng }
async function moveToPineRange(lesson: string) {
  const [place] = await query(
    `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
     values ($1, 'Pine Range', 'Charlotte', 'NC', $2, $3, $4) returning id`,
    [maya.userId, pineRange.lat, pineRange.lng, zone],
  )
  await query(`update bookings set teaching_location_id = $2, location_name = 'Pine Range' where id = $1`, [
    lesson,
    place.id,
  ])
}

type Student = Awaited<ReturnType<typeof product.student>>
/** A student with a paid lesson with Maya. */
async function booked(hour: number, name = 'Sam Rivera') {
  const student = await product.student(name)
  const lesson = await bookPaid(product, student, { instructorId: maya.userId, start: at(hour) })
  return { student, lesson }
}
/** The session of a student ends after some days. */
async function comeBack(...people: { signInAgain(): Promise<void> }[]) {
  product.clock.moveTo(dayBefore)
  for (const person of people) await person.signInAgain()
}
const storm = (from: string, to: string, { rain = 90, thunder = true } = {}) =>
  query(
    `insert into local_vendor.weather (lat, lng, begins_at, ends_at, chance_of_rain, is_thunder) values ($1, $2, $3, $4, $5, $6)`,
    [charlotte.lat, charlotte.lng, from, to, rain, thunder],
  )
const checkOf = async (who: Student, lesson: string): Promise<RainCheck> =>
  (await who.get(`/api/bookings/${lesson}/rain-check`)).json
const afternoon = { date, startTime: '12:00', endTime: '18:00' }
const affected = async (times: object = afternoon, who = maya): Promise<Affected> =>
  (await who.get(`/api/coach/called-off-lessons?${new URLSearchParams(times as Record<string, string>)}`))
    .json
const callOff = (bookingIds: string[], more: object = {}, who = maya) =>
  who.post('/api/coach/called-off-lessons', { ...afternoon, bookingIds, ...more })
/** The letter to a student whose lesson was called off. */
async function calledOffLetter({ email }: Student): Promise<string> {
  await product.settle()
  const letters = await lettersTo(product.database.pool, email)
  return letters.find(({ subject }) => subject.includes('called off'))?.text ?? ''
}
const statusOf = async (lesson: string) =>
  (
    await query(
      'select status, cancel_reason, weather_since is not null as is_free from bookings where id = $1',
      [lesson],
    )
  )[0]
const credit = (who: Student, lesson: string) => who.post(`/api/bookings/${lesson}/rain-check/credit`, {})
const cancel = (who: Student, lesson: string, body: object = {}) =>
  who.post(`/api/bookings/${lesson}/cancellation`, body)
const refundsOf = async (lesson: string) =>
  (
    await query(
      `select coalesce(sum(r.amount_cents), 0)::int as cents, count(*)::int as n from payment_refunds r where r.booking_id = $1`,
      [lesson],
    )
  )[0]

describe('a forecast over the coach’s limit', () => {
  test('is offered to both sides within a run, once', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student, maya)
    expect(await checkForecasts(product.services)).toBe(0)
    await storm(at(13), at(16))
    expect(await checkForecasts(product.services)).toBe(1)
    expect(await checkForecasts(product.services)).toBe(0)
    await product.settle()
    const { rule, offer } = await checkOf(student, lesson)
    expect(rule).toBe('likely_rain')
    expect(offer).toMatchObject({
      forecast: { chanceOfRain: 90, isThunder: true },
      calledOffAt: null,
      isOpen: true,
      creditRefusal: null,
    })
    expect((await emailsAbout(product, lesson)).filter((key) => key === 'rain-offered-student')).toHaveLength(
      1,
    )
    const told = await query(
      `select kind, business_key from notifications where user_id = $1 and kind = 'rain_forecast'`,
      [maya.userId],
    )
    expect(told).toEqual([{ kind: 'rain_forecast', business_key: date }])
  })

  test('of a day and several places is one letter to the coach, which names the later lessons too', async () => {
    const phone = '+17045550187'
    await query('update profiles set phone = $2 where id = $1', [maya.userId, phone])
    expect((await agreeToTexts(product, maya, phone)).status).toBe(200)
    const first = await booked(12, 'Ana Ortiz')
    const second = await booked(13, 'Ben Cole')
    const third = await booked(16, 'Cleo Park')
    await storm(at(12), at(17))
    await moveToPineRange(second.lesson)
    const letters = async () => {
      await product.settle()
      const sent = await lettersTo(product.database.pool, maya.email)
      return sent.filter(({ subject }) => subject.startsWith('Bad weather'))
    }
    product.clock.moveTo(Date.parse(at(13)) - 48 * HOUR)
    expect(await checkForecasts(product.services)).toBe(2)
    const [letter, ...others] = await letters()
    expect(others).toEqual([])
    expect(letter?.subject).toMatch(/: 3 lessons$/)
    for (const name of ['Ana Ortiz', 'Ben Cole', 'Cleo Park']) expect(letter?.text).toContain(name)
    expect(await statusOf(third.lesson)).toMatchObject({ is_free: false })
    const [text] = await query(
      `select body_text as words from local_vendor.outbox where recipient = $1 and body_text like '%forecast for 3 lessons%'`,
      [phone],
    )
    const terms =
      'Students can move or cancel without a fee from 48 hours before; for later lessons, if it is still forecast then.'
    expect(text.words).toContain(terms)
    product.clock.moveTo(Date.parse(at(16)) - 48 * HOUR)
    expect(await checkForecasts(product.services)).toBe(1)
    for (const { lesson } of [first, second, third])
      expect(await statusOf(lesson)).toMatchObject({ is_free: true })
    expect(await letters()).toHaveLength(1)
  })

  /** The services while the forecast of one place cannot be read. */
  const without = ({ lat }: { lat: number }) => ({
    ...product.services,
    weather: {
      name: 'weather.gov' as const,
      hourly: async (place: { lat: number; lng: number }) => {
        if (place.lat === lat) throw new WeatherUnavailable(new Error('no answer'))
        return (await product.services.weather?.hourly(place)) ?? []
      },
    },
  })
  const forecastLetters = async () => {
    await product.settle()
    const sent = await lettersTo(product.database.pool, maya.email)
    return sent.flatMap(({ subject, text }) => (subject.startsWith('Bad weather') ? [text] : []))
  }

  test('of two places, one of which could not be read at first, is told to the coach in a second letter', async () => {
    await booked(12, 'Ana Ortiz')
    const second = await booked(13, 'Ben Cole')
    await booked(16, 'Cleo Park')
    await storm(at(12), at(17))
    await moveToPineRange(second.lesson)
    const [oak] = await query('select lat from instructor_teaching_locations where instructor_id = $1', [
      maya.userId,
    ])
    product.clock.moveTo(Date.parse(at(13)) - 48 * HOUR)
    for (const offered of [1, 0]) expect(await checkForecasts(without(pineRange))).toBe(offered)
    const [first = '', ...others] = await forecastLetters()
    expect(others).toEqual([])
    expect([first.includes('Ana Ortiz'), first.includes('Ben Cole')]).toEqual([true, false])
    // Now the other place cannot be read.
    expect(await checkForecasts(without({ lat: Number(oak.lat) }))).toBe(1)
    expect(await checkForecasts(product.services)).toBe(0)
    const both = await forecastLetters()
    expect(both).toHaveLength(2)
    expect(both.some((text) => text.includes('Ana Ortiz') && text.includes('Ben Cole'))).toBe(true)
    product.clock.moveTo(Date.parse(at(16)) - 48 * HOUR)
    expect(await checkForecasts(product.services)).toBe(1)
    const all = await forecastLetters()
    expect(all, 'a letter with the lessons of both places').toHaveLength(3)
    expect(
      all.some((text) => ['Ana Ortiz', 'Ben Cole', 'Cleo Park'].every((name) => text.includes(name))),
    ).toBe(true)
  })

  test('is one letter when a place that could not be read at first has good weather', async () => {
    const first = await booked(9, 'Ben Cole')
    await booked(12, 'Ana Ortiz')
    await booked(16, 'Cleo Park')
    await storm(at(12), at(17))
    await moveToPineRange(first.lesson)
    product.clock.moveTo(Date.parse(at(12)) - 48 * HOUR)
    expect(await checkForecasts(without(pineRange))).toBe(1)
    product.clock.moveTo(Date.parse(at(16)) - 48 * HOUR)
    for (const offered of [1, 0]) expect(await checkForecasts(product.services)).toBe(offered)
    const letters = await forecastLetters()
    expect(letters).toHaveLength(1)
    for (const name of ['Ana Ortiz', 'Cleo Park']) expect(letters[0]).toContain(name)
    await first.student.signInAgain()
    expect((await cancel(first.student, first.lesson)).status).toBe(200)
  })

  test.each([
    ['likely_rain', { rain: 59, thunder: false }, false],
    ['likely_rain', { rain: 60, thunder: false }, true],
    ['storms', { rain: 100, thunder: false }, false],
    ['storms', { rain: 20, thunder: true }, true],
    ['any_rain', { rain: 40, thunder: false }, true],
    ['off', { rain: 100, thunder: true }, false],
  ] as const)('with the rule %s and %o: %s', async (rule, weather, isOffered) => {
    await setRule(rule)
    const { student, lesson } = await booked(14)
    await comeBack(student)
    await storm(at(14), at(15), weather)
    await checkForecasts(product.services)
    expect((await checkOf(student, lesson)).offer !== null).toBe(isOffered)
  })

  test('counts by the rule that the lesson was booked under', async () => {
    const { student, lesson } = await booked(14)
    await setRule('off')
    await comeBack(student)
    await storm(at(14), at(15))
    expect(await checkForecasts(product.services)).toBe(1)
    expect((await checkOf(student, lesson)).rule).toBe('likely_rain')
  })

  test('says nothing about other hours, other places, indoor places and lessons further away', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student)
    await storm(at(9), at(14))
    await storm(at(15), at(18))
    expect(await checkForecasts(product.services)).toBe(0)
    await query('delete from local_vendor.weather')
    await query(
      `insert into local_vendor.weather (lat, lng, begins_at, ends_at, chance_of_rain) values (40, -80, $1, $2, 100)`,
      [at(14), at(15)],
    )
    expect(await checkForecasts(product.services)).toBe(0)
    await storm(at(14), at(15))
    await query('update instructor_teaching_locations set is_outdoor = false where instructor_id = $1', [
      maya.userId,
    ])
    expect(await checkForecasts(product.services)).toBe(0)
    await query('update instructor_teaching_locations set is_outdoor = true where instructor_id = $1', [
      maya.userId,
    ])
    product.clock.moveTo(Date.parse(at(14)) - 49 * HOUR)
    expect(await checkForecasts(product.services)).toBe(0)
    expect(await statusOf(lesson)).toMatchObject({ status: 'confirmed', is_free: false })
    product.clock.moveTo(Date.parse(at(14)) - 48 * HOUR)
    expect(await checkForecasts(product.services)).toBe(1)
  })

  test('changes nothing while the weather service is away for a day, and is offered once it is back', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student)
    await storm(at(14), at(15))
    const away = {
      ...product.services,
      weather: {
        name: 'weather.gov' as const,
        hourly: () => Promise.reject(new WeatherUnavailable(new Error('no answer'))),
      },
    }
    for (let hour = 0; hour < 24; hour++) {
      product.clock.moveTo(dayBefore + hour * HOUR)
      expect(await checkForecasts(away)).toBe(0)
    }
    expect(await checkForecasts({ ...product.services, weather: null })).toBe(0)
    await student.signInAgain()
    expect((await checkOf(student, lesson)).offer).toBeNull()
    expect((await emailsAbout(product, lesson)).some((key) => key.startsWith('rain'))).toBe(false)
    expect(await query(`select item from failed_items where job = 'check-forecasts'`)).toEqual([])
    expect(await checkForecasts(product.services)).toBe(1)
  })

  test('lets the student move on the last day, and keeps the refund percentage', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student)
    await student.signInAgain()
    product.clock.moveTo(Date.parse(at(14)) - 3 * HOUR)
    await student.signInAgain()
    const move = (start: string) =>
      student.post(`/api/bookings/${lesson}/reschedule`, { start, confirmed: [] })
    expect((await move(at(10, lessonDay + 3))).json.code).toBe('too_late')
    await storm(at(14), at(15))
    await checkForecasts(product.services)
    expect((await move(at(10, lessonDay + 3))).status).toBe(200)
    const [row] = await query(
      'select refund_ceiling_percent as ceiling, weather_since from bookings where id = $1',
      [lesson],
    )
    expect(row).toEqual({ ceiling: 100, weather_since: null })
    expect((await query('select outcome from rain_checks where booking_id = $1', [lesson]))[0]).toEqual({
      outcome: 'moved',
    })
    expect((await checkOf(student, lesson)).offer).toBeNull()
  })

  test('lets the student cancel on the last day for the full price, and a moved lesson back does not get a second offer', async () => {
    const { student, lesson } = await booked(14)
    await storm(at(14), at(15))
    product.clock.moveTo(Date.parse(at(14)) - 3 * HOUR)
    await student.signInAgain()
    expect((await student.get(`/api/bookings/${lesson}/cancellation`)).json.refundCents).toBe(0)
    await checkForecasts(product.services)
    expect((await student.get(`/api/bookings/${lesson}/cancellation`)).json.refundCents).toBe(8_500)
    expect((await cancel(student, lesson, { expectedRefundCents: 8_500 })).status).toBe(200)
    await sendRefunds(product, lesson)
    expect(await refundsOf(lesson)).toEqual({ cents: 8_500, n: 1 })
    expect((await cancel(student, lesson)).json.refundCents).toBe(8_500)
    expect(await refundsOf(lesson)).toEqual({ cents: 8_500, n: 1 })
  })

  test('stays offered when the lesson moves to another place outdoors at its time, and ends when it moves indoors', async () => {
    const { student, lesson } = await booked(14)
    await storm(at(14), at(15))
    await comeBack(student, maya)
    await checkForecasts(product.services)
    const move = async (isOutdoor: boolean) => {
      const [place] = await query(
        `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone, is_outdoor)
         values ($1, $2, 'Charlotte', 'NC', $3, $4, $5, $6) returning id`,
        [maya.userId, isOutdoor ? 'Pine Range' : 'Studio', charlotte.lat, charlotte.lng, zone, isOutdoor],
      )
      const request = { start: at(14), locationId: place.id, confirmed: ['outside_hours'] }
      const moved = await maya.post(`/api/bookings/${lesson}/reschedule`, request)
      expect(moved.status, moved.text).toBe(200)
    }
    await move(true)
    expect((await checkOf(student, lesson)).offer).toMatchObject({ isOpen: true })
    expect(await statusOf(lesson)).toMatchObject({ is_free: true })
    await move(false)
    expect(await statusOf(lesson)).toMatchObject({ is_free: false })
  })

  test('is not offered by suspended coaches, and not for seats in clinics', async () => {
    const { lesson } = await booked(14)
    product.clock.moveTo(dayBefore)
    await storm(at(14), at(15))
    await query('update profiles set suspended_at = $2 where id = $1', [maya.userId, new Date(dayBefore)])
    expect(await checkForecasts(product.services)).toBe(0)
    expect(await statusOf(lesson)).toMatchObject({ is_free: false })
  })
})

describe('calling off a part of a day', () => {
  test('six lessons in one act: six letters, each once', async () => {
    const names = ['Ana', 'Ben', 'Cleo', 'Dev', 'Eve', 'Finn']
    const lessons: string[] = []
    for (const [nth, name] of names.entries())
      lessons.push((await booked(nth < 1 ? 11 : 11 + nth, `${name} Cole`)).lesson)
    await comeBack(maya)
    expect((await affected()).lessons.map(({ student }) => student)).toEqual(
      names.slice(1).map((name) => `${name} Cole`),
    )
    const day = { startTime: '00:00', endTime: '24:00' }
    const answers = await Promise.all([callOff(lessons, day), callOff(lessons, day)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { json }) => sum + json.calledOff, 0)).toBe(6)
    expect((await callOff(lessons, day)).json).toEqual({ calledOff: 0, before: 6, notCalledOff: 0 })
    await product.settle()
    for (const lesson of lessons)
      expect(
        (await emailsAbout(product, lesson)).filter((key) => key === 'lesson-called-off-student'),
      ).toHaveLength(1)
    expect(await affected({ ...afternoon, ...day })).toMatchObject({ lessons: [], before: 6 })
    const list = await product.visitor().get(`/api/coaches/${maya.userId}/slots?from=${date}&to=${date}`)
    expect(list.json.days.flatMap((one: { slots: unknown[] }) => one.slots)).toEqual([])
  })

  test('a student keeps it as a credit, books it again, and may end the credit for all of the price', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya, student)
    expect((await callOff([lesson], { message: 'The range is flooded.' })).json).toEqual({
      calledOff: 1,
      before: 0,
      notCalledOff: 0,
    })
    expect(await calledOffLetter(student)).toContain('keep it as a credit')
    const { offer } = await checkOf(student, lesson)
    expect(offer).toMatchObject({
      message: 'The range is flooded.',
      forecast: null,
      isOpen: true,
      creditRefusal: null,
    })
    const answers = await Promise.all([credit(student, lesson), credit(student, lesson)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await statusOf(lesson)).toMatchObject({ status: 'cancelled' })
    expect(await refundsOf(lesson)).toEqual({ cents: 0, n: 0 })
    expect(await balances(product, lesson)).toEqual({ processor_cash: 8_500, package_held: -8_500 })
    const receipt = await student.get(`/api/checkouts/${lesson}`)
    expect(receipt.json).toMatchObject({ state: 'refunded', isReturned: true, owedBackCents: 0 })
    const packages = (await student.get('/api/packages')).json
    expect(packages).toHaveLength(1)
    const [bundle] = packages
    const again = await student.post(`/api/packages/${bundle.id}/lessons`, { start: at(10, lessonDay + 2) })
    expect(again.status, again.text).toBe(201)
    expect((await cancel(student, again.json.bookingId)).status).toBe(200)
    const ended = await student.post(`/api/packages/${bundle.id}/end`, { expectedRefundCents: 8_500 })
    expect(ended.status, ended.text).toBe(200)
    await sendRefunds(product, lesson)
    expect(await balances(product, lesson)).toEqual({})
  })

  test('what nobody has chosen is refunded when it would have begun, once', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya)
    await callOff([lesson])
    const workspace = await maya.get(`/api/workspaces/${maya.userId}/${student.userId}`)
    expect(workspace.json.cards).toMatchObject([{ bookingId: lesson, isPast: false, isCalledOff: true }])
    product.clock.moveTo(Date.parse(at(14)) - 1_000)
    await refundCalledOff(product.services)
    expect(await statusOf(lesson)).toMatchObject({ status: 'confirmed' })
    product.clock.moveTo(Date.parse(at(14)) + 5_000)
    await Promise.all([refundCalledOff(product.services), refundCalledOff(product.services)])
    await refundCalledOff(product.services)
    expect(await statusOf(lesson)).toMatchObject({ status: 'cancelled', cancel_reason: 'coach' })
    await sendRefunds(product, lesson)
    expect(await refundsOf(lesson)).toEqual({ cents: 8_500, n: 1 })
    expect(await balances(product, lesson)).toEqual({})
    expect((await query('select outcome from rain_checks where booking_id = $1', [lesson]))[0]).toEqual({
      outcome: 'refunded',
    })
  })

  test('is nobody’s next lesson', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student, maya)
    const nextLessons = async () => {
      const students = (await maya.get('/api/coach/students')).json.rows
      const coaches = (await student.get('/api/me/coaches')).json
      const [ofCoach, ofStudent] = [await maya.get('/api/workspaces'), await student.get('/api/workspaces')]
      const mine = (one: { studentId: string }) => one.studentId === student.userId
      return [students.find(mine), coaches[0], ofCoach.json.find(mine), ofStudent.json[0]].map(
        ({ nextLesson }) => nextLesson?.start ?? nextLesson,
      )
    }
    expect(await nextLessons()).toEqual([at(14), at(14), at(14), at(14)])
    await callOff([lesson])
    expect(await nextLessons()).toEqual([null, null, null, null])
  })

  test('is never completed or reminded of, even when the refund is late', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya)
    await callOff([lesson])
    product.clock.moveTo(Date.parse(at(14)) - 2 * HOUR + 60_000)
    await remindOfLessons(product.services)
    expect(
      await query(`select 1 from notifications where user_id = $1 and kind = 'lesson_reminder'`, [
        student.userId,
      ]),
    ).toEqual([])
    product.clock.moveTo(Date.parse(at(15)) + 2 * DAY)
    await completeDueLessons(product.services)
    expect(await statusOf(lesson)).toMatchObject({ status: 'confirmed' })
    await maya.signInAgain()
    const completed = await maya.post(`/api/bookings/${lesson}/completion`, { outcome: 'taught' })
    expect(completed.json.code).toBe('called_off')
    await student.signInAgain()
    expect((await cancel(student, lesson)).json.refundCents).toBe(8_500)
  })

  test('leaves what changed meanwhile, what is indoors, and other coaches’ lessons', async () => {
    const moved = await booked(12, 'Ana Ortiz')
    const cancelled = await booked(13, 'Ben Cole')
    const stays = await booked(14, 'Cleo Park')
    const other = await signedInCoach(product, 'Nolan Reed')
    const foreign = await product.student('Dev Shah')
    const theirs = await bookPaid(product, foreign, { instructorId: other.userId, start: at(15) })
    await comeBack(maya, moved.student, cancelled.student, other)
    expect(
      (
        await moved.student.post(`/api/bookings/${moved.lesson}/reschedule`, {
          start: at(10, lessonDay + 2),
          confirmed: [],
        })
      ).status,
    ).toBe(200)
    expect((await cancel(cancelled.student, cancelled.lesson)).status).toBe(200)
    const ids = [moved.lesson, cancelled.lesson, stays.lesson, theirs]
    expect((await callOff(ids)).json).toEqual({ calledOff: 1, before: 0, notCalledOff: 3 })
    expect((await callOff(ids)).json).toEqual({ calledOff: 0, before: 1, notCalledOff: 3 })
    for (const lesson of [moved.lesson, theirs])
      expect(await statusOf(lesson)).toMatchObject({ is_free: false })
    await query('update instructor_teaching_locations set is_outdoor = false where instructor_id = $1', [
      other.userId,
    ])
    expect(await affected(afternoon, other)).toMatchObject({ lessons: [], indoors: 1 })
  })

  test('a moved lesson takes place again', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya, student)
    await callOff([lesson])
    const moved = await student.post(`/api/bookings/${lesson}/reschedule`, {
      start: at(10, lessonDay + 2),
      confirmed: [],
    })
    expect(moved.status, moved.text).toBe(200)
    expect((await student.get(`/api/bookings/${lesson}`)).json.weather).toBeNull()
    product.clock.moveTo(Date.parse(at(14)) + HOUR)
    await refundCalledOff(product.services)
    expect(await statusOf(lesson)).toMatchObject({ status: 'confirmed' })
  })

  test('a lesson that is paid elsewhere has no credit, and is cancelled without money', async () => {
    const student = await product.student('Ana Ortiz')
    const phone = '+17045550188'
    await query('update profiles set phone = $2 where id = $1', [student.userId, phone])
    expect((await agreeToTexts(product, student, phone)).status).toBe(200)
    await bookPaid(product, student, { instructorId: maya.userId, start: at(9) })
    const entered = await maya.post(
      '/api/coach/lessons',
      enteredLesson({ student: { is: 'known', studentId: student.userId }, start: at(14) }),
    )
    expect(entered.status, entered.text).toBe(201)
    const lesson = entered.json.bookingId
    await comeBack(maya, student)
    await callOff([lesson])
    await product.settle()
    const [text] = await query(
      `select body_text as words from local_vendor.outbox where recipient = $1 and body_text like '%called off%'`,
      [phone],
    )
    expect(text.words).toContain('Choose what to do')
    expect(text.words).not.toContain('money')
    expect((await credit(student, lesson)).json.code).toBe('not_paid_here')
    expect((await cancel(student, lesson)).json.refundCents).toBe(0)
    expect(await refundsOf(lesson)).toEqual({ cents: 0, n: 0 })
  })

  test('a lesson that a gift card paid is kept as a credit, which goes back to the card when it is ended', async () => {
    const buyer = await product.student('Pat Rivera')
    const student = await product.student('Sam Rivera')
    const giftCardId = await buyGiftCard(product, buyer)
    const { code } = (await buyer.post(`/api/gift-cards/${giftCardId}/code`, {})).json
    expect((await student.post('/api/gift-cards/redemptions', { code })).status).toBe(201)
    const balance = async () => (await student.get('/api/me/gift-balance')).json.balanceCents
    const held = await student.post('/api/bookings', {
      instructorId: maya.userId,
      start: at(14),
      durationMinutes: 60,
      giftCents: 8_500,
    })
    expect(held.status, held.text).toBe(201)
    const lesson = held.json.bookingId
    await product.settle()
    await comeBack(maya, student)
    await callOff([lesson])
    expect((await credit(student, lesson)).status).toBe(200)
    expect(await balance()).toBe(1_500)
    const [kept] = (await student.get('/api/packages')).json
    expect(kept).toMatchObject({ lessons: 1, left: 1, refundCents: 8_500 })
    const ended = await student.post(`/api/packages/${kept.id}/end`, { expectedRefundCents: 8_500 })
    expect(ended.status, ended.text).toBe(200)
    await product.settle()
    expect(await balance()).toBe(10_000)
    expect(await packageBalances(product, kept.id)).toEqual({})
    await expectGiftLiability(product)
  })

  test('one of weekly lessons that were paid together is kept as a credit; the others stay, and each refund is its own', async () => {
    const student = await product.student('Sam Rivera')
    const starts = [at(14), at(14, lessonDay + 7)]
    const wish = { instructorId: maya.userId, starts, durationMinutes: 60 }
    const held = await student.post('/api/series', wish)
    expect(held.status, held.text).toBe(201)
    await student.post(
      `/api/test-checkouts/${String(held.json.checkoutUrl).split('/').at(-1)}/payments`,
      goodCard,
    )
    await product.settle()
    const [first, second] = held.json.bookingIds
    await comeBack(maya, student)
    await callOff([first])
    expect((await checkOf(student, first)).offer).toMatchObject({ creditRefusal: null })
    expect((await credit(student, first)).status).toBe(200)
    const [kept] = (await student.get('/api/packages')).json
    expect(kept).toMatchObject({ lessons: 1, left: 1, refundCents: 8_500 })
    expect((await statusOf(second)).status).toBe('confirmed')
    expect((await cancel(student, second)).json.refundCents).toBe(8_500)
    await sendRefunds(product, second)
    expect([await refundsOf(first), await refundsOf(second)]).toEqual([
      { cents: 0, n: 0 },
      { cents: 8_500, n: 1 },
    ])
    expect(await packageBalances(product, kept.id)).toEqual({ processor_cash: 8_500, package_held: -8_500 })
    await student.post(`/api/packages/${kept.id}/end`, { expectedRefundCents: 8_500 })
    await sendRefunds(product, first)
    expect(await packageBalances(product, kept.id)).toEqual({})
    const [charge] = await query(
      `select sum(amount_cents)::int as back from local_vendor.refunds where payment_intent_id =
         (select o.stripe_payment_intent_id from orders o join payments p on p.order_id = o.id where p.booking_id = $1)`,
      [first],
    )
    expect(charge?.back).toBe(17_000)
  })

  test('a lesson with a discount has no credit, and all that was paid goes back', async () => {
    await query(`insert into promo_codes (code, percent_off) values ('RAINY', 10)`)
    const student = await product.student('Sam Rivera')
    const lesson = await bookPaid(product, student, {
      instructorId: maya.userId,
      start: at(14),
      promoCode: 'RAINY',
    })
    await comeBack(maya, student)
    await callOff([lesson])
    expect((await credit(student, lesson)).json.code).toBe('discount')
    const letter = await calledOffLetter(student)
    expect(letter).toContain('move it to another time, or cancel it for a full refund')
    expect(letter).not.toContain('credit')
    expect((await cancel(student, lesson)).json.refundCents).toBe(7_650)
  })

  test('a lesson of which a part was refunded has no credit, and the rest goes back', async () => {
    const { student, lesson } = await booked(14)
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId: lesson })
      if (!payment) throw new Error('there is no payment')
      const refund = { key: `support:${lesson}`, amountCents: 2_000, reason: 'support' } as const
      await startRefund(product.services, tx, payment, refund)
    })
    await sendRefunds(product, lesson)
    await comeBack(maya, student)
    await callOff([lesson])
    const { offer } = await checkOf(student, lesson)
    expect(offer?.creditRefusal).toContain('already refunded')
    expect((await credit(student, lesson)).json.code).toBe('partly_refunded')
    expect(await calledOffLetter(student)).not.toContain('credit')
    expect((await cancel(student, lesson)).json.refundCents).toBe(6_500)
  })

  test('a lesson with the coach’s own discount is kept as a credit at the price that was paid', async () => {
    await query(
      `insert into promo_codes (code, percent_off, instructor_id, funded_by) values ('OWNRAIN', 10, $1, 'coach')`,
      [maya.userId],
    )
    const student = await product.student('Sam Rivera')
    const wish = { instructorId: maya.userId, start: at(14), promoCode: 'OWNRAIN' }
    const lesson = await bookPaid(product, student, wish)
    await comeBack(maya, student)
    await callOff([lesson])
    expect((await credit(student, lesson)).status).toBe(200)
    const [kept] = (await student.get('/api/packages')).json
    expect(kept).toMatchObject({ lessons: 1, left: 1, refundCents: 7_650 })
    expect(await packageBalances(product, kept.id)).toEqual({ processor_cash: 7_650, package_held: -7_650 })
  })

  test('leaves clinics and their seats alone', async () => {
    const { student, lesson } = await booked(13)
    await comeBack(maya, student)
    const [clinic] = await query(
      `insert into clinics (instructor_id, title, description, location_name, time_zone, price_cents, seats, minimum, status, published_at)
       values ($1, 'Short game', '', 'Longleaf Hollow Golf Center', $2, 5000, 8, 1, 'draft', null) returning id`,
      [maya.userId, zone],
    )
    await query('insert into clinic_dates (clinic_id, starts_at, ends_at) values ($1, $2, $3)', [
      clinic?.id,
      at(15),
      at(16),
    ])
    await query("update clinics set status = 'published', published_at = current_instant() where id = $1", [
      clinic?.id,
    ])
    expect(await affected()).toMatchObject({ lessons: [{ bookingId: lesson }], clinics: 1 })
    expect((await callOff([lesson])).json.calledOff).toBe(1)
    expect(await query('select status from clinics where id = $1', [clinic?.id])).toEqual([
      { status: 'published' },
    ])
  })

  test('a suspended coach cannot call off, and the student still cancels for all of the price', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya, student)
    await callOff([lesson])
    const admin = await product.admin()
    const suspended = await admin.post('/api/admin/lists/users/acts/suspend', {
      ids: [maya.userId],
      shown: 1,
      reason: 'Complaints',
    })
    expect(suspended.status, suspended.text).toBe(200)
    expect((await callOff([lesson])).status).toBeGreaterThanOrEqual(401)
    expect((await cancel(student, lesson)).json.refundCents).toBe(8_500)
  })

  test('refuses times and messages that cannot be', async () => {
    for (const body of [
      { ...afternoon, startTime: '18:00', endTime: '12:00' },
      { ...afternoon, date: '2026-02-30' },
      { ...afternoon, bookingIds: [] },
      { ...afternoon, message: 'x'.repeat(501) },
    ])
      expect((await callOff([crypto.randomUUID()], body)).status).toBe(400)
  })

  test('a lesson of a package goes back to it', async () => {
    const { student, lesson } = await booked(13)
    await comeBack(maya, student)
    await callOff([lesson])
    await credit(student, lesson)
    const [bundle] = (await student.get('/api/packages')).json
    const next = at(13, lessonDay + 1)
    const again = await student.post(`/api/packages/${bundle.id}/lessons`, { start: next })
    expect(again.status, again.text).toBe(201)
    const second = again.json.bookingId
    const times = { date: dateIn(next, zone), startTime: '12:00', endTime: '18:00' }
    expect((await callOff([second], times)).json.calledOff).toBe(1)
    expect((await credit(student, second)).status).toBe(200)
    expect((await student.get('/api/packages')).json[0]).toMatchObject({ id: bundle.id, left: 1 })
  })
})

test('the student’s home page says which lesson was called off, until the student chooses', async () => {
  const { student, lesson } = await booked(14)
  const ownCoach = async () => (await student.get('/api/me/coaches')).json[0]
  expect(await ownCoach()).toMatchObject({ nextLesson: { bookingId: lesson }, calledOffLesson: null })
  await callOff([lesson])
  expect(await ownCoach()).toMatchObject({
    nextLesson: null,
    calledOffLesson: { bookingId: lesson, start: at(14), zone },
  })
  await credit(student, lesson)
  expect(await ownCoach()).toMatchObject({ nextLesson: null, calledOffLesson: null })
})

describe('other people', () => {
  test('neither see nor change anything', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(maya, student)
    await callOff([lesson])
    const stranger = await product.student('Eve Stone')
    const rival = await signedInCoach(product, 'Nolan Reed')
    for (const who of [stranger, rival])
      expect((await who.get(`/api/bookings/${lesson}/rain-check`)).status).toBe(404)
    expect((await credit(stranger, lesson)).status).toBe(404)
    expect((await credit(maya, lesson)).status).toBe(403)
    expect((await callOff([lesson], {}, rival)).json).toEqual({ calledOff: 0, before: 0, notCalledOff: 1 })
    expect((await callOff([lesson], {}, student as typeof maya)).status).toBe(403)
    expect((await product.visitor().get(`/api/bookings/${lesson}/rain-check`)).status).toBe(401)
  })

  test('a lesson without an offer has no credit', async () => {
    const { student, lesson } = await booked(14)
    await comeBack(student)
    expect((await credit(student, lesson)).json.code).toBe('not_offered')
    expect(await checkOf(student, lesson)).toEqual({ rule: 'likely_rain', offer: null })
  })

  test('visitors see the rule of a listed coach; indoor coaches have none', async () => {
    const ofCoach = async () => (await product.visitor().get(`/api/coaches/${maya.userId}/rain-check`)).json
    expect(await ofCoach()).toEqual({ rule: 'likely_rain' })
    await query('update instructor_teaching_locations set is_outdoor = false where instructor_id = $1', [
      maya.userId,
    ])
    expect(await ofCoach()).toEqual({ rule: 'off' })
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await ofCoach()).code).toBe('no_such_coach')
  })
})
