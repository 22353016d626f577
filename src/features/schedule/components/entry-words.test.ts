import { expect, test } from 'vitest'
import type { LessonEntry, ScheduleEntry } from '../schema.ts'
import { moveNews, spanWords } from './entry-words.ts'

const when = 'Thu, Nov 26, 9:30 – 10:30 AM EST'
const news = (more: Partial<LessonEntry>) =>
  moveNews(
    { student: { name: 'Sam Rivera' }, isOfCaller: false, isPaidElsewhere: false, ...more } as LessonEntry,
    when,
  )

test('a coach who drags a lesson reads what its student hears', () => {
  expect(news({})).toContain(`“Your lesson has a new time, ${when}”`)
  expect(news({ isOfCaller: true })).toBe('Nothing is sent: call or text Sam Rivera.')
})

test('a refund is promised only for a lesson that was paid here', () => {
  expect(news({})).toContain('Sam Rivera can cancel for a full refund until the lesson begins.')
  expect(news({ isPaidElsewhere: true })).toContain('Sam Rivera can cancel until the lesson begins.')
})

test.each([
  // Midnight in New York is 5 AM UTC in winter.
  { start: '2026-12-21T05:00:00Z', end: '2026-12-22T05:00:00Z', words: 'Monday, December 21, all day' },
  {
    start: '2026-12-21T05:00:00Z',
    end: '2026-12-24T05:00:00Z',
    words: 'Monday, December 21 – Wednesday, December 23, all day',
  },
  // The day on which clocks go back has 25 hours.
  { start: '2026-11-01T04:00:00Z', end: '2026-11-02T05:00:00Z', words: 'Sunday, November 1, all day' },
  {
    start: '2026-12-21T15:00:00Z',
    end: '2026-12-21T16:00:00Z',
    words: 'Monday, December 21, 10:00 – 11:00 AM EST',
  },
])('an entry of another calendar from $start to $end is “$words”', ({ words, ...time }) => {
  expect(spanWords({ kind: 'busy', ...time } as ScheduleEntry, 'America/New_York')).toBe(words)
})
