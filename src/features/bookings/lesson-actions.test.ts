import { describe, expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import type { ActionKind } from './lesson-action-kinds.ts'
import { type ActionFacts, listActions } from './lesson-actions.ts'

const start = Date.parse('2026-11-26T14:30:00Z')
const booked: ActionFacts = {
  status: 'confirmed',
  noShow: false,
  lessonStart: start,
  lessonEnd: start + HOUR,
  isReported: false,
  isReviewed: false,
  isNoted: false,
  isInSeries: false,
}

const possible = (lesson: ActionFacts, party: 'student' | 'coach', now: number) =>
  listActions(lesson, party, now).flatMap(({ kind, refusal }) => (refusal ? [] : [kind]))
const refusal = (lesson: ActionFacts, party: 'student' | 'coach', now: number, kind: ActionKind) =>
  listActions(lesson, party, now).find((action) => action.kind === kind)?.refusal?.code

describe('actions on a lesson', () => {
  test.each([
    ['two days before', booked, -48, ['move', 'cancel'], ['move', 'cancel']],
    ['an hour before: students cancel, only coaches still move', booked, -1, ['cancel'], ['move', 'cancel']],
    ['while it runs', booked, 0.5, ['report'], []],
    ['once it is over', booked, 1, ['report'], ['complete']],
    ['completed', { ...booked, status: 'completed' }, 3, ['review', 'report'], ['note']],
    ['nobody came', { ...booked, status: 'completed', noShow: true }, 3, ['report'], []],
    [
      'both have written',
      { ...booked, status: 'completed', isReviewed: true, isNoted: true },
      3,
      ['report'],
      [],
    ],
    ['a problem is open', { ...booked, status: 'completed', isReported: true }, 3, ['review'], ['note']],
    ['two weeks and an hour later', { ...booked, status: 'completed' }, 14 * 24 + 2, ['review'], ['note']],
    ['two months and an hour later', { ...booked, status: 'completed' }, 60 * 24 + 2, [], []],
    ['cancelled', { ...booked, status: 'cancelled' }, -48, [], []],
    ['held, not paid', { ...booked, status: 'pending' }, -48, ['release'], []],
  ] as const)('%s', (_, lesson, hours, student, coach) => {
    const now = start + hours * HOUR
    expect(possible(lesson, 'student', now)).toEqual(student)
    expect(possible(lesson, 'coach', now)).toEqual(coach)
  })

  test('the last millisecond still counts, the next one does not', () => {
    const at = (kind: ActionKind, party: 'student' | 'coach' = 'student', lesson = booked) =>
      listActions(lesson, party, start - 48 * HOUR).find((action) => action.kind === kind)?.until ?? 0
    expect(refusal(booked, 'student', at('move'), 'move')).toBeUndefined()
    expect(refusal(booked, 'student', at('move') + 1, 'move')).toBe('too_late')
    expect(refusal(booked, 'student', at('cancel') - 1, 'cancel')).toBeUndefined()
    expect(refusal(booked, 'student', at('cancel'), 'cancel')).toBe('already_started')
    expect(refusal(booked, 'student', at('report'), 'report')).toBeUndefined()
    expect(refusal(booked, 'student', at('report') + 1, 'report')).toBe('too_late')
    const completed = { ...booked, status: 'completed' } as const
    expect(refusal(completed, 'student', at('review'), 'review')).toBeUndefined()
    expect(refusal(completed, 'student', at('review') + 1, 'review')).toBe('too_late')
  })

  test('every refusal has its own message', () => {
    const moments = [-48, -1, 0.5, 1, 3, 14 * 24 + 2, 60 * 24 + 2].map((hours) => start + hours * HOUR)
    const lessons = (['pending', 'confirmed', 'completed', 'cancelled'] as const).map((status) => ({
      ...booked,
      status,
    }))
    for (const party of ['student', 'coach'] as const)
      for (const lesson of lessons)
        for (const now of moments)
          for (const action of listActions(lesson, party, now))
            if (action.refusal) expect(action.refusal.message).toMatch(/\.$/)
    const late = listActions({ ...booked, status: 'completed' }, 'student', start + 61 * 24 * HOUR)
    expect(late.find(({ kind }) => kind === 'report')?.refusal?.message).toContain('Problems are reported')
    expect(late.find(({ kind }) => kind === 'review')?.refusal?.message).toContain('Lessons are reviewed')
  })
})
