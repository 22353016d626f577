import { describe, expect, test } from 'vitest'
import { helpFor } from './help.ts'
import { findHelp, listHelp, matchHelp } from './help-documents.ts'

const slugsFor = (question: string) => matchHelp(question).map(({ slug }) => slug)

describe('searching the help', () => {
  test.each([
    ['How do I cancel my lesson?', 'cancel-or-move-a-lesson'],
    ['refund', 'cancel-or-move-a-lesson'],
    ['time zone', 'times-and-zones'],
    ['delete account', 'your-data'],
    ['forgot password', 'your-account'],
    ['promo code', 'paying-and-receipts'],
    ['google calendar', 'reminders-and-calendar'],
    ['when am I paid', 'how-you-are-paid'],
    ['student did not show', 'when-a-student-does-not-come'],
    ['assistant', 'the-ai-caddie'],
    ['block a person', 'write-to-your-coach'],
  ])('%s finds %s', (question, slug) => {
    expect(slugsFor(question)).toContain(slug)
  })

  test('title matches come first', () => {
    expect(slugsFor('cancellation policies')[0]).toBe('cancellation-policies')
    expect(slugsFor('proposals')[0]).toMatch(/proposal/)
  })

  test('an empty query, noise and unknown words find nothing', () => {
    for (const question of ['', '   ', 'how do I', '.*', '((((', 'zeppelin'])
      expect(slugsFor(question)).toEqual([])
  })

  test('a very long query is as fast as a short one', () => {
    expect(() => matchHelp('refund '.repeat(5_000))).not.toThrow()
  })
})

test('students and coaches each have their own help articles, and share the rest', () => {
  const all = listHelp()
  const students = helpFor('students', all)
  const coaches = helpFor('coaches', all)
  expect(students.some(({ audience }) => audience === 'coaches')).toBe(false)
  expect(coaches.some(({ audience }) => audience === 'students')).toBe(false)
  expect(new Set([...students, ...coaches]).size).toBe(all.length)
})

test('there are at least twenty articles, each on one topic, with text', () => {
  const all = listHelp()
  expect(all.length).toBeGreaterThanOrEqual(20)
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  for (const { slug } of all) expect(findHelp(slug)?.blocks.length, slug).toBeGreaterThan(1)
})
