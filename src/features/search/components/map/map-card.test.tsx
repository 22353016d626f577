import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { listenToSignals, type Signal, stopListening } from '#features/tracking/components/signals.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { CoachCard } from '../../schema.ts'
import { MapCard } from './map-card.tsx'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const coach: CoachCard = {
  id: 'c0ac0001-0000-4000-8000-000000000001',
  name: 'Maya Bennett',
  label: 'Coach Maya',
  imageUrl: null,
  galleryImages: [],
  rating: 4.9,
  reviewCount: 60,
  hourlyRateCents: 12_750,
  verified: true,
  instantBookEnabled: true,
  launchMonitor: null,
  credentials: [],
  location: 'Charlotte, NC',
  primaryLocationCity: 'Charlotte',
  availability: 'Available',
  distance: 3.25,
  closestLocation: null,
  bio: '',
  specialties: [],
  gender: null,
  facilities: [],
  locations: [],
}

/** The card on a page whose list has these coaches. */
function drawWithList(ids: readonly string[]) {
  vi.stubGlobal('document', { getElementById: (id: string) => (ids.includes(id) ? {} : null) })
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <MapCard coach={coach} number={9} onClose={() => undefined} />
    </RouterContextProvider>,
  )
}
let close = async () => {}
afterEach(async () => {
  stopListening({ forGood: false })
  await close()
  close = async () => {}
  vi.unstubAllGlobals()
})

test('the card of a pin leads to the list only where the list has its coach', () => {
  expect(drawWithList([`coach-${coach.id}`])).toContain('Show in the list')
  const shown = drawWithList(['coach-c0ac0001-0000-4000-8000-000000000002'])
  expect(shown).toContain('View profile')
  expect(shown).not.toContain('Show in the list')
})

test('the card of a pin records that the profile is opened', async () => {
  const pressed: Signal[] = []
  listenToSignals((signal) => void pressed.push(signal))
  const { page, unmount } = await mount(
    <RouterContextProvider router={router}>
      <MapCard coach={coach} number={9} onClose={() => undefined} />
    </RouterContextProvider>,
  )
  close = unmount
  await eventually(() => expect(page.querySelector('a')).not.toBeNull())
  const link = page.querySelector('a')
  link?.addEventListener('click', (event) => event.preventDefault())
  link?.click()
  expect(pressed).toEqual([{ kind: 'click', coachId: coach.id, action: 'card_click' }])
})
