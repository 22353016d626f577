import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Me } from '#features/accounts/schema.ts'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'
import type { OpenTimes } from '#features/checkout/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { mayaProfile } from '#tests/support/coach-profile.ts'
import { InstantBookingPanel } from './instant-booking-panel.tsx'
import { packageOffersOf } from './package-offers.ts'
import { packagesWith } from './student-packages.ts'

const coachId = 'c0ac0001-0000-4000-8000-000000000001'
const placeId = '91ace000-0000-4000-8000-000000000001'
const zone = 'America/New_York'

const coach: CoachProfile = {
  ...mayaProfile,
  id: coachId,
  groupLessons: { hourlyRateCents: 12_000, size: 4, isBookable: true },
  rating: 4.9,
  reviewCount: 60,
  instantBookEnabled: false,
  zone,
  locations: [
    {
      id: placeId,
      name: 'Longleaf Hollow',
      city: 'Charlotte',
      state: 'NC',
      isPrimary: true,
      address: null,
      zip: null,
      zone,
      lat: null,
      lng: null,
    },
  ],
}

const me: Me = {
  userId: '5d000000-0000-4000-8000-000000000001',
  role: 'student',
  fullName: 'Sam Carter',
  email: 'sam@students.test',
}

const fiveLessons: LessonPackage = {
  id: 'bac00000-0000-4000-8000-000000000001',
  coach: { id: coachId, label: 'Coach Maya' },
  student: { id: me.userId, name: me.fullName },
  title: 'Break 90 in five lessons',
  lessonType: 'individual',
  durationMinutes: 60,
  locationId: placeId,
  places: [],
  zone,
  lessons: 5,
  left: 4,
  expiresAt: '2027-05-01T12:00:00.000Z',
  endedAt: null,
  endReason: null,
  refundCents: 31_600,
  terms: '',
  policy: 'standard',
  isBrought: false,
  conversationId: null,
}

/** A coach who is not open for instant booking, and asks a question. */
const slots: OpenTimes = {
  instructorId: coachId,
  zone,
  durationMinutes: 60,
  bookable: { today: '2026-11-25', first: '2026-11-26', last: '2026-12-25', disabled: [] },
  firstBookableDate: '2026-11-26',
  whyNone: null,
  days: [
    {
      date: '2026-11-26',
      slots: [
        {
          start: '2026-11-26T15:00:00.000Z',
          end: '2026-11-26T16:00:00.000Z',
          startTime: '10:00 AM',
          endTime: '11:00 AM',
          zoneName: 'EST',
        },
      ],
    },
  ],
  mayBook: false,
  isDemoBooking: false,
  hasExitOffers: false,
  isPaused: false,
  questions: [
    {
      id: '9e500000-0000-4000-8000-000000000001',
      question: 'What is your handicap?',
      isRequired: true,
      lastAnswer: null,
    },
  ],
}

/** The panel of a student with packages, with everything that is loaded later. */
async function panelOf(
  packages: LessonPackage[],
  choice: LessonChoice = {},
  change: { coach?: Partial<CoachProfile>; slots?: Partial<OpenTimes>; offer?: PackageOffer } = {},
): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(packagesWith(coachId).queryKey, packages)
  const { offer } = change
  queryClient.setQueryData(
    packageOffersOf(coachId, offer?.id ?? choice.package).queryKey,
    offer ? [offer] : [],
  )
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const stream = await renderToReadableStream(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        <InstantBookingPanel
          coach={{ ...coach, ...change.coach }}
          me={me}
          choice={offer ? { ...choice, package: offer.id } : choice}
          onChoice={async () => undefined}
          rendered={{
            request: {
              instructorId: coachId,
              locationId: placeId,
              durationMinutes: 60,
              ...(offer ? { packageOfferId: offer.id } : {}),
            },
            slots: { ...slots, ...change.slots },
          }}
        />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  await stream.allReady
  return await new Response(stream).text()
}

test('a lesson of a package asks the questions, who plays and a note, without instant booking, too', async () => {
  const panel = await panelOf([fiveLessons])
  expect(panel).toContain('Confirm Booking')
  expect(panel).toContain('What is your handicap?')
  expect(panel).toContain('Booking for someone else?')
  expect(panel).toContain('Add a note for')
  expect(await panelOf([])).not.toContain('What is your handicap?')
})

test('a package is chosen for lessons of its own kind', async () => {
  const chosen = /<option value="[^"]*" selected="">([^<]*)</
  const payWith = async (kind?: 'group') => chosen.exec(await panelOf([fiveLessons], { kind }))?.[1]
  expect(await payWith()).toBe('Break 90 in five lessons: 4 of 5 left')
  expect(await payWith('group')).toBe('Card, $120 an hour')
})

test.each([
  [1, '1 hour of notice'],
  [72, '72 hours of notice'],
])('a notice of %i that leaves no time is said as “%s”', async (noticeHours, words) => {
  const closed = { firstBookableDate: null, whyNone: 'notice', days: [] } as const
  expect(await panelOf([], {}, { coach: { noticeHours }, slots: { ...closed, days: [] } })).toContain(words)
})

const offer: PackageOffer = {
  id: '0ff00000-0000-4000-8000-000000000001',
  title: 'Break 90',
  lessonType: 'individual',
  lessons: 5,
  durationMinutes: 60,
  priceCents: 39_500,
  validDays: 180,
  version: 1,
}

test('the package of a link is chosen, and one that is no longer sold says so and leaves a single lesson', async () => {
  const chosen = (panel: string) =>
    /<input(?=[^>]* name="lesson-package")(?=[^>]* checked="")[^>]* value="([^"]*)"/.exec(panel)?.[1]
  const sold = await panelOf([], {}, { offer })
  expect(chosen(sold)).toBe(offer.id)
  expect(sold).not.toContain('This package is no longer sold')
  const gone = await panelOf([], { package: '0ff00000-0000-4000-8000-000000000002' })
  expect(gone).toContain('This package is no longer sold')
  expect(chosen(gone)).toBe('individual')
})

test('a package that is bought while no time is open shows its refund terms', async () => {
  const none = { firstBookableDate: null, whyNone: 'fully_booked', days: [] } as const
  const panel = await panelOf([], {}, { offer, slots: { ...none, days: [] } })
  expect(panel).toContain('choose times later')
  expect(panel).not.toContain('your first lesson below')
  expect(panel).toContain('80% of the price of lessons you have not taken is refunded')
})
