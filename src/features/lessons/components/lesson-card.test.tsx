import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import type { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { LessonCard } from './lesson-card.tsx'

vi.mock('#features/instant-book/components/book-coach.tsx', () => ({
  BookCoach: ({ again, choice, children }: ComponentProps<typeof BookCoach>) => (
    <b>
      {children}
      {again || choice ? `, repeats ${choice?.duration} minutes` : null}
    </b>
  ),
}))
vi.mock('#ui/anchor.tsx', () => ({ Anchor: ({ children }: ComponentProps<'a'>) => <i>{children}</i> }))
vi.mock('./lesson-notices.tsx', () => ({ LessonNotices: () => null }))

/** What a student can do with a past lesson or seat. */
function nextStepOf(change: Partial<ListedLesson>) {
  const lesson = { ...sampleLesson(Date.parse('2026-11-26T14:30:00Z')), actions: [], ...change }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LessonCard lesson={lesson as unknown as ListedLesson} as="student" isPast onDo={() => undefined} />
    </QueryClientProvider>,
  )
  return html.match(/<b>.*<\/b>/)?.[0].replace(/<[^>]+>/g, '')
}

test('a past lesson can be booked again as it was, and a seat leads to the lessons of its coach', () => {
  const { coach } = sampleLesson(0)
  expect(nextStepOf({ status: 'completed' })).toMatch(
    new RegExp(`^Book again with ${coach.label}, as 60-minute Lesson, .*, repeats 60 minutes$`),
  )
  const seat = { clinicId: '0199bbbb-0000-7000-8000-000000000001', dates: [] }
  expect(nextStepOf({ status: 'completed', seat })).toBe(`Book a lesson with ${coach.label}`)
})
