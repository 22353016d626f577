import { expect, test } from 'vitest'
import type { LessonEntry } from '../schema.ts'
import { moveNews } from './entry-words.ts'

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
