import { beforeEach, describe, expect, test } from 'vitest'
import { clinicTools, type Person } from '../support/clinics.ts'
import { charlotteDay, charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const { query } = product
const { begin, clinic, save, student, buy } = clinicTools(product)
let maya: Person
beforeEach(async () => {
  maya = await begin()
})

/** Whether a search for a lesson type finds Maya; each test has another Maya. */
const finds = async (type: string): Promise<boolean> => {
  const answer = await product.visitor().get(`/api/coaches?zip=28202&type=${type}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.coaches.some(({ id }: { id: string }) => id === maya.userId)
}
/** Maya's clinics in a list. */
const hers = (clinics: { id: string; coach: { id: string }; distance: number }[]) =>
  clinics.filter(({ coach }) => coach.id === maya.userId)
const clinicsNear = async (asked = 'zip=28202') => {
  const answer = await product.visitor().get(`/api/clinics?${asked}`)
  expect(answer.status, answer.text).toBe(200)
  return hers(answer.json)
}
const idsOf = (clinics: { id: string }[]) => clinics.map(({ id }) => id)

describe('coaches are found by what they offer', () => {
  test('groups and lessons on the course, once students can book them', async () => {
    const bookable = async () => [await finds('group'), await finds('playing')]
    const teaches = (group: boolean, minutes: number | null) =>
      query(
        `update instructor_profiles set group_rate = 140, group_size = 4, playing_rate = 120, group_bookable = $2,
           playing_minutes = $3 where user_id = $1`,
        [maya.userId, group, minutes],
      )
    await teaches(false, null)
    expect(await bookable()).toEqual([false, false])
    await teaches(true, null)
    await expect.poll(bookable).toEqual([true, false])
    await teaches(false, 150)
    await expect.poll(bookable).toEqual([false, true])
    expect(await finds('all')).toBe(true)
  })

  test('video reviews, as soon as they are sold and no longer than that', async () => {
    expect(await finds('video')).toBe(false)
    const offer = (isSold: boolean) =>
      maya.put('/api/own-video-review', { priceCents: 4500, promisedHours: 48, isSold })
    expect((await offer(true)).status).toBe(200)
    expect(await finds('video')).toBe(true)
    await offer(false)
    expect(await finds('video')).toBe(false)
  })

  test('clinics, until they begin or are cancelled', async () => {
    await save()
    expect(await finds('clinic')).toBe(false)
    const id = await clinic({ dates: [{ date: charlotteDay(21), time: '10:00', durationMinutes: 60 }] })
    expect(await finds('clinic')).toBe(true)
    product.clock.moveTo(Date.parse(charlotteTime(21, 10)))
    expect(await finds('clinic')).toBe(false)
    await begin()
    await maya.post(`/api/own-clinics/${id}/cancellation`, {})
    expect(await finds('clinic')).toBe(false)
  })

  test('an unknown type is refused with its name', async () => {
    const answer = await product.visitor().get('/api/coaches?zip=28202&type=caddie')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('type')
  })
})

describe('clinics around a ZIP code', () => {
  test('are listed by date, with their distance and what is left, and without drafts', async () => {
    const saturday = await clinic({ dates: [{ date: charlotteDay(25), time: '10:00', durationMinutes: 60 }] })
    const early = await clinic()
    await save({ title: 'A draft' })
    await buy(await student('Sam Rivera'), early)
    expect(await clinicsNear()).toMatchObject([
      { id: early, seatsLeft: 7, coach: { id: maya.userId, label: 'Coach Maya' } },
      { id: saturday, seatsLeft: 8 },
    ])
    const [first] = await clinicsNear()
    expect(first?.distance).toBeGreaterThanOrEqual(0)
    expect(first?.distance).toBeLessThan(50)
    expect(await clinicsNear('zip=00000')).toEqual([])
    expect((await product.visitor().get('/api/clinics?zip=2820')).status).toBe(400)
    expect((await product.visitor().get('/api/clinics')).status).toBe(400)
  })

  test('are not listed beyond 50 miles, after they began, or of a coach who is not shown', async () => {
    const id = await clinic()
    expect(idsOf(await clinicsNear())).toEqual([id])
    await query('update instructor_teaching_locations set lat = lat + 0.9 where instructor_id = $1', [
      maya.userId,
    ])
    expect(await clinicsNear()).toEqual([])
    await query('update instructor_teaching_locations set lat = lat - 0.9 where instructor_id = $1', [
      maya.userId,
    ])
    expect(idsOf(await clinicsNear())).toEqual([id])
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect(await clinicsNear()).toEqual([])
    await query('update instructor_profiles set is_visible = true where user_id = $1', [maya.userId])
    product.clock.moveTo(Date.parse(charlotteTime(20, 10)))
    expect(await clinicsNear()).toEqual([])
  })

  test('fit the days and the part of the day that were asked for, on each of their dates', async () => {
    const one = await clinic()
    const camp = await clinic({
      dates: [
        { date: charlotteDay(22), time: '10:00', durationMinutes: 60 },
        { date: charlotteDay(23), time: '18:00', durationMinutes: 60 },
      ],
    })
    const at = async (when: string) => idsOf(await clinicsNear(`zip=28202&when=${when}`))
    expect(await at('morning')).toEqual([one])
    expect(await at(charlotteDay(20))).toEqual([one])
    expect(await at(`${charlotteDay(20)}.evening`)).toEqual([])
    expect(await at(charlotteDay(22))).toEqual([])
    expect(await at(`${charlotteDay(22)}.${charlotteDay(23)}`)).toEqual([camp])
    expect(await at(`${charlotteDay(22)}.${charlotteDay(23)}.morning.evening`)).toEqual([camp])
    expect((await product.visitor().get('/api/clinics?zip=28202&when=someday')).status).toBe(400)
  })

  test('are part of the public API', async () => {
    const id = await clinic()
    const answer = await product.visitor().get('/api/v1/clinics?zip=28202')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json.nextCursor).toBeNull()
    expect(hers(answer.json.items)).toMatchObject([{ id, title: 'Short game clinic' }])
  })

  test('are read page by page on the site and through the public API, none twice, also at a time', async () => {
    const last = await clinic({ dates: [{ date: charlotteDay(45), time: '18:00', durationMinutes: 60 }] })
    await query(
      `with copies as (
         insert into clinics select (jsonb_populate_record(k, jsonb_build_object(
           'id', gen_random_uuid(), 'title', 'Copy ' || n, 'status', 'draft', 'published_at', null))).*
         from clinics k, generate_series(1, 30) n where k.id = $1 returning id, substr(title, 6)::int as n)
       insert into clinic_dates (clinic_id, starts_at, ends_at)
       select c.id, d.starts_at - c.n * interval '1 day' - interval '11 hours', d.ends_at - c.n * interval '1 day' - interval '11 hours'
       from copies c, clinic_dates d where d.clinic_id = $1`,
      [last],
    )
    await query(
      `update clinics set status = 'published', published_at = created_at where title like 'Copy %'`,
    )
    const onSite = async (page: number) =>
      (await product.visitor().get(`/api/clinics/page?zip=28202&page=${page}`)).json
    const first = await onSite(1)
    expect([first.clinics.length, first.hasMore]).toEqual([24, true])
    expect((await product.visitor().get('/api/clinics?zip=28202')).json).toEqual(first.clinics)
    const pages = async (asked: string) => {
      const ids: string[] = []
      const own: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const answer = await product
          .visitor()
          .get(`/api/v1/clinics?zip=28202${asked}${cursor && `&cursor=${cursor}`}`)
        expect(answer.status, answer.text).toBe(200)
        ids.push(...idsOf(answer.json.items))
        own.push(...idsOf(hers(answer.json.items)))
        if (answer.json.nextCursor) expect(answer.json.items).toHaveLength(24)
        cursor = answer.json.nextCursor
      }
      expect(new Set(ids).size).toBe(ids.length)
      return own
    }
    const listed = await pages('')
    expect([listed.length, listed.at(-1)]).toEqual([31, last])
    const shown = [...first.clinics]
    for (let page = 2, more = true; more; page += 1) {
      const next = await onSite(page)
      shown.push(...next.clinics)
      more = next.hasMore
    }
    expect(idsOf(hers(shown)), 'the list on the site ends with the same clinic').toEqual(listed)
    expect(await pages('&when=evening')).toEqual([last])
    expect(await pages('&when=morning')).toEqual(listed.slice(0, 30))
    expect((await product.visitor().get('/api/v1/clinics?zip=28202&cursor=x')).json.code).toBe('bad_cursor')
  })
})
