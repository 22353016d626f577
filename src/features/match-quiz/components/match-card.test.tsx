import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { listenToSignals, type Signal, stopListening } from '#features/tracking/components/signals.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { MatchedCoach } from '../schema.ts'
import { MatchCard, OtherCoach } from './match-card.tsx'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})

const match: MatchedCoach = {
  coach: {
    id: 'c0ac0001-0000-4000-8000-000000000001',
    name: 'Maya Bennett',
    label: 'Coach Maya',
    imageUrl: null,
    galleryImages: [],
    rating: 4.9,
    reviewCount: 60,
    hourlyRateCents: 8_500,
    verified: true,
    instantBookEnabled: true,
    launchMonitor: null,
    credentials: [],
    location: 'Charlotte, NC',
    primaryLocationCity: 'Charlotte',
    availability: 'Available',
    distance: 3.25,
    closestLocation: null,
    bio: 'Change one thing.',
    specialties: [],
    gender: 'female',
    facilities: [],
    locations: [],
  },
  rateCents: 12_000,
  reasons: [],
  place: { id: '91ace000-0000-4000-8000-000000000001', name: 'Longleaf Hollow' },
  openTimes: [{ start: '2026-11-26T18:30:00.000Z', zone: 'America/New_York', minutes: 60 }],
}

/** The search of the link of the card's open time. */
function searchOfTime(kind: 'group' | 'playing' | undefined) {
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <MatchCard match={match} kind={kind} save={null} />
    </RouterContextProvider>,
  )
  const [, href = ''] = /href="([^"]*)#instant-book-section"/.exec(html) ?? []
  return Object.fromEntries(new URL(href.replaceAll('&amp;', '&'), 'https://greenside.test').searchParams)
}

test('a private lesson is booked at the time that was chosen', () => {
  const search = searchOfTime(undefined)
  expect(search).toMatchObject({ date: '2026-11-26', duration: '60' })
  expect(search.time).toContain('2026-11-26T18:30:00.000Z')
  expect(search).not.toHaveProperty('kind')
})

test('a group lesson is booked as one, at that time', () => {
  const search = searchOfTime('group')
  expect(search).toMatchObject({ kind: 'group', date: '2026-11-26', duration: '60' })
  expect(search.time).toContain('2026-11-26T18:30:00.000Z')
})

test('a lesson on the course is longer than the time, so only its day is chosen', () => {
  const search = searchOfTime('playing')
  expect(search).toMatchObject({ kind: 'playing', date: '2026-11-26' })
  expect(search).not.toHaveProperty('time')
  expect(search).not.toHaveProperty('duration')
})

let close = async () => {}
afterEach(async () => {
  stopListening({ forGood: false })
  await close()
})

test('its times and its message button are recorded; an opened profile is not, because no list of a search showed it', async () => {
  const pressed: Signal[] = []
  listenToSignals((signal) => void pressed.push(signal))
  const { page, unmount } = await mount(
    <RouterContextProvider router={router}>
      <MatchCard match={match} kind={undefined} save={null} />
      <OtherCoach other={match} kind={undefined} />
    </RouterContextProvider>,
  )
  close = unmount
  await eventually(() => expect(page.querySelectorAll('a')).toHaveLength(4))
  for (const link of page.querySelectorAll('a')) {
    link.addEventListener('click', (event) => event.preventDefault())
    link.click()
  }
  const coachId = match.coach.id
  expect(pressed).toEqual(
    ['booking_click', 'message_click'].map((action) => ({
      kind: 'click',
      coachId,
      action,
    })),
  )
})
