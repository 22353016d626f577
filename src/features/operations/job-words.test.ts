import { expect, test } from 'vitest'
import { jobLabel, scheduleWords } from './job-words.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['37 * * * *', 'Once an hour'],
  ['13,43 * * * *', 'Twice an hour'],
  ['17 8 * * *', 'Once a day'],
  ['41 7 * * 0', 'Once a week'],
  ['0 0 1 * *', 'By a calendar'],
])('%s is shown as "%s"', (cron, words) => {
  expect(scheduleWords(cron)).toBe(words)
})

test('a queue is called by its words', () => {
  expect(jobLabel('complete-lessons')).toBe('Complete lessons')
  expect(jobLabel('send-templated-email')).toBe('Send email')
  expect(jobLabel('remind-of-lessons/24h')).toBe('Send lesson reminders (24h)')
})
