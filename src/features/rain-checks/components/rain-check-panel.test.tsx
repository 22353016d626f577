import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { rainChecksClient } from '../client.ts'
import type { RainCheck } from '../schema.ts'
import { RainCheckPanel } from './rain-check-panel.tsx'

const lesson = {
  ...sampleLesson(Date.parse('2026-11-26T14:30:00Z')),
  actions: [{ kind: 'move', refusal: null, until: null }],
  owedBackCents: 0,
  package: null,
} as unknown as ListedLesson

const forecast: NonNullable<RainCheck['offer']> = {
  offeredAt: '2026-11-25T14:30:00Z',
  forecast: { chanceOfRain: 80, isThunder: true, windMph: 5 },
  calledOffAt: null,
  message: null,
  isOpen: true,
  creditRefusal: null,
}
const calledOff = {
  ...forecast,
  forecast: null,
  calledOffAt: '2026-11-26T12:00:00Z',
  message: 'The course is closed.',
}

/** The text of the panel, and its buttons. */
function panel(
  offer: RainCheck['offer'],
  change: Partial<ListedLesson> = {},
  as: 'student' | 'coach' = 'student',
) {
  const queries = new QueryClient()
  const { queryKey } = rainChecksClient.ofLesson.queryOptions({ input: { bookingId: lesson.id } })
  queries.setQueryData(queryKey, { rule: 'storms', offer })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RainCheckPanel lesson={{ ...lesson, ...change }} as={as} onDo={() => undefined} />
    </QueryClientProvider>,
  )
  const words = (part: string) =>
    part
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return {
    text: words(html),
    buttons: [...html.matchAll(/<button.*?<\/button>/g)].map(([one]) => words(one)),
  }
}

describe('the weather of a lesson', () => {
  test('is not mentioned without an offer, or when the student can no longer choose', () => {
    expect(panel(null).text).toBe('')
    expect(panel({ ...forecast, isOpen: false }).text).toBe('')
  })

  test('after a forecast, the student may move the lesson, keep it as a credit or have the money back', () => {
    const { text, buttons } = panel(forecast)
    expect(text).toContain('Bad weather is forecast')
    expect(text).toContain('80% chance of rain and thunderstorms.')
    expect(text).toContain('If you do nothing, it stays booked.')
    expect(buttons).toEqual(['Choose another time', 'Keep as a credit', 'Get $85 back'])
  })

  test('of a lesson that was called off, the student reads why, and what follows without a choice', () => {
    const { text } = panel(calledOff)
    expect(text).toContain(`${lesson.coach.label} called this lesson off`)
    expect(text).toContain('“The course is closed.”')
    expect(text).toContain('Without a choice before it would have begun, it is refunded in full.')
  })

  test('a lesson of a package goes back to the package', () => {
    const { text, buttons } = panel(calledOff, { package: 'open' })
    expect(text).toContain('Without a choice before it would have begun, it goes back to the package.')
    expect(buttons).toEqual(['Choose another time', 'Back to the package'])
  })

  test('nothing is refunded for a lesson that is paid elsewhere', () => {
    const refused = { ...calledOff, creditRefusal: 'It is paid elsewhere.' }
    const { text, buttons } = panel(refused, { isPaidElsewhere: true })
    expect(text).toContain('Without a choice before it would have begun, it is cancelled.')
    expect(text).not.toContain('It is paid elsewhere.')
    expect(buttons).toEqual(['Choose another time', 'Cancel the lesson'])
  })

  test('a lesson that cannot be kept as a credit says why, and one that cannot be moved offers no time', () => {
    const refused = { ...calledOff, creditRefusal: 'A lesson with a promo code cannot be kept.' }
    const { text, buttons } = panel(refused, { actions: [], owedBackCents: 1_000 })
    expect(text).toContain('A lesson with a promo code cannot be kept.')
    expect(buttons).toEqual(['Get $75 back'])
  })

  test('the coach reads what the student can do, and chooses nothing', () => {
    const { text, buttons } = panel(calledOff, {}, 'coach')
    expect(text).toContain('You called this lesson off')
    expect(text).toContain(`${lesson.student.name} chooses another time, a credit or a refund.`)
    expect(buttons).toEqual([])
  })
})
