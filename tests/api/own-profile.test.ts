import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnProfile } from '#features/own-profile/schema.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
type Coach = Awaited<ReturnType<typeof signedInCoach>>
let maya: Coach
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
})

const own = async (coach = maya): Promise<OwnProfile> => (await coach.get('/api/coach/profile')).json
const put = (path: string, body: object, coach = maya) => coach.put(path, body)
const publicly = async () => (await product.visitor().get(`/api/coaches/${maya.userId}`)).json
const bio = 'I teach people who want to enjoy Saturday more, one change at a time.'
const full = { bio, specialties: ['Putting'], durations: [60] }
async function save(patch: object, coach = maya) {
  const { words, tag } = await own(coach)
  return await put('/api/coach/profile', { basedOn: tag, words: { ...words, ...full, ...patch } }, coach)
}

describe('profile texts [row 98]', () => {
  test('are saved field by field, and students see them at once', async () => {
    const said = {
      displayName: 'Maya B.',
      location: 'Uptown Charlotte',
      hourlyRate: '92.50',
      specialties: ['Short Game', 'Women’s Golf'],
      launchMonitor: 'Doppler radar',
      credentials: ['PGA Class A Professional', 'TPI Certified Level 2'],
      facilityTypes: ['indoor'],
      gender: 'female',
      years: '14',
      durations: [90, 30],
      groupRate: '140',
      groupSize: 6,
      groupBookable: true,
      playingRate: '150',
      playingMinutes: 150,
      instantBookEnabled: false,
    }
    const saved = await save(said)
    expect([saved.status, saved.json.ok]).toEqual([200, true])
    expect(saved.json.profile.words).toEqual({
      ...said,
      ...{ bio, isVisible: true, questions: [] },
      durations: [30, 90],
    })
    expect(await publicly()).toMatchObject({
      name: 'Maya B.',
      bio,
      location: 'Uptown Charlotte',
      hourlyRateCents: 9250,
      specialties: said.specialties,
      launchMonitor: 'Doppler radar',
      credentials: said.credentials,
      yearsCoaching: 14,
      durations: [30, 90],
      groupLessons: { hourlyRateCents: 14000, size: 6, isBookable: true },
      playingRateCents: 15000,
      playingMinutes: 150,
      instantBookEnabled: false,
    })
    // Undone again, each of them.
    await save({ groupRate: '', playingRate: '', years: '', gender: '', launchMonitor: '', credentials: [] })
    expect(await publicly()).toMatchObject({
      groupLessons: null,
      playingRateCents: null,
      yearsCoaching: null,
      launchMonitor: null,
      credentials: [],
    })
  })

  test.each([
    [{ displayName: ' ' }, 'words.displayName', 'Name is required'],
    [{ displayName: 'x'.repeat(101) }, 'words.displayName', 'Name must be less than 100 characters'],
    [{ displayName: '\u202e\u0007' }, 'words.displayName', 'Name is required'],
    [{ bio: 'x'.repeat(4001) }, 'words.bio', 'About you must be less than 4000 characters'],
    [{ location: 'x'.repeat(101) }, 'words.location', 'Location must be less than 100 characters'],
    [{ hourlyRate: '' }, 'words.hourlyRate', 'Price is required'],
    [{ hourlyRate: '9.99' }, 'words.hourlyRate', 'Price must be between $10 and $1,000 an hour'],
    [{ hourlyRate: '1e3' }, 'words.hourlyRate', 'Price must be dollars, such as 85 or 92.50'],
    [{ hourlyRate: '-85' }, 'words.hourlyRate', 'Price must be dollars, such as 85 or 92.50'],
    [{ groupSize: 1 }, 'words.groupSize', 'A group has at least two players'],
    [{ groupSize: 2.5 }, 'words.groupSize', undefined],
    [{ durations: [] }, 'words.durations', 'Choose at least one length'],
    [{ durations: [60, 60] }, 'words.durations', 'Choose each length only once'],
    [{ durations: [7] }, 'words.durations.0', undefined],
    [{ years: '81' }, 'words.years', 'Years must be a number up to 80'],
    [{ gender: 'robot' }, 'words.gender', undefined],
    [{ specialties: ['Putting', 'putting'] }, 'words.specialties.1', 'This is in the list already'],
    [
      {
        specialties: Array(13)
          .fill('x')
          .map((x, n) => x + n),
      },
      'words.specialties',
      'At most 12 of them',
    ],
    [
      { credentials: ['x'.repeat(121)] },
      'words.credentials.0',
      'Credential must be less than 120 characters',
    ],
    [{ credentials: [''] }, 'words.credentials.0', 'Credential is empty'],
    [{ facilityTypes: ['moon'] }, 'words.facilityTypes.0', undefined],
    [{ isVisible: 'yes' }, 'words.isVisible', undefined],
  ])('%j is refused with an error on its field, and nothing changes', async (patch, path, message) => {
    const before = await own()
    const answer = await save(patch)
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_input'])
    const issue = answer.json.data.issues.find((one: { path: string }) => one.path === path)
    expect(issue).toBeDefined()
    if (message) expect(issue.message).toBe(message)
    expect(await own()).toEqual(before)
  })

  test('with markup stay plain text, and unknown fields are dropped', async () => {
    const answer = await save({
      displayName: '<b>Maya</b>',
      rating: 5,
      user_id: maya.userId,
      customReviews: [{}],
    })
    expect(answer.json.profile.words.displayName).toBe('<b>Maya</b>')
    expect(answer.json.profile.words.rating).toBeUndefined()
    expect(await publicly()).toMatchObject({ rating: 0, importedReviews: [] })
  })

  test('saved in an outdated window are refused, and nothing is overwritten', async () => {
    const { words, tag } = await own()
    expect((await save({ displayName: 'First' })).status).toBe(200)
    const second = await put('/api/coach/profile', {
      basedOn: tag,
      words: { ...words, ...full, displayName: 'Second' },
    })
    expect([second.status, second.json.code]).toEqual([409, 'changed_elsewhere'])
    expect((await own()).words.displayName).toBe('First')
  })

  test('saved again because the response was lost, are saved, and the questions for students stay the same ones', async () => {
    const { words, tag } = await own()
    const questions = [{ id: null, question: 'Which hand do you play with?', isRequired: true }]
    const mine = { basedOn: tag, words: { ...words, ...full, hourlyRate: '95.00', questions } }
    const first = await put('/api/coach/profile', mine)
    expect(first.json.profile.words.hourlyRate).toBe('95')
    const again = await put('/api/coach/profile', mine)
    expect([again.status, again.json.profile]).toEqual([200, first.json.profile])
    const more = await put('/api/coach/profile', {
      basedOn: first.json.profile.tag,
      words: { ...mine.words, years: '9' },
    })
    expect(more.json.profile.words.questions).toEqual(first.json.profile.words.questions)
  })

  test('saved by several windows at once: one wins', async () => {
    const { words, tag } = await own()
    const answers = await Promise.all(
      ['60', '70', '80', '90'].map((hourlyRate) =>
        put('/api/coach/profile', { basedOn: tag, words: { ...words, ...full, hourlyRate } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('that are incomplete can’t be shown publicly, and each missing field is named', async () => {
    const answer = await save({ bio: 'Golf.', specialties: [] })
    expect(answer.json).toMatchObject({ ok: false, reason: 'not_ready' })
    expect(answer.json.issues.map(({ path }: { path: string }) => path)).toEqual(['bio', 'specialties'])
    const hidden = await save({ bio: 'Golf.', specialties: [], isVisible: false })
    expect(hidden.json.ok).toBe(true)
    expect(hidden.json.profile.open.map(({ item }: { item: string }) => item)).toEqual([
      'bio',
      'specialties',
      'portrait',
      'pictures',
    ])
    expect((await product.visitor().get(`/api/coaches/${maya.userId}`)).status).toBe(404)
    expect((await maya.get(`/api/coaches/${maya.userId}`)).status).toBe(200)
  })
})

test('a new price applies to new bookings; booked and held lessons keep theirs [row 98]', async () => {
  const [sam, lee] = [await product.student(), await product.student('Lee Park')]
  const booked = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, 10) })
  const held = await lee.post('/api/bookings', {
    instructorId: maya.userId,
    start: charlotteTime(4, 10),
    durationMinutes: 60,
  })
  expect(held.status).toBe(201)
  await save({ hourlyRate: '200', durations: [30, 60] })
  const price = async (student: typeof sam, id: string) =>
    (await student.get(`/api/bookings/${id}`)).json.priceCents
  expect([await price(sam, booked), await price(lee, held.json.bookingId)]).toEqual([8500, 8500])
  const now = await product.visitor().get(`/api/coaches/${maya.userId}/price?durationMinutes=60`)
  expect(now.json.priceCents).toBe(20000)
})

describe('places [row 98]', () => {
  const place = { locationName: 'Palo Verde Range', address: '1 Desert Road', zip: '85016' }
  const add = (more: object = {}, coach = maya) => coach.post('/api/coach/places', { ...place, ...more })

  test('get city, coordinates and time zone from the ZIP code', async () => {
    const added = await add()
    expect(added.json).toMatchObject({ ok: true })
    const { places } = await own()
    expect(places.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
      ['Longleaf Hollow Golf Center', true],
      ['Palo Verde Range', false],
    ])
    expect(places[1]).toMatchObject({
      city: 'Phoenix',
      state: 'AZ',
      zone: 'America/Phoenix',
      zoneName: 'MST',
    })
    const shown = (await publicly()).locations.find((one: { id: string }) => one.id === added.json.placeId)
    expect(shown.lat).toBeCloseTo(33.5, 0)
  })

  test('list the main one first, whose time zone is the default for others', async () => {
    const ruth = await signedInCoach(product, 'Ruth Ames')
    const { placeId } = (await add()).json
    expect((await put(`/api/coach/places/${placeId}/primary`, {})).status).toBe(200)
    const { places } = await own()
    expect(places.map(({ isPrimary }) => isPrimary)).toEqual([true, false])
    expect(places[0]?.name).toBe('Palo Verde Range')
    expect((await publicly()).zone).toBe('America/Phoenix')
    const clocks = await product.database.pool.query(
      'select time_zone from instructor_profiles where user_id = $1',
      [ruth.userId],
    )
    expect(clocks.rows, 'the clock of another coach').toEqual([{ time_zone: 'America/New_York' }])
    expect((await add({ locationName: 'Third', isPrimary: true })).json.ok).toBe(true)
    expect((await own(ruth)).places[0]?.isPrimary, 'the main one of another coach').toBe(true)
    expect((await own()).places.filter(({ isPrimary }) => isPrimary).map(({ name }) => name)).toEqual([
      'Third',
    ])
  })

  test('with an unknown ZIP code, a duplicate, or an eleventh are refused with a reason', async () => {
    expect((await add({ zip: '00000' })).json).toEqual({ ok: false, reason: 'unknown_zip' })
    expect((await add({ zip: '1234' })).json.data.issues[0].path).toBe('zip')
    expect((await add({ locationName: 'x'.repeat(121) })).status).toBe(400)
    await add()
    expect((await add({ locationName: 'palo verde range' })).json).toEqual({
      ok: false,
      reason: 'same_place',
    })
    for (let n = 0; n < 8; n++) expect((await add({ locationName: `Range ${n}` })).json.ok).toBe(true)
    expect((await add({ locationName: 'One more' })).json).toEqual({ ok: false, reason: 'too_many_places' })
  })

  test('can’t be changed from an outdated window', async () => {
    const { placeId } = (await add()).json
    const { tag } = (await own()).places[1] ?? { tag: '' }
    const change = (locationName: string) =>
      put(`/api/coach/places/${placeId}`, { ...place, locationName, basedOn: tag })
    expect((await change('Palo Verde Golf Range')).json.ok).toBe(true)
    expect((await change('Another')).json.code).toBe('changed_elsewhere')
    // The same again, as after a lost response, is no conflict.
    expect((await change('Palo Verde Golf Range')).json.ok).toBe(true)
    expect((await own()).places[1]?.name).toBe('Palo Verde Golf Range')
  })

  test('with lessons are deleted only after these were listed; the lessons stay at the place they were booked for', async () => {
    const { placeId } = (await add({ zip: '28202', hours: 'regular' })).json
    const sam = await product.student()
    const primary = (await own()).places[0]?.id ?? ''
    const lesson = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(3, 10) })
    const use = (await maya.get(`/api/coach/places/${primary}/use`)).json
    expect(use).toMatchObject({ lessonCount: 1, weeklyHours: 0, extraHours: 0 })
    expect(use.lessons[0].student).toBe('Sam Rivera')
    const remove = (more: object = {}) => maya.post(`/api/coach/places/${primary}/removal`, more)
    expect((await remove()).json).toEqual({ ok: false, reason: 'lessons_there' })
    expect((await own()).places).toHaveLength(2)
    expect((await remove({ keepLessons: true })).json).toEqual({ ok: true })
    expect((await own()).places.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([[placeId, true]])
    const kept = (await sam.get(`/api/bookings/${lesson}`)).json
    expect([kept.status, kept.locationName ?? kept.location?.name]).toEqual([
      'confirmed',
      'Longleaf Hollow Golf Center',
    ])
    // A profile that students see keeps a place.
    const last = await maya.post(`/api/coach/places/${placeId}/removal`, { keepLessons: true })
    expect(last.json).toEqual({ ok: false, reason: 'last_place' })
    await save({ isVisible: false })
    expect((await maya.post(`/api/coach/places/${placeId}/removal`)).json).toEqual({ ok: true })
    const shown = await save({ isVisible: true })
    expect(shown.json.issues[0].path).toBe('places')
  })

  test('have no open times until the coach assigns hours', async () => {
    const { placeId } = (await add()).json
    const openAt = async (id = placeId) => {
      const list = await product
        .visitor()
        .get(`/api/coaches/${maya.userId}/slots?locationId=${id}&durationMinutes=60`)
      return list.json.days.flatMap(({ slots }: { slots: unknown[] }) => slots).length
    }
    expect(await openAt()).toBe(0)
    expect((await own()).places.map(({ hasNoHours }) => hasNoHours)).toEqual([false, true])
    const first = (await own()).places[0]?.id ?? ''
    expect(await openAt(first)).toBeGreaterThan(0)
    const sam = await product.student()
    const wish = {
      instructorId: maya.userId,
      start: charlotteTime(4, 14),
      durationMinutes: 60,
      locationId: placeId,
    }
    expect((await sam.post('/api/bookings', wish)).status).toBe(409)
    // Hours of its own count there alone.
    const { week, weekTag } = (await maya.get('/api/coach/availability')).json
    expect(week.ownHoursPlaceIds).toEqual([placeId])
    const calendarId = crypto.randomUUID()
    const days = [0, 1, 2, 3, 4, 5, 6]
    const evening = days.map((day) => ({ calendarId, day, from: '18:00', to: '20:00', weekParity: null }))
    const saved = await put('/api/coach/availability/week', {
      basedOn: weekTag,
      week: {
        ...week,
        calendars: [{ id: calendarId, name: 'Phoenix', placeId }],
        hours: [...week.hours, ...evening],
      },
    })
    expect(saved.status, saved.text).toBe(200)
    const phoenix = await product
      .visitor()
      .get(`/api/coaches/${maya.userId}/slots?locationId=${placeId}&durationMinutes=60`)
    const times = phoenix.json.days.flatMap(({ slots }: { slots: { startTime: string }[] }) =>
      slots.map(({ startTime }) => startTime),
    )
    expect([...new Set(times)].sort()).toEqual(['6:00 PM', '6:30 PM', '7:00 PM'])
    // The regular hours there as well.
    const { json } = await put('/api/coach/availability/week', {
      basedOn: saved.json.weekTag,
      week: { ...saved.json.week, ownHoursPlaceIds: [] },
    })
    expect(json.week.ownHoursPlaceIds).toEqual([])
    expect(await openAt()).toBeGreaterThan(times.length)
  })

  test('get the regular hours when the coach chooses so, and keep them at another place', async () => {
    const { placeId } = (await add({ hours: 'regular' })).json
    expect((await own()).places.map(({ hasNoHours }) => hasNoHours)).toEqual([false, false])
    const { week, weekTag } = (await maya.get('/api/coach/availability')).json
    const first = (await own()).places[0]?.id ?? ''
    const saved = await put('/api/coach/availability/week', {
      basedOn: weekTag,
      week: { ...week, ownHoursPlaceIds: [first] },
    })
    expect(saved.status, saved.text).toBe(200)
    expect((await own()).places.map(({ hasNoHours }) => hasNoHours)).toEqual([true, false])
    expect((await maya.get(`/api/coach/places/${placeId}/use`)).json.weeklyHours).toBe(7)
    const removed = await maya.post(`/api/coach/places/${placeId}/removal`, { hours: 'move', moveTo: first })
    expect(removed.json).toEqual({ ok: true })
    expect((await own()).places.map(({ hasNoHours }) => hasNoHours)).toEqual([false])
    const ruth = await signedInCoach(product, 'Ruth Ames')
    const theirs = (await ruth.get('/api/coach/availability')).json
    const strange = await put('/api/coach/availability/week', {
      basedOn: (await maya.get('/api/coach/availability')).json.weekTag,
      week: { ...week, ownHoursPlaceIds: [theirs.places[0].id] },
    })
    expect(strange.status, 'the place of another coach').toBe(404)
  })

  test('are deleted with their own hours, or leave them to another place', async () => {
    const { placeId } = (await add()).json
    const calendarId = crypto.randomUUID()
    const { week, weekTag } = (await maya.get('/api/coach/availability')).json
    const there = { calendarId, day: 1, from: '18:00', to: '20:00', weekParity: null }
    const calendars = [{ id: calendarId, name: 'Evenings', placeId }]
    const saved = await put('/api/coach/availability/week', {
      basedOn: weekTag,
      week: { ...week, calendars, hours: [...week.hours, there] },
    })
    expect(saved.status).toBe(200)
    expect((await maya.get(`/api/coach/places/${placeId}/use`)).json.weeklyHours).toBe(1)
    const remove = (fate: object) => maya.post(`/api/coach/places/${placeId}/removal`, fate)
    expect((await remove({ hours: 'move' })).json.data.issues[0].path).toBe('moveTo')
    expect((await remove({ hours: 'move', moveTo: placeId })).status).toBe(404)
    const primary = (await own()).places[0]?.id
    expect((await remove({ hours: 'move', moveTo: primary })).json).toEqual({ ok: true })
    const moved = (await maya.get('/api/coach/availability')).json.week
    expect(moved.calendars).toEqual([{ id: calendarId, name: 'Evenings', placeId: primary }])
    expect(moved.hours).toHaveLength(8)
    const again = (await add()).json.placeId
    const latest = (await maya.get('/api/coach/availability')).json
    await put('/api/coach/availability/week', {
      basedOn: latest.weekTag,
      week: { ...latest.week, calendars: [{ ...calendars[0], placeId: again }] },
    })
    expect((await maya.post(`/api/coach/places/${again}/removal`)).json).toEqual({ ok: true })
    const left = (await maya.get('/api/coach/availability')).json.week
    expect([left.calendars, left.hours.length]).toEqual([[], 7])
  })

  test('are not removed with the calendar that students book into, which would open all other hours', async () => {
    const { placeId } = (await add()).json
    const first = (await own()).places[0]?.id ?? ''
    const openTimes = async () => {
      const list = await product
        .visitor()
        .get(`/api/coaches/${maya.userId}/slots?locationId=${first}&durationMinutes=60`)
      return list.json.days.flatMap(({ slots }: { slots: unknown[] }) => slots).length
    }
    const calendarId = crypto.randomUUID()
    const { week, weekTag } = (await maya.get('/api/coach/availability')).json
    const chosen = {
      ...week,
      calendars: [{ id: calendarId, name: 'Range evenings', placeId }],
      instantBookCalendarId: calendarId,
      hours: [...week.hours, { calendarId, day: 1, from: '18:00', to: '20:00', weekParity: null }],
    }
    const saved = await put('/api/coach/availability/week', { basedOn: weekTag, week: chosen })
    expect(saved.status, saved.text).toBe(200)
    const use = () => maya.get(`/api/coach/places/${placeId}/use`)
    const remove = (fate: object = {}) => maya.post(`/api/coach/places/${placeId}/removal`, fate)
    expect((await use()).json).toMatchObject({ weeklyHours: 1, bookedInto: 'Range evenings' })
    expect((await remove()).json).toEqual({ ok: false, reason: 'booked_into' })
    expect(await openTimes()).toBe(0)
    // A calendar without hours closes the others, too.
    const closed = await put('/api/coach/availability/week', {
      basedOn: saved.json.weekTag,
      week: { ...chosen, hours: week.hours },
    })
    expect(closed.status, closed.text).toBe(200)
    expect((await use()).json).toMatchObject({ weeklyHours: 0, bookedInto: 'Range evenings' })
    expect((await remove()).json).toEqual({ ok: false, reason: 'booked_into' })
    expect((await own()).places).toHaveLength(2)
    expect((await remove({ hours: 'move', moveTo: first })).json).toEqual({ ok: true })
    expect(await openTimes()).toBe(0)
    expect((await maya.get('/api/coach/availability')).json.week.instantBookCalendarId).toBe(calendarId)
  })

  test('are removed with the regular hours that count only there', async () => {
    const { placeId } = (await add({ hours: 'regular' })).json
    const first = (await own()).places[0]?.id ?? ''
    const { week, weekTag } = (await maya.get('/api/coach/availability')).json
    await put('/api/coach/availability/week', {
      basedOn: weekTag,
      week: { ...week, ownHoursPlaceIds: [first] },
    })
    expect((await maya.get(`/api/coach/places/${placeId}/use`)).json.weeklyHours).toBe(7)
    expect((await maya.post(`/api/coach/places/${placeId}/removal`)).json).toEqual({ ok: true })
    expect((await maya.get('/api/coach/availability')).json.week.hours).toEqual([])
  })

  test('of another coach can’t be accessed', async () => {
    const theirs = (await own(await signedInCoach(product, 'Ruth Ames'))).places[0]?.id ?? ''
    const answers = [
      await put(`/api/coach/places/${theirs}`, { ...place, basedOn: 'x' }),
      await put(`/api/coach/places/${theirs}/primary`, {}),
      await maya.get(`/api/coach/places/${theirs}/use`),
      await maya.post(`/api/coach/places/${theirs}/removal`, { keepLessons: true }),
    ]
    expect(answers.map(({ status, json: { code } }) => [status, code])).toEqual(
      Array(4).fill([404, 'no_such_place']),
    )
  })
})

test('a coach without a profile creates a hidden one, and creating it twice makes one [row 95]', async () => {
  const nora = await product.student('Nora Field')
  await product.query(`update profiles set user_type = 'instructor' where id = $1`, [nora.userId])
  product.services.sessions.forget(nora.userId)
  expect((await nora.get('/api/coach/profile')).json.code).toBe('no_such_profile')
  const made = await Promise.all([nora.post('/api/coach/profile'), nora.post('/api/coach/profile')])
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const { words, open } = await own(nora as Coach)
  expect(words).toMatchObject({ displayName: 'Nora Field', hourlyRate: '85', isVisible: false })
  expect(open.filter(({ isNeeded }) => isNeeded).map(({ item }) => item)).toEqual([
    'bio',
    'specialties',
    'place',
  ])
  expect((await product.visitor().get(`/api/coaches/${nora.userId}`)).status).toBe(404)
})
