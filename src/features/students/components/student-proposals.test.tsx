import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { proposalsClient } from '#features/proposals/client.ts'
import type { Proposal } from '#features/proposals/schema.ts'
import { StudentProposals } from './student-proposals.tsx'

const studentId = '5d000000-0000-4000-8000-000000000001'
const accepted: Proposal = {
  id: '0ff00000-0000-4000-8000-000000000001',
  status: 'accepted',
  version: 1,
  coach: {
    id: 'c0ac0001-0000-4000-8000-000000000001',
    name: 'Maya Bennett',
    label: 'Coach Maya',
    imageUrl: null,
  },
  student: { id: studentId, name: 'Sam Carter' },
  title: 'Short game check',
  lessonType: 'individual',
  durationMinutes: 60,
  zone: 'America/New_York',
  location: { id: null, name: 'Longleaf Hollow' },
  lessons: 1,
  validDays: null,
  priceCents: 8_500,
  policy: 'standard',
  packageTerms: null,
  note: null,
  changeRequest: null,
  times: [],
  acceptedStart: '2026-11-26T15:00:00.000Z',
  bookingId: null,
  holdExpiresAt: null,
  checkoutUrl: null,
  giftCents: 0,
  closesAt: '2026-11-25T15:00:00.000Z',
  createdAt: '2026-11-20T15:00:00.000Z',
  as: 'coach',
  steps: [],
}

test('an accepted proposal is shown as scheduled on the page of its student, too', () => {
  const queryClient = new QueryClient()
  const { queryKey } = proposalsClient.between.queryOptions({ input: { personId: studentId } })
  queryClient.setQueryData(queryKey, [accepted])
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const page = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        <StudentProposals studentId={studentId} conversationId={null} />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  expect(page).toContain('Short game check')
  expect(page).toContain('Scheduled')
  expect(page).not.toContain('Accepted')
})
