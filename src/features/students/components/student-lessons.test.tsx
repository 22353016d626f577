import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { StudentLesson, StudentOfCoach } from '../schema.ts'
import { StudentLessons } from './student-lessons.tsx'

vi.mock('#ui/anchor.tsx', () => ({ Anchor: ({ children }: ComponentProps<'a'>) => children }))

const lesson = (title: string, start: string): StudentLesson => ({
  id: `1e550000-0000-4000-8000-${start.replace(/\D/g, '').slice(0, 12)}`,
  start,
  durationMinutes: 60,
  zone: 'America/New_York',
  title,
  locationName: 'Longleaf Hollow',
  priceCents: 8_500,
  status: 'completed',
  paymentStatus: 'completed',
  noShow: false,
  playedBy: null,
})

test('a list that leaves out older lessons says so', () => {
  const words = (hasOlder: boolean) => {
    const student = { upcoming: [], past: [lesson('Past', '2026-01-01T00:30:00.000Z')], hasOlder }
    return renderToStaticMarkup(<StudentLessons student={student as unknown as StudentOfCoach} />)
  }
  expect(words(false)).not.toContain('Older ones')
  expect(words(true)).toContain('Older ones are in')
})

test('past lessons have the year of the place, and lessons to come have it from the next year on', () => {
  const student = {
    upcoming: [
      lesson('To come', '2026-12-30T15:00:00.000Z'),
      // 7:30 PM on December 31 in New York.
      lesson('New Year’s Eve', '2027-01-01T00:30:00.000Z'),
      lesson('Next year', '2027-01-02T15:00:00.000Z'),
    ],
    past: [lesson('Past', '2026-01-01T00:30:00.000Z'), lesson('Longer ago', '2024-05-02T14:00:00.000Z')],
  }
  const words = renderToStaticMarkup(<StudentLessons student={student as unknown as StudentOfCoach} />)
    .replace(/<span class="sr-only">.*?<\/span>/g, '')
    .replace(/<[^>]+>/g, ' ')
  const yearOf = (title: string) =>
    new RegExp(`${title}\\s+[^·]*?E[SD]T(?:, (\\d{4}))? ·`).exec(words)?.[1] ?? null
  expect(['To come', 'New Year’s Eve', 'Next year', 'Past', 'Longer ago'].map(yearOf)).toEqual([
    null,
    null,
    '2027',
    '2025',
    '2024',
  ])
})
