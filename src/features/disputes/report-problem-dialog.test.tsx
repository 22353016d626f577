import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { ReportProblemDialog } from './report-problem-dialog.tsx'

vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

const lesson = {
  id: 'b0000000-0000-4000-8000-000000000001',
  coach: { label: 'Coach Maya' },
  student: { name: 'Sam Rivera' },
  start: '2026-11-26T15:00:00.000Z',
  durationMinutes: 60,
  zone: 'America/New_York',
  priceCents: 9_000,
  owedBackCents: 0,
  isPaidElsewhere: false,
  isDemo: false,
} as unknown as LessonDialogProps['lesson']

const dialogOf = (change: object) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ReportProblemDialog
        lesson={{ ...lesson, ...change }}
        as="student"
        onDo={() => undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )

test('a report promises to hold a payment only when the lesson was paid here', () => {
  expect(dialogOf({})).toContain('You paid $90.')
  expect(dialogOf({})).toContain('the payment is held until we decide')
  for (const change of [{ isPaidElsewhere: true }, { isDemo: true }]) {
    expect(dialogOf(change)).toContain('The price of the lesson is $90.')
    expect(dialogOf(change)).not.toMatch(/You paid|the payment is held/)
  }
})
