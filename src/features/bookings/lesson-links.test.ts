import { expect, test } from 'vitest'
import { readLessonChoice } from './lesson-choice-params.ts'
import { sameLessonHref } from './lesson-links.ts'

const coach = {
  id: 'c0ac0001-0000-4000-8000-000000000001',
  label: 'Coach Maya',
  name: 'Maya Bennett',
  imageUrl: null,
}
const place = { id: '91ace000-0000-4000-8000-000000000001', name: 'Longleaf Hollow', address: null }
const time = { start: '2026-11-26T14:30:00.000Z', date: '2026-11-26' }

test.each([
  ['individual', place, { place: place.id, kind: undefined }],
  ['group', place, { place: place.id, kind: 'group' }],
  ['playing', { ...place, id: null }, { place: undefined, kind: 'playing' }],
] as const)(
  'another time for a lesson (%s) keeps its length, place and kind',
  (lessonType, location, kept) => {
    const href = sameLessonHref({ coach, durationMinutes: 90, location, lessonType }, time)
    const { pathname, searchParams, hash } = new URL(href, 'https://greenside.test')
    expect([pathname, hash]).toEqual([`/instructor/${coach.id}`, '#instant-book-section'])
    expect(readLessonChoice(Object.fromEntries(searchParams))).toMatchObject({
      duration: 90,
      date: time.date,
      time: time.start,
      ...kept,
    })
  },
)
