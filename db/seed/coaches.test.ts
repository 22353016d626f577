import { beforeAll, expect, test } from 'vitest'
import { milesBetween } from '#platform/miles.ts'
import { createDealer } from './bios.ts'
import { makeCoach } from './coaches.ts'
import { listAreas, planHomes } from './homes.ts'
import { createRandom } from './random.ts'
import { details } from './review-sentences.ts'
import type { Coach } from './rows.ts'
import { listTowns, type Town, townFinder } from './towns.ts'

const now = Date.parse('2026-11-21T15:00:00Z')
let towns: Town[]
let coaches: Coach[]

beforeAll(async () => {
  towns = await listTowns()
  coaches = makeAll('coaches')
})

function makeAll(seed: string): Coach[] {
  const random = createRandom(seed)
  const areas = listAreas(towns)
  const world = {
    random,
    deal: createDealer(random.fork('cards')),
    now,
    townsNear: townFinder(towns),
    weightOf: (area: number) => areas[area]?.weight ?? 1,
  }
  return planHomes(towns, 300, random.fork('homes')).map((home, index) => makeCoach(world, home, index))
}

test('the same seed makes the same coaches, down to the last id', () => {
  expect(makeAll('coaches')).toEqual(coaches)
})

test('no sentence of a biography comes twice among 24 neighbors, and no blank stays open', () => {
  const sentencesOf = ({ coach }: Coach) => coach.bio.split(/(?<=[.?!]) /).filter((one) => one.length > 40)
  for (let from = 0; from + 24 <= coaches.length; from++) {
    const page = coaches.slice(from, from + 24)
    const sentences = page.flatMap(sentencesOf)
    expect(sentences.filter((one, at) => sentences.indexOf(one) < at)).toEqual([])
  }
  for (let from = 0; from + 24 <= coaches.length; from += 24) {
    const portraits = coaches.slice(from, from + 24).flatMap(({ coach }) => coach.profile_image_url ?? [])
    expect(new Set(portraits).size).toBe(portraits.length)
  }
  for (const { coach } of coaches) {
    expect(coach.bio).not.toMatch(/[{}]|undefined/)
    expect(coach.bio.length).toBeGreaterThan(90)
  }
})

test('pictures are of the coach’s part of the country: no desert in the Carolinas, no lighthouse in Colorado', () => {
  const shown = (...states: string[]) =>
    coaches
      .filter(({ places }) => states.includes(places[0].state))
      .flatMap(({ coach }) => coach.gallery_images.map((path) => Number(/cover-(\d+)-/.exec(path)?.[1])))
  const [desert, coast] = [
    [2, 12, 24, 32, 37, 50],
    [3, 18, 40, 48],
  ]
  const inland = shown('NC', 'SC', 'GA', 'TN', 'OH', 'IL')
  expect(inland.length).toBeGreaterThan(30)
  expect(inland.filter((cover) => desert.includes(cover) || coast.includes(cover))).toEqual([])
  expect(shown('CO', 'AZ', 'TX').filter((cover) => coast.includes(cover))).toEqual([])
})

test('what is said of equipment is true of everybody: no review and no biography speaks of a launch monitor', () => {
  for (const { coach } of coaches) expect(coach.bio).not.toMatch(/monitor|radar/i)
  for (const sentences of Object.values(details)) expect(sentences.join(' ')).not.toMatch(/monitor|launch/i)
})

test('rates are multiples of five between 45 and 240 dollars', () => {
  for (const { coach } of coaches) {
    expect(coach.hourly_rate % 5).toBe(0)
    expect(coach.hourly_rate).toBeGreaterThanOrEqual(45)
    expect(coach.hourly_rate).toBeLessThanOrEqual(240)
  }
})

test('a coach teaches at one to three places, the first one at home, all on one clock and not far apart', () => {
  for (const { coach, places } of coaches) {
    expect(places.length).toBeLessThanOrEqual(3)
    expect(places.filter((place) => place.is_primary)).toEqual([places[0]])
    expect(`${places[0].city}, ${places[0].state}`).toBe(coach.location)
    expect(new Set(places.map((place) => place.time_zone))).toEqual(new Set([coach.time_zone]))
    for (const place of places) expect(milesBetween(place, places[0])).toBeLessThan(20)
  }
})

test('the facility filters that look at specialties find someone', () => {
  const all = new Set(coaches.flatMap(({ coach }) => coach.specialties))
  expect(all).toContain('Swing Mechanics')
  expect(all).toContain('Course Strategy')
})

test('some have no photograph, no monitor, no gender given; most take instant bookings', () => {
  const share = (is: (coach: Coach['coach']) => boolean) =>
    coaches.filter(({ coach }) => is(coach)).length / 300
  expect(share((coach) => coach.profile_image_url === null)).toBeGreaterThan(0.03)
  expect(share((coach) => coach.launch_monitor === null)).toBeGreaterThan(0.3)
  expect(share((coach) => coach.gender === null)).toBeGreaterThan(0.02)
  expect(share((coach) => coach.instant_book_enabled)).toBeGreaterThan(0.75)
  expect(share((coach) => coach.is_visible)).toBeGreaterThan(0.93)
})

test('portraits fit the gender: 1 to 36 show women, 37 to 72 men', () => {
  for (const { coach } of coaches) {
    const number = Number(/portrait-(\d+)/.exec(coach.profile_image_url ?? '')?.[1] ?? 0)
    if (number && coach.gender) expect(number <= 36).toBe(coach.gender === 'female')
  }
})

test('hours begin before they end, on weekdays that exist; blocked dates lie in the coming forty days', () => {
  for (const { hours, blocked } of coaches) {
    expect(hours.length).toBeGreaterThan(0)
    for (const span of hours) expect(span.start_time < span.end_time && span.end_time <= '24:00').toBe(true)
    for (const day of blocked) {
      expect(day.blocked_date > '2026-11-20' && day.blocked_date <= '2026-12-31').toBe(true)
      if (day.start_time && day.end_time) expect(day.start_time < day.end_time).toBe(true)
    }
  }
})
