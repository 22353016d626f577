import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { CancellationPreview } from '../cancellation/schema.ts'
import { bookingsClient } from '../client.ts'
import { sampleLesson } from '../sample-lesson.ts'
import type { ListedLesson } from '../schema.ts'
import { CancelDialog } from './cancel-dialog.tsx'

vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

const start = Date.parse('2026-11-26T14:30:00Z')
const seat = {
  clinicId: '0199bbbb-0000-7000-8000-000000000001',
  dates: [{ start: new Date(start).toISOString(), end: '2026-11-26T16:00:00.000Z' }],
}

/** What a coach reads who cancels a lesson, or a seat in a clinic. */
function dialogOf(change: Partial<ListedLesson>) {
  const lesson = { ...sampleLesson(start), actions: [], ...change } as unknown as ListedLesson
  const queries = new QueryClient()
  const { queryKey } = bookingsClient.cancellationPreview.queryOptions({ input: { bookingId: lesson.id } })
  queries.setQueryData(queryKey, {
    refusal: null,
    paidCents: 8_500,
    refundCents: 8_500,
    keptCents: 0,
    giftRefundCents: 0,
    returnsCredit: false,
    terms: lesson.terms,
  } as unknown as CancellationPreview)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <CancelDialog lesson={lesson} as="coach" onClose={() => undefined} onDo={() => undefined} />
    </QueryClientProvider>,
  )
}

test('a coach chooses what happens to the time of a lesson, and a seat leaves the clinic its time', () => {
  expect(dialogOf({ seat: null })).toContain('What happens to this time?')
  const html = dialogOf({ seat })
  expect(html).not.toContain('What happens to this time?')
  expect(html).toContain('The seat can be booked again. The clinic stays in your calendar.')
})
