import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import type { ConfirmDialogProps } from '#ui/confirm-dialog.tsx'
import { ReleaseHoldDialog } from './release-hold-dialog.tsx'

vi.mock('#ui/confirm-dialog.tsx', () => ({
  ConfirmDialog: ({ title, description }: ConfirmDialogProps) => (
    <p>
      {title} {description}
    </p>
  ),
}))

const start = Date.parse('2026-11-28T14:00:00Z')
const leo = { id: '0199bbbb-0000-7000-8000-000000000002', name: 'Leo Rivera', yearOfBirth: 2017 }
const seatOfLeo = {
  ...sampleLesson(start),
  title: 'Short game clinic',
  golfer: { ...leo, relation: 'child' },
  seat: { clinicId: '0199bbbb-0000-7000-8000-000000000001', dates: [] },
}

/** What a parent is asked who releases a held time or seat. */
const askedFor = (lesson: object) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ReleaseHoldDialog
        lesson={{ actions: [], heldTogether: 1, ...lesson } as unknown as ListedLesson}
        as="student"
        onClose={() => undefined}
        onDo={() => undefined}
      />
    </QueryClientProvider>,
  )

test('a parent who releases one of two seats reads that both are released', () => {
  const text = askedFor({ ...seatOfLeo, heldTogether: 2 })
  expect(text).toContain('Cancel and release all 2 seats?')
  expect(text).toContain('You hold 2 seats in Short game clinic')
  expect(text).not.toContain('Leo')
})

test('a single seat and a lesson are named with their time', () => {
  expect(askedFor(seatOfLeo)).toMatch(
    /^<p>Cancel and release this seat\? Saturday, .*Leo.* this seat\.<\/p>$/,
  )
  expect(askedFor(sampleLesson(start))).toMatch(
    /^<p>Cancel and release this time\? Saturday, .* this time\.<\/p>$/,
  )
})
