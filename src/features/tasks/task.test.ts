import { describe, expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { listTasks, type TaskFacts, taskKinds } from './task.ts'

const now = Date.parse('2026-11-21T15:00:00Z')

/** A coach whom nothing waits for. */
const idle: TaskFacts = {
  isVisible: true,
  hasFirstSteps: false,
  lostCalendars: [],
  payoutAccount: 'active',
  heldCents: 7_650,
  lessons: [],
  proposals: [],
  videoReviews: [],
  conversations: [],
}
const lesson: TaskFacts['lessons'][number] = {
  id: 'lesson',
  studentName: 'Sam Rivera',
  playerName: 'Sam Rivera',
  title: '60-minute Lesson',
  lessonStart: now - 2 * HOUR,
  lessonEnd: now - HOUR,
  zone: 'America/New_York',
  status: 'confirmed',
  noShow: false,
  hasOpenProblem: false,
  hasHiddenReview: false,
  hasNote: false,
}
const proposal = { id: 'proposal', studentName: 'Sam Rivera', title: 'Short game', zone: lesson.zone }
const review = { id: 'review', playerName: 'Sam Rivera', zone: lesson.zone }
const talk = { id: 'talk', studentName: 'Sam Rivera', isCoachNeeded: false, reason: null, isUnread: false }

const kindsOf = (facts: Partial<TaskFacts>) => listTasks({ ...idle, ...facts }, now).map(({ kind }) => kind)

test('a coach with nothing to do has no tasks', () => expect(listTasks(idle, now)).toEqual([]))

describe('a task is', () => {
  test.each<[what: string, facts: Partial<TaskFacts>, kinds: string[]]>([
    ['a hidden profile', { isVisible: false }, ['hidden']],
    ['a calendar out of reach', { lostCalendars: ['Family'] }, ['calendar']],
    ['a bank account, with money held or without', { payoutAccount: 'none', heldCents: 0 }, ['bank_account']],
    ['a bank account that lacks something', { payoutAccount: 'pending' }, ['bank_account']],
    ['nothing while the new account is checked', { payoutAccount: 'review' }, []],
    ['a lesson that is over', { lessons: [lesson] }, ['outcome']],
    ['a problem, in place of its outcome', { lessons: [{ ...lesson, hasOpenProblem: true }] }, ['problem']],
    [
      'a review that waits for the coach’s words',
      { lessons: [{ ...lesson, status: 'completed', hasHiddenReview: true }] },
      ['note'],
    ],
    ['a video review without an answer', { videoReviews: [{ ...review, dueAt: now + 1 }] }, ['video_review']],
    ['a change request', { proposals: [{ ...proposal, expiresAt: now + HOUR }] }, ['changes']],
    ['a conversation that was not read', { conversations: [{ ...talk, isUnread: true }] }, ['conversation']],
    [
      'a question the assistant left',
      { conversations: [{ ...talk, isCoachNeeded: true, reason: 'Asked for a person' }] },
      ['conversation'],
    ],
  ])('%s', (_what, facts, kinds) => expect(kindsOf(facts)).toEqual(kinds))
})

test('a task that is also a first step is shown there once', () =>
  expect(
    kindsOf({ hasFirstSteps: true, isVisible: false, payoutAccount: 'none', lessons: [lesson] }),
  ).toEqual(['outcome']))

describe('a task is not', () => {
  test.each<[what: string, facts: Partial<TaskFacts>]>([
    ['a video review whose time has passed', { videoReviews: [{ ...review, dueAt: now }] }],
    ['a lesson that still runs', { lessons: [{ ...lesson, lessonEnd: now + 1 }] }],
    ['a lesson that was completed', { lessons: [{ ...lesson, status: 'completed' }] }],
    [
      'a review of a lesson the coach wrote about',
      { lessons: [{ ...lesson, status: 'completed', hasHiddenReview: true, hasNote: true }] },
    ],
    [
      'a review nobody may write about any more',
      {
        lessons: [{ ...lesson, status: 'completed', hasHiddenReview: true, lessonEnd: now - 61 * 24 * HOUR }],
      },
    ],
    ['a change request that ran out', { proposals: [{ ...proposal, expiresAt: now }] }],
    ['a conversation the assistant looks after', { conversations: [talk] }],
  ])('%s', (_what, facts) => expect(kindsOf(facts)).toEqual([]))
})

test('people waiting come before the coach’s own tasks', () => {
  const kinds = kindsOf({
    isVisible: false,
    lostCalendars: ['Family'],
    payoutAccount: 'none',
    lessons: [
      { ...lesson, status: 'completed', hasHiddenReview: true },
      lesson,
      { ...lesson, hasOpenProblem: true },
    ],
    proposals: [{ ...proposal, expiresAt: now + HOUR }],
    videoReviews: [{ ...review, dueAt: now + HOUR }],
    conversations: [{ ...talk, isUnread: true }],
  })
  expect(kinds).toEqual([...taskKinds])
})
