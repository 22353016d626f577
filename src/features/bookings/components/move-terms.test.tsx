import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { policyText } from '../cancellation/cancellation.ts'
import { sampleLesson } from '../sample-lesson.ts'
import type { ListedLesson } from '../schema.ts'
import { MoveTerms } from './move-terms.tsx'

const start = Date.parse('2026-11-26T14:30:00Z')

/** The terms that the student of a lesson on Thursday at 9:30 AM in New York reads. */
function termsFor(change: Partial<ListedLesson>, hoursBefore: number) {
  const until = new Date(start - hoursBefore * HOUR).toISOString()
  const sample = sampleLesson(start)
  const lesson = {
    ...sample,
    zone: 'America/New_York',
    terms: { ...sample.terms, text: policyText('standard') },
    packageTitle: null,
    actions: [{ kind: 'move', refusal: null, until }],
    ...change,
  } as ListedLesson
  return renderToStaticMarkup(<MoveTerms lesson={lesson} as="student" isPlaceKept />)
}

test('a coach who moves the lesson of a caller reads that nothing is sent', () => {
  const render = (isOfCaller: boolean) => {
    const lesson = { ...sampleLesson(start), actions: [], isOfCaller } as unknown as ListedLesson
    return renderToStaticMarkup(<MoveTerms lesson={lesson} as="coach" isPlaceKept />)
  }
  expect(render(true)).toContain('Nothing is sent: call or text')
  expect(render(true)).not.toContain('is notified')
  expect(render(false)).toContain('is notified right away')
})

test('a lesson is moved until a day before it begins, and in bad weather until it begins', () => {
  expect(termsFor({}, 24)).toContain('Nov 25, 9:30 AM EST')
  const weather = { since: '2026-11-25T20:00:00.000Z', calledOffAt: null }
  expect(termsFor({ weather }, 0)).toContain('Nov 26, 9:30 AM EST')
})

test.each([
  ['bad weather', { weather: { since: '2026-11-25T20:00:00.000Z', calledOffAt: null } }],
  ['a move by the coach', { movedByCoach: true }],
])('after %s a student who moves the lesson has the coach’s policy again', (_, change) => {
  const again = 'The coach’s cancellation policy applies again, counted from the new time'
  expect(termsFor(change, 0)).toContain(`${again}: ${policyText('standard')}`)
  expect(termsFor({ ...change, packageTitle: 'Five lessons' }, 0)).toContain(`${again}.`)
  expect(termsFor({}, 24)).not.toContain(again)
})
