import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { searchClient } from '../client.ts'
import type { CoachCard as Coach, CardTimes as Times } from '../schema.ts'
import { CardTimes } from './card-times.tsx'
import { CoachCard, type OpeningState } from './coach-card.tsx'
import { CoachGrid } from './coach-grid.tsx'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})

const place = (id: number, name: string, isPrimary: boolean) => ({
  id: `91ace000-0000-4000-8000-00000000000${id}`,
  name,
  city: 'Charlotte',
  state: 'NC',
  isPrimary,
  lat: null,
  lng: null,
})

const maya: Coach = {
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
  launchMonitor: 'Doppler radar',
  credentials: ['PGA Class A Professional'],
  location: 'Charlotte, NC',
  primaryLocationCity: 'Charlotte',
  availability: 'Available',
  distance: 3.25,
  closestLocation: null,
  bio: 'Change one thing.',
  specialties: ['Putting', 'Short Game', 'Beginners', 'Course Strategy', 'Juniors'],
  gender: 'female',
  facilities: [],
  locations: [place(1, 'Longleaf Hollow', true), place(2, 'Redbud Crossing', false)],
}

/** The card's markup, and its words as they read one after another. */
function draw(
  coach: Partial<Coach> = {},
  nextOpening: OpeningState = null,
  position = 1,
  isBelowLower = false,
) {
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <CoachCard
        coach={{ ...maya, ...coach }}
        position={position}
        nextOpening={nextOpening}
        isBelowLower={isBelowLower}
      />
    </RouterContextProvider>,
  )
  return { html, words: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

describe('a coach card', () => {
  test('shows name, rating, distance and price [rows 43, 48]', () => {
    const { words } = draw()
    for (const part of ['Maya Bennett', 'Verified', '4.9', '3.3 mi', '$127.50', '/hour', 'Charlotte, NC'])
      expect(words).toContain(part)
    expect(words).toContain('Rated 4.9 out of 5 from 60 reviews')
  })

  test('shows the next opening, with place and zone', () => {
    const { html, words } = draw({}, { start: '2026-11-26T18:30:00.000Z', zone: 'America/Phoenix' })
    expect(words).toContain('Next: Thu, Nov 26, 11:30 AM MST')
    expect(html).toContain('dateTime="2026-11-26T18:30:00.000Z"')
  })

  test('says when nothing is open', () => {
    expect(draw().words).toContain('No open times right now')
  })

  test('offers instant booking only where a time is open, or may be', () => {
    const open = { start: '2026-11-26T18:30:00.000Z', zone: 'America/New_York' }
    for (const known of [open, 'loading', 'unknown'] as const) {
      expect(draw({}, known).words).toContain('Instant book')
      expect(draw({}, known).words).toContain('Book a lesson with Maya Bennett')
    }
    const { words } = draw({}, null)
    expect(words).not.toContain('Instant book')
    expect(words).not.toContain('Book a lesson')
    expect(words).toContain('Message to request a time')
    expect(draw({}, 'unknown').words).toContain('Open times are on the profile')
  })

  test('shows an unrated coach as New, without a distance when there is no ZIP code', () => {
    const { words } = draw({ rating: 0, reviewCount: 0, distance: null })
    expect(words).toContain('New')
    expect(words).not.toContain(' mi ')
  })

  test('shows three specialties, then how many more [row 44]', () => {
    const { words } = draw()
    expect(words).toContain('Putting, Short Game, Beginners +2 more')
    expect(words).not.toContain('Juniors')
    expect(draw({ specialties: ['Putting'] }).words).not.toContain('more')
  })

  test('shows places in the given order, the primary one first [row 44]', () => {
    const { words } = draw()
    expect(words.indexOf('Longleaf Hollow')).toBeLessThan(words.indexOf('Redbud Crossing'))
  })
})

describe('a picture', () => {
  test('is a stock cover if missing, different for each position, repeating after 50 [row 47]', () => {
    expect(draw({}, null, 7).html).toContain('/art/covers/cover-7-800.webp')
    expect(draw({}, null, 51).html).toContain('/art/covers/cover-1-800.webp')
  })

  test('uploaded by a coach is shown unchanged', () => {
    const { html } = draw({ imageUrl: '/files/maya.webp' })
    expect(html).toContain('src="/files/maya.webp"')
    expect(html).not.toContain('.avif')
  })
})

describe('actions', () => {
  test('an instant coach can be booked: straight to the times [rows 45, 50]', () => {
    const { html, words } = draw({}, 'loading')
    expect(html).toContain(`/instructor/${maya.id}#instant-book-section`)
    for (const action of ['View profile', 'Message', 'Book']) expect(words).toContain(action)
  })

  test('any other coach gets a request for a time, without a booking button', () => {
    const { html, words } = draw({ instantBookEnabled: false })
    expect(words).toContain('Message to request a time')
    expect(words).not.toContain('Instant book')
    expect(html).not.toContain('#instant-book-section')
  })

  test('few reviews are named as the reason for a place below fewer stars [row 38]', () => {
    const why = 'Ranked by stars and number of reviews'
    expect(draw({ rating: 5, reviewCount: 2 }, null, 2, true).words).toContain(why)
    expect(draw({ rating: 5, reviewCount: 2 }).words).not.toContain(why)
  })

  test('books the kind of lesson that was searched for', () => {
    const html = renderToStaticMarkup(
      <RouterContextProvider router={router}>
        <CoachCard
          coach={maya}
          position={1}
          nextOpening="unknown"
          kind="group"
          times={
            <CardTimes
              coach={maya}
              kind="group"
              openings={{
                durationMinutes: 60,
                times: [
                  {
                    start: '2026-11-26T18:30:00.000Z',
                    zone: 'America/New_York',
                    placeId: null,
                    placeName: null,
                  },
                ],
              }}
            />
          }
        />
      </RouterContextProvider>,
    )
    const booking = [...html.matchAll(/href="([^"]*#instant-book-section)"/g)].map(([, href]) => href)
    expect(booking).toHaveLength(2)
    for (const href of booking) expect(href).toContain('kind=group')
  })
})

const charlotte = {
  start: '2026-11-26T18:30:00.000Z',
  zone: 'America/New_York',
  placeId: null,
  placeName: null,
}
const phoenix = { ...charlotte, start: '2026-11-27T18:30:00.000Z', zone: 'America/Phoenix' }

describe('the open times of a card', () => {
  const drawTimes = (times: Times['times']) =>
    renderToStaticMarkup(
      <RouterContextProvider router={router}>
        <CardTimes coach={maya} kind={undefined} openings={{ durationMinutes: 60, times }} />
      </RouterContextProvider>,
    )

  test('name their zone once when it is the same, and each its own when they differ', () => {
    expect(drawTimes([charlotte])).toContain('Next open, 60 minutes (EST)')
    const html = drawTimes([charlotte, phoenix])
    expect(html).toMatch(/Next open, 60 minutes<.*1:30 PM<.*EST<.*11:30 AM<.*MST</)
  })

  test('lead to a lesson of their length', () => {
    expect(drawTimes([charlotte])).toMatch(/href="[^"]*duration=60[^"]*#instant-book-section"/)
  })

  test('are not promised for lessons on the course, which take longer', () => {
    const client = new QueryClient()
    const input = { instructorIds: [maya.id], zip: '28202', when: undefined }
    const times = { durationMinutes: 60, times: [charlotte] }
    client.setQueryData(searchClient.cardTimes.queryKey({ input }), { [maya.id]: times })
    const drawGrid = (kind?: 'playing') =>
      renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <RouterContextProvider router={router}>
            <CoachGrid
              coaches={[maya]}
              {...input}
              firstPosition={1}
              isOnMap={false}
              isByRating={false}
              kind={kind}
            />
          </RouterContextProvider>
        </QueryClientProvider>,
      )
    expect(drawGrid()).toContain('Next open, 60 minutes')
    expect(drawGrid('playing')).toContain('Open times are on the profile')
    expect(drawGrid('playing')).not.toContain('Next:')
  })

  test('are read again when the window regains focus', async () => {
    const client = new QueryClient({
      defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } },
    })
    let reads = 0
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') reads++
    })
    const { unmount } = await mount(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <CoachGrid
            coaches={[maya]}
            zip="28202"
            when={undefined}
            firstPosition={1}
            isOnMap={false}
            isByRating={false}
          />
        </RouterContextProvider>
      </QueryClientProvider>,
    )
    const isRead = (times: number) =>
      eventually(() => {
        expect(reads).toBe(times)
        expect(client.isFetching()).toBe(0)
      })
    await isRead(1)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await isRead(2)
    focusManager.setFocused(undefined)
    await unmount()
  })
})
