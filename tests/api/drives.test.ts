import { beforeEach, describe, expect, test } from 'vitest'
import { measureDrives } from '#features/availability/jobs.ts'
import type { AvailabilitySettings } from '#features/availability/own-hours/schema.ts'
import { dateIn } from '#platform/time.ts'
import { TravelUnavailable } from '#ports/travel/travel.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
const pool = {
  query: <T extends object = Record<string, unknown>>(text: string, values?: unknown[]) =>
    product.database.pool.query<T>(text, values),
}
let maya: Awaited<ReturnType<typeof signedInCoach>>
let charlotte: string
let fortMill: string

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  charlotte = (await settings()).places[0]?.id ?? ''
  fortMill = await addPlace({ name: 'Redbud Crossing', lat: 35.0476, lng: -80.9879 })
})

async function addPlace({ name, lat, lng }: { name: string; lat: number | null; lng: number | null }) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
     values ($1, $2, 'Fort Mill', 'SC', $3, $4, 'America/New_York') returning id`,
    [maya.userId, name, lat, lng],
  )
  return String(rows[0]?.id)
}

const settings = async (): Promise<AvailabilitySettings> => (await maya.get('/api/coach/availability')).json
const saveDrives = (drives: object[], basedOn: string, who = maya) =>
  who.put('/api/coach/availability/drives', { basedOn, drives })
const setMinutes = async (ownMinutes: number | null) =>
  await saveDrives([{ placeA: charlotte, placeB: fortMill, ownMinutes }], (await settings()).drivesTag)

const lessonAt = charlotteTime(4, 12)
/** The open times of the lesson's date at a place: `9:00 AM`. */
async function openAt(locationId: string): Promise<string[]> {
  const date = dateIn(lessonAt, 'America/New_York')
  const list = await product
    .visitor()
    .get(`/api/coaches/${maya.userId}/slots?from=${date}&to=${date}&locationId=${locationId}`)
  return list.json.days[0].slots.map((slot: { startTime: string }) => slot.startTime)
}
const book = async (start: string, locationId: string) => {
  const student = await product.student()
  return await student.post('/api/bookings', {
    instructorId: maya.userId,
    start,
    durationMinutes: 60,
    locationId,
  })
}

describe('two places in one day', () => {
  test('have an estimated drive time, kept free only around a lesson at the other place', async () => {
    const { drives } = await settings()
    expect(drives).toEqual([
      {
        placeA: [charlotte, fortMill].sort()[0],
        placeB: [charlotte, fortMill].sort()[1],
        ownMinutes: null,
        measuredMinutes: 40,
        isRouted: false,
      },
    ])
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    expect(await openAt(charlotte)).toEqual(expect.arrayContaining(['11:00 AM', '1:00 PM']))
    const there = await openAt(fortMill)
    expect(there).toEqual(expect.arrayContaining(['10:00 AM', '2:00 PM']))
    for (const time of ['10:30 AM', '11:00 AM', '1:00 PM', '1:30 PM']) expect(there).not.toContain(time)
  })

  test('a time made impossible by the drive is refused at booking', async () => {
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    const late = await book(charlotteTime(4, 13, 30), fortMill)
    expect([late.status, late.json.code ?? late.json.reason]).toEqual([409, 'slot_taken'])
    expect((await book(charlotteTime(4, 14), fortMill)).status).toBe(201)
    // Here the next hour is free, and there is time to drive on from it.
    expect((await book(charlotteTime(4, 10, 30), charlotte)).status).toBe(201)
  })

  test('when students book both ends of a drive at once, only one succeeds', async () => {
    for (const round of [0, 1, 2, 3]) {
      const answers = await Promise.all([
        book(charlotteTime(6 + round, 12), charlotte),
        book(charlotteTime(6 + round, 13), fortMill),
        book(charlotteTime(6 + round, 11), fortMill),
      ])
      const held = answers.filter(({ status }) => status === 201).length
      // Charlotte alone, or the two of Fort Mill.
      expect(held === 1 ? answers[0]?.status : held, answers.map(({ text }) => text).join('\n')).toBe(
        held === 1 ? 201 : 2,
      )
    }
  })

  test('a drive of several days blocks days: an unreachable time is neither offered nor booked', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
       values ($1, 'Palo Verde Range', 'Phoenix', 'AZ', 33.45, -112.07, 'America/Phoenix') returning id`,
      [maya.userId],
    )
    const phoenix = String(rows[0]?.id)
    const minutes = (await settings()).drives.map(({ measuredMinutes }) => measuredMinutes ?? 0)
    expect(Math.max(...minutes)).toBeGreaterThan(40 * 60)
    const there = await book(charlotteTime(6, 12), phoenix)
    expect(there.status, there.text).toBe(201)
    // The next day at nine is 20 hours later, and the drive takes more than 40.
    const next = await book(charlotteTime(7, 9), charlotte)
    expect([next.status, next.json.code ?? next.json.reason]).toEqual([409, 'slot_taken'])
    expect((await book(charlotteTime(5, 9), charlotte)).status).toBe(409)
    expect((await book(charlotteTime(9, 9), charlotte)).status).toBe(201)
    const open = async (day: number) => {
      const date = charlotteDay(day)
      const list = await product
        .visitor()
        .get(`/api/coaches/${maya.userId}/slots?from=${date}&to=${date}&locationId=${charlotte}`)
      return list.json.days[0].slots.length
    }
    expect([await open(5), await open(6), await open(7)]).toEqual([0, 0, 0])
    const proof = await maya.post('/api/coach/availability/proof', {
      start: charlotteTime(7, 9),
      durationMinutes: 60,
      locationId: charlotte,
    })
    expect(proof.json.obstacles[0].detail).toContain('The drive from Palo Verde Range takes 4')
  })

  test('the database also refuses it, whoever writes the booking', async () => {
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    const write = (start: string, place: string) =>
      pool.query(
        `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
           lesson_title, status, payment_status, location_name, teaching_location_id)
         values ($1, $1, $2, $2, 60, 'America/New_York', 85, 'A lesson', 'confirmed', 'completed', 'There', $3)`,
        [maya.userId, start, place],
      )
    await expect(write(charlotteTime(4, 13), fortMill)).rejects.toMatchObject({
      code: '23P01',
      constraint: 'time_to_drive_between_lessons',
    })
    await write(charlotteTime(4, 13), charlotte)
  })

  test('a lesson can’t be moved to a place too far away, and a coach can’t grant that time', async () => {
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    const sam = await product.student()
    const other = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(5, 12),
      durationMinutes: 60,
      locationId: fortMill,
    })
    expect(other.status).toBe(201)
    const date = dateIn(lessonAt, 'America/New_York')
    const look = (time: string, place: string) =>
      maya.get(`/api/coach/own-time?date=${date}&time=${time}&durationMinutes=60&locationId=${place}`)
    expect((await look('13:30', fortMill)).json.isFree).toBe(false)
    expect((await look('13:45', fortMill)).json.isFree).toBe(true)
    expect((await look('13:00', charlotte)).json.isFree).toBe(true)
  })

  test('the coach sets the minutes after a preview of the changes, and a second window overwrites nothing', async () => {
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    const { drivesTag } = await settings()
    const preview = await maya.post('/api/coach/availability/preview', {
      durationMinutes: 60,
      locationId: fortMill,
      drives: [{ placeA: charlotte, placeB: fortMill, minutes: 100 }],
    })
    expect(preview.json.after).toBe(preview.json.now - 4)
    expect((await setMinutes(100)).json.drives[0].ownMinutes).toBe(100)
    expect(await openAt(fortMill)).not.toContain('10:00 AM')
    const stale = await saveDrives([{ placeA: charlotte, placeB: fortMill, ownMinutes: 5 }], drivesTag)
    expect([stale.status, stale.json.code]).toEqual([409, 'changed_elsewhere'])
    // The same again, as after a lost response, is no conflict.
    const again = await saveDrives([{ placeA: charlotte, placeB: fortMill, ownMinutes: 100 }], drivesTag)
    expect(again.status).toBe(200)
    await setMinutes(0)
    expect(await openAt(fortMill)).toContain('1:00 PM')
    await setMinutes(null)
    expect(await openAt(fortMill)).not.toContain('1:00 PM')
  })

  test('an offer viewed before the minutes changed is refused', async () => {
    const before = await pool.query('select version from instructor_schedules where instructor_id = $1', [
      maya.userId,
    ])
    await setMinutes(90)
    const after = await pool.query('select version from instructor_schedules where instructor_id = $1', [
      maya.userId,
    ])
    expect(Number(after.rows[0]?.version)).toBeGreaterThan(Number(before.rows[0]?.version))
  })

  test('out-of-range minutes and other coaches’ places are refused', async () => {
    const { drivesTag } = await settings()
    const pair = { placeA: charlotte, placeB: fortMill }
    const long = await saveDrives([{ ...pair, ownMinutes: 4_321 }], drivesTag)
    expect(long.json.data.issues).toEqual([
      { path: 'drives.0.ownMinutes', message: 'A drive takes between 0 and 4320 minutes' },
    ])
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const { json: theirs } = await dale.get('/api/coach/availability')
    expect(theirs.drives, 'the drives of another coach').toEqual([])
    expect((await saveDrives([{ ...pair, ownMinutes: 5 }], theirs.drivesTag, dale)).status).toBe(404)
    expect((await settings()).drives[0]?.ownMinutes).toBeNull()
  })

  test('the explanation names the drive, the place and the lesson', async () => {
    await bookPaid(product, await product.student('Sam Rivera'), {
      instructorId: maya.userId,
      start: lessonAt,
    })
    const proof = await maya.post('/api/coach/availability/proof', {
      start: charlotteTime(4, 13, 30),
      durationMinutes: 60,
      locationId: fortMill,
    })
    expect(proof.json.obstacles).toEqual([
      {
        obstacle: 'drive',
        detail: expect.stringMatching(
          /^The drive from Longleaf Hollow Golf Center takes 40 min: .+ with Sam Rivera is there, 12:00 – 1:00 PM E[SD]T\.$/,
        ),
        act: null,
      },
    ])
  })

  test('a moved place is estimated again, and an unknown place has no drive time', async () => {
    await pool.query('update instructor_teaching_locations set lat = 35.5951, lng = -82.5515 where id = $1', [
      fortMill,
    ])
    expect((await settings()).drives[0]?.measuredMinutes).toBeGreaterThan(100)
    await pool.query('update instructor_teaching_locations set lat = null, lng = null where id = $1', [
      fortMill,
    ])
    expect((await settings()).drives[0]?.measuredMinutes).toBeNull()
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    expect(await openAt(fortMill)).toContain('1:00 PM')
  })

  test('the coach’s minutes stay for a renamed place, and end when the place moves to another ZIP code', async () => {
    const place = async () =>
      (await maya.get('/api/coach/profile')).json.places.find(({ id }: { id: string }) => id === fortMill)
    const change = async (locationName: string, zip: string) => {
      const saved = await maya.put(`/api/coach/places/${fortMill}`, {
        locationName,
        address: '',
        zip,
        basedOn: (await place()).tag,
      })
      expect(saved.status, saved.text).toBe(200)
    }
    await change('Redbud Crossing', '29715')
    await setMinutes(10)
    await change('Redbud Range', '29715')
    expect((await settings()).drives[0]?.ownMinutes).toBe(10)
    await change('Redbud Range', '28801')
    const [drive] = (await settings()).drives
    expect(drive?.ownMinutes).toBeNull()
    expect(drive?.measuredMinutes).toBeGreaterThan(100)
  })

  test('places changed in one statement get one drive estimate', async () => {
    await pool.query('update instructor_teaching_locations set lat = lat + 0.1 where instructor_id = $1', [
      maya.userId,
    ])
    expect((await settings()).drives).toMatchObject([{ measuredMinutes: 40 }])
  })

  test('a routing service provides drive times; when it fails the estimate is kept', async () => {
    const travel = (driveMinutes: () => Promise<number | null>) => ({ name: 'routing', driveMinutes })
    const failing = travel(async () => {
      throw new TravelUnavailable('down')
    })
    expect(await measureDrives({ ...product.services, travel: failing })).toBe(0)
    expect((await settings()).drives[0]).toMatchObject({ measuredMinutes: 40, isRouted: false })
    expect(
      await measureDrives({ ...product.services, travel: travel(async () => 38) }),
    ).toBeGreaterThanOrEqual(1)
    expect((await settings()).drives[0]).toMatchObject({ measuredMinutes: 38, isRouted: true })
    expect(await measureDrives({ ...product.services, travel: travel(async () => 1) })).toBe(0)
  })
})

describe('a shorter break', () => {
  test('opens bookable times next to lessons that were booked with a longer break', async () => {
    const rules = async (bufferMinutes: number) => {
      const { rules: kept, rulesTag } = await settings()
      const saved = await maya.put('/api/coach/availability/rules', {
        basedOn: rulesTag,
        rules: { ...kept, bufferMinutes },
      })
      expect(saved.status, saved.text).toBe(200)
    }
    await rules(30)
    await bookPaid(product, await product.student(), { instructorId: maya.userId, start: lessonAt })
    expect(await openAt(charlotte)).not.toContain('1:00 PM')
    await rules(0)
    expect(await openAt(charlotte)).toContain('1:00 PM')
    const after = await book(charlotteTime(4, 13), charlotte)
    expect(after.status, after.text).toBe(201)
    expect((await book(charlotteTime(4, 11), charlotte)).status).toBe(201)
  })
})
