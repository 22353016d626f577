import { describe, expect, test } from 'vitest'
import { daysOf, STRETCH, type Stretch, withNewer, withOlder } from './timeline.ts'

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index) }))
const stretch = (from: number, count: number): Stretch<{ id: string }> => ({
  messages: numbered(from, count),
  hasOlder: true,
  hasNewer: false,
})
const ends = ({ messages }: Stretch<{ id: string }>) => [
  messages[0]?.id,
  messages.at(-1)?.id,
  messages.length,
]

describe('the loaded part of a conversation', () => {
  test('grows at both ends and has each message once', () => {
    const grown = withNewer(withOlder(stretch(50, 10), numbered(40, 12), true), numbered(58, 4), false)
    expect(ends(grown)).toEqual(['40', '61', 22])
    expect(grown).toMatchObject({ hasOlder: true, hasNewer: false })
  })

  test('stays short in a conversation of 10,000, and can be scrolled back', () => {
    let now = stretch(9_950, 50)
    for (let from = 9_900; from >= 0; from -= 50) now = withOlder(now, numbered(from, 50), from > 0)
    expect(ends(now)).toEqual(['0', String(STRETCH - 1), STRETCH])
    expect(now).toMatchObject({ hasOlder: false, hasNewer: true })
    for (let from = STRETCH; from < 10_000; from += 50)
      now = withNewer(now, numbered(from, Math.min(50, 10_000 - from)), from + 50 < 10_000)
    expect(ends(now)).toEqual([String(10_000 - STRETCH), '9999', STRETCH])
    expect(now).toMatchObject({ hasOlder: true, hasNewer: false })
  })
})

describe('days and turns', () => {
  const said = (id: string, sentAt: string, senderId = 'sam', voice = 'text') => ({
    id,
    sentAt,
    senderId,
    voice,
  })
  const shape = (entries: ReturnType<typeof said>[], zone: string) =>
    daysOf(entries, zone).map(
      ({ date, turns }) =>
        `${date}: ${turns.map((turn) => turn.entries.map(({ id }) => id).join('')).join(' ')}`,
    )

  test('a day ends at midnight in the reader’s zone', () => {
    const entries = [said('a', '2026-11-21T03:59:00Z'), said('b', '2026-11-21T05:01:00Z')]
    expect(shape(entries, 'America/New_York')).toEqual(['2026-11-20: a', '2026-11-21: b'])
    expect(shape(entries, 'America/Los_Angeles')).toEqual(['2026-11-20: a b'])
  })

  test('a turn ends when another person writes, an assistant takes over, or five minutes pass', () => {
    const entries = [
      said('a', '2026-11-21T15:00:00Z'),
      said('b', '2026-11-21T15:04:00Z'),
      said('c', '2026-11-21T15:09:30Z'),
      said('d', '2026-11-21T15:09:40Z', 'maya', 'ai_response'),
      said('e', '2026-11-21T15:09:50Z', 'maya'),
      said('f', '2026-11-21T15:10:00Z'),
    ]
    expect(shape(entries, 'UTC')).toEqual(['2026-11-21: ab c d e f'])
  })
})
