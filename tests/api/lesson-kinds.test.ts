import { beforeEach, describe, expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

/** Group and playing lessons booked at open times (decision 0134). */

const product = testProduct()
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person

/** Maya Bennett: $85 an hour alone, $140 for a group of four, $120 on the course for two and a half hours. */
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await teaches({ group_bookable: true, playing_minutes: 150 })
})

const teaches = (change: { group_bookable: boolean; playing_minutes: number | null }) =>
  product.query(
    `update instructor_profiles set hourly_rate = 85, lesson_durations = '{60,90}', group_rate = 140, group_size = 4,
       playing_rate = 120, group_bookable = $2, playing_minutes = $3 where user_id = $1`,
    [maya.userId, change.group_bookable, change.playing_minutes],
  )
const group = { lessonType: 'group', durationMinutes: 90 }
const playing = { lessonType: 'playing', durationMinutes: 150 }
const quote = (lesson: object) => sam.post('/api/quotes', { instructorId: maya.userId, ...lesson })
const book = (lesson: object) =>
  sam.post('/api/bookings', { instructorId: maya.userId, start: charlotteTime(9, 10), ...lesson })
const openTimes = (minutes: number) =>
  product.visitor().get(`/api/coaches/${maya.userId}/slots?durationMinutes=${minutes}`)

async function bookAndPay(lesson: object) {
  const held = await book(lesson)
  expect(held.status, held.text).toBe(201)
  await sam.post(`/api/test-checkouts/${held.json.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
  await product.settle()
  return (await sam.get(`/api/bookings/${held.json.bookingId}`)).json
}

describe('a student', () => {
  test('books a group at its own price, and the coach sees what kind it is', async () => {
    expect((await quote(group)).json).toMatchObject({
      title: '90-minute Group Lesson',
      lessonType: 'group',
      priceCents: 21_000,
    })
    const lesson = await bookAndPay({ ...group, expectedPriceCents: 21_000 })
    expect(lesson).toMatchObject({
      status: 'confirmed',
      title: '90-minute Group Lesson',
      lessonType: 'group',
    })
    expect((await maya.get('/api/bookings?when=upcoming')).json).toMatchObject([
      { title: '90-minute Group Lesson', lessonType: 'group' },
    ])
  })

  test('books a lesson on the course in its own length', async () => {
    expect((await openTimes(150)).status).toBe(200)
    expect((await quote(playing)).json.priceCents).toBe(30_000)
    expect(await bookAndPay(playing)).toMatchObject({ durationMinutes: 150, lessonType: 'playing' })
    // The whole length is taken.
    const { days } = (await openTimes(60)).json
    const taken = [charlotteTime(9, 10), charlotteTime(9, 12)].map((start) => Date.parse(start))
    const open = days.flatMap(({ slots }: { slots: { start: string }[] }) =>
      slots.map(({ start }) => Date.parse(start)),
    )
    for (const start of taken) expect(open).not.toContain(start)
  })

  test('who asks for a length of another kind is told that it is not offered', async () => {
    for (const lesson of [
      { durationMinutes: 150 },
      { ...group, durationMinutes: 150 },
      { ...playing, durationMinutes: 60 },
    ]) {
      const refused = await book(lesson)
      expect([refused.status, refused.json.code]).toEqual([400, 'duration_not_offered'])
    }
    expect((await book({ lessonType: 'video', durationMinutes: 60 })).status).toBe(400)
  })

  test('who chooses another kind for the held time pays for that one', async () => {
    await teaches({ group_bookable: true, playing_minutes: null })
    await product.query(`update instructor_profiles set group_rate = 85 where user_id = $1`, [maya.userId])
    const alone = await book({ durationMinutes: 60 })
    const together = await book({ durationMinutes: 60, lessonType: 'group' })
    expect([alone.status, together.status]).toEqual([201, 201])
    expect(together.json.bookingId).not.toBe(alone.json.bookingId)
    const again = await book({ durationMinutes: 60, lessonType: 'group' })
    expect(again.json.bookingId).toBe(together.json.bookingId)
  })
})

test.each([
  ['group', 90, '90-minute Group Lesson'],
  ['playing', 150, '150-minute Playing Lesson'],
])(
  'every lesson of a package of %s lessons is named like a single one',
  async (lessonType, durationMinutes, title) => {
    const offer = {
      title: 'Five lessons',
      lessonType,
      lessons: 5,
      durationMinutes,
      priceCents: 80_000,
      validDays: 180,
      visibility: 'public',
    }
    const saved = await maya.put('/api/own-packages', offer)
    expect(saved.status, saved.text).toBe(200)
    const bought = { offerId: saved.json.offerId, version: 1 }
    expect(await bookAndPay({ durationMinutes, package: bought })).toMatchObject({ title, lessonType })
    const [bundle] = (await sam.get('/api/packages')).json
    const path = `/api/packages/${bundle.id}`
    const single = await sam.post(`${path}/lessons`, { start: charlotteTime(11, 10) })
    const weekly = await sam.post(`${path}/series`, {
      starts: [charlotteTime(12, 10), charlotteTime(19, 10)],
    })
    expect([single.status, weekly.status], weekly.text).toEqual([201, 201])
    for (const id of [single.json.bookingId, ...weekly.json.bookingIds])
      expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({ title, lessonType })
  },
)

test('what a coach offers on request cannot be booked, whatever is sent', async () => {
  await teaches({ group_bookable: false, playing_minutes: null })
  for (const lesson of [group, playing]) {
    const refused = await book(lesson)
    expect([refused.status, refused.json.code]).toEqual([400, 'kind_not_offered'])
    expect((await quote(lesson)).json.code).toBe('kind_not_offered')
  }
  expect((await openTimes(150)).json.code).toBe('duration_not_offered')
})

test('a coach chooses which kinds can be booked, and loses the choice with the price', async () => {
  const { words, tag } = (await maya.get('/api/coach/profile')).json
  const put = (change: object, basedOn: string) =>
    maya.put('/api/coach/profile', {
      basedOn,
      words: {
        ...words,
        bio: 'I teach people who want to enjoy Saturday more, one change at a time.',
        specialties: ['Putting'],
        ...change,
      },
    })
  const kept = await put({ groupBookable: false, playingMinutes: 240 }, tag)
  expect([kept.status, kept.json.ok], kept.text).toEqual([200, true])
  const shown = (await product.visitor().get(`/api/coaches/${maya.userId}`)).json
  expect(shown).toMatchObject({ groupLessons: { isBookable: false }, playingMinutes: 240 })
  const without = await put({ playingRate: '' }, kept.json.profile.tag)
  expect(without.json.profile.words).toMatchObject({ playingRate: '', playingMinutes: null })
  const wrong = await put({ playingMinutes: 55 }, without.json.profile.tag)
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Choose one of the lengths')])
})
