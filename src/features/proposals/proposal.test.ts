import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import {
  closesAt,
  mayTransition,
  nextProposalSteps,
  proposalLifecycle,
  proposalStatuses,
  proposalTabs,
  shownStatus,
} from './proposal.ts'

describe('the proposal lifecycle [row 89]', () => {
  test('every status is reachable and belongs to exactly one tab', () => {
    const reached = new Set<string>(proposalLifecycle.map((step) => step.to))
    expect([...reached].sort()).toEqual([...proposalStatuses].sort())
    const { all, ...tabs } = proposalTabs
    expect([...Object.values(tabs).flat()].sort()).toEqual([...all].sort())
  })

  test('the student accepts, the coach revises, and neither can do the other’s part', () => {
    expect(nextProposalSteps('pending', 'student')).toEqual(['accept', 'request_changes', 'decline'])
    expect(nextProposalSteps('pending', 'coach')).toEqual(['revise', 'withdraw'])
    expect(nextProposalSteps('changes_requested', 'coach')).toEqual(['revise', 'withdraw'])
    expect(mayTransition('accept', 'changes_requested', 'student')).toBe(false)
    for (const status of [
      'accepted',
      'scheduled',
      'completed',
      'declined',
      'expired',
      'cancelled',
    ] as const) {
      expect(mayTransition('revise', status, 'coach')).toBe(false)
      expect(mayTransition('accept', status, 'student')).toBe(false)
    }
  })

  test('only the payment processor can schedule', () => {
    const scheduling = proposalLifecycle.filter((step) => step.to === 'scheduled')
    expect(scheduling.every((step) => step.by.join() === 'processor')).toBe(true)
  })

  test('accepted is shown as scheduled', () => {
    expect(shownStatus('accepted')).toBe('scheduled')
    expect(shownStatus('pending')).toBe('pending')
  })

  test('an offer closes with its last time at the latest', () => {
    expect(closesAt(50, [10, 30])).toBe(30)
    expect(closesAt(20, [10, 30])).toBe(20)
  })
})

describe('the database enforces the same lifecycle on direct SQL', () => {
  const database = testDatabase()
  let coachId: string
  let studentId: string

  beforeAll(async () => {
    coachId = (await addCoach(database.pool)).id
    studentId = randomUUID()
    await database.pool.query(`insert into profiles (id, full_name, email) values ($1, 'Sam Rivera', $2)`, [
      studentId,
      `${studentId}@students.test`,
    ])
  })

  const insert = async (status: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into lesson_proposals (instructor_id, student_id, status, price_amount, lesson_title, accepted_start)
       values ($1, $2, $3, 85, 'Short game', current_instant()) returning id`,
      [coachId, studentId, status],
    )
    return rows[0]?.id
  }

  test('each pair of statuses is a transition exactly when the table says so', async () => {
    for (const from of proposalStatuses)
      for (const to of proposalStatuses.filter((status) => status !== from)) {
        const id = await insert(from)
        const done = await database.pool
          .query('update lesson_proposals set status = $2 where id = $1', [id, to])
          .then(() => true)
          .catch((error: { constraint?: string }) => {
            expect(error.constraint).toBe('proposal_steps_follow_the_lifecycle')
            return false
          })
        const isStep = proposalLifecycle.some((step) => step.from === from && step.to === to)
        expect(done, `${from} → ${to}`).toBe(isStep)
      }
  })

  test.each([
    ['accepted', 'price_amount = 1, version = version + 1'],
    ['scheduled', `lesson_title = 'Other', version = version + 1`],
    ['pending', 'price_amount = 1'],
    ['pending', `instructor_id = instructor_id, student_id = instructor_id, version = version + 1`],
  ])('the terms of a %s proposal can’t be changed by: %s', async (status, change) => {
    const id = await insert(status)
    await expect(
      database.pool.query(`update lesson_proposals set ${change} where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('a revision increments the version', async () => {
    const id = await insert('changes_requested')
    await database.pool.query(
      `update lesson_proposals set status = 'pending', price_amount = 90, version = version + 1 where id = $1`,
      [id],
    )
  })
})
