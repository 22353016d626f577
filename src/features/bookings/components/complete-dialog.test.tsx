import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { toast } from '#ui/toast.tsx'
import { sampleLesson } from '../sample-lesson.ts'
import type { ListedLesson } from '../schema.ts'
import { CompleteDialog } from './complete-dialog.tsx'

vi.mock('../client.ts', () => ({ bookingsClient: { complete: { call: async () => ({}) } } }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
const told = vi.spyOn(toast, 'success').mockReturnValue(1)
beforeEach(() => void told.mockClear())
afterEach(() => close())

/** A coach records the outcome of a lesson. @returns what the coach reads before and after */
async function record(outcome: 'taught' | 'no-show', change: Partial<ListedLesson>) {
  const lesson = { ...sampleLesson(Date.parse('2026-11-26T14:30:00Z')), actions: [], ...change }
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <CompleteDialog
        lesson={lesson as unknown as ListedLesson}
        as="coach"
        paidOutAfterHours={48}
        onClose={() => undefined}
        onDo={() => undefined}
      />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => {
    if (outcome === 'no-show') page.querySelector<HTMLInputElement>('input[value="no_show"]')?.click()
    const button = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent === `Mark as ${outcome}`,
    )
    if (!button) throw new Error('there is no button')
    button.click()
  })
  await eventually(() => expect(told).toHaveBeenCalled())
  return { before: page.textContent, after: told.mock.calls[0]?.[1] }
}

const student = { id: '0199aaaa-0000-7000-8000-000000000003', name: 'Jordan Brooks' }

test('a coach reads that the student of a lesson was asked for a review', async () => {
  const { before, after } = await record('taught', { student })
  expect(before).toContain('We ask Jordan Brooks for a review, and you can add a note.')
  expect(after).toBe('We asked Jordan Brooks for a review.')
})

test('a coach reads that the student of several seats is asked for one review', async () => {
  const seat = { clinicId: '0199bbbb-0000-7000-8000-000000000001', dates: [] }
  const { before, after } = await record('taught', { student, seat })
  expect(before).toContain('We ask Jordan Brooks for one review of the clinic, and you can add a note.')
  expect(after).toBe('We ask Jordan Brooks for one review of the clinic.')
})

test('a coach reads when the share of a lesson that was paid here is paid out', async () => {
  const { before, after } = await record('no-show', { student })
  expect(before).toContain('You are still paid. No review is requested')
  expect(before).toContain('Either way, we pay your share in 48 hours. You cannot undo this.')
  expect(after).toBe('You are paid your share as usual.')
})

test.each([
  ['paid elsewhere', { isPaidElsewhere: true }],
  ['of a demo booking', { isDemo: true }],
])('a coach reads that nothing is paid out for a lesson %s', async (_, money) => {
  const { before, after } = await record('no-show', { student, ...money })
  expect(before).not.toMatch(/still paid|pay your share/)
  expect(before).toContain('so there is no payout. You cannot undo this.')
  expect(after).toBeUndefined()
})
