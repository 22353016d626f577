import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type QuizVariant, quizVariants, stepOrders } from '#features/match-quiz/quiz.ts'
import { testProduct } from '#tests/support/product.ts'

/** Three hundred sessions whose answers are known, over the end of daylight saving time (2 November 2025, 2 a.m. in New York). */
const product = testProduct()
let admin: Awaited<ReturnType<typeof product.student>>

interface Known {
  session: string
  variant: QuizVariant
  position: number
  isCompleted: boolean
  isTest: boolean
  /** The day in New York. */
  day: string
}
const known: Known[] = []
/** Wall clock in New York. The hour between 1 and 2 comes twice on that Sunday. */
const clocks = ['00:30', '01:30', '08:00', '23:30']
const days = ['2025-11-01', '2025-11-02', '2025-11-03']

beforeAll(async () => {
  admin = await product.admin('Ada Admin')
  for (let n = 0; n < 300; n++) {
    const variant = quizVariants[n % 3] ?? 'control'
    const order = stepOrders[variant]
    const one: Known = {
      session: randomUUID(),
      variant,
      position: 1 + ((n * 7) % order.length),
      isCompleted: n % 4 === 0,
      isTest: n % 25 === 0,
      day: days[n % 3 === 0 ? 0 : n % 2 ? 1 : 2] ?? '',
    }
    known.push(one)
    // Two rounds: the first came less far, and the second begins the day after.
    const rounds = n % 5 === 0 ? 2 : 1
    for (let round = 0; round < rounds; round++)
      await product.query(
        `insert into quiz_responses (session_id, is_test, variant, current_step, contact_email, created_at, updated_at)
         values ($1, $2, $3, $4, $5, ($6::timestamp at time zone 'America/New_York') + make_interval(hours => $7), current_instant())`,
        [
          one.session,
          one.isTest,
          variant,
          order[(round === rounds - 1 ? one.position : 1) - 1],
          round === 0 && one.isCompleted ? `g${n}@golfers.test` : null,
          `${one.day} ${clocks[n % 4]}`,
          round * 48,
        ],
      )
  }
}, 60_000)

const counted = (from: string, to: string) =>
  quizVariants.map((variant) => {
    const own = known.filter(
      (one) => one.variant === variant && !one.isTest && one.day >= from && one.day <= to,
    )
    return {
      variant,
      sessions: own.length,
      reached: stepOrders[variant].map((_, at) => own.filter(({ position }) => position > at).length),
      completed: own.filter(({ isCompleted }) => isCompleted).length,
      matched: 0,
      unmatched: 0,
      followed: own.filter(({ isCompleted }) => isCompleted).length,
      booked: 0,
      bookedMatch: 0,
      bookedAgain: 0,
    }
  })
const read = async (query = '') => (await admin.get(`/api/admin/quiz/funnel${query}`)).json

describe('the funnel', () => {
  test('rejects an end date before the start date', async () => {
    const answer = await admin.get('/api/admin/quiz/funnel?from=2025-11-04&to=2025-11-03')
    expect(answer.status).toBe(400)
    expect(answer.json.data.issues).toEqual([{ path: 'to', message: 'The last day comes before the first' }])
  })

  test('is exact to the session, in total and for each day', async () => {
    expect((await read()).funnels).toEqual(counted('2025-10-23', '2099-01-01'))
    expect((await read()).from).toBe('2025-10-23')
    for (const day of days) expect((await read(`?from=${day}&to=${day}`)).funnels).toEqual(counted(day, day))
    expect(
      (await read('?from=2025-11-04&to=2025-11-04')).funnels.map(
        ({ sessions }: { sessions: number }) => sessions,
      ),
    ).toEqual([0, 0, 0])
  })

  test('excludes a session and all its rows once it is marked as a test, and includes it again when unmarked', async () => {
    const one = known.find(({ isTest }, at) => !isTest && at % 5 === 0)
    if (!one) throw new Error('nobody')
    const mark = (isTest: boolean) => admin.put(`/api/admin/quiz/sessions/${one.session}/test`, { isTest })
    expect((await mark(true)).json).toEqual({ rows: 2 })
    const { rows } = await product.database.pool.query(
      'select is_test from quiz_responses where session_id = $1',
      [one.session],
    )
    expect(rows).toEqual([{ is_test: true }, { is_test: true }])
    one.isTest = true
    expect((await read()).funnels).toEqual(counted('2025-10-23', '2099-01-01'))
    const log = await product.database.pool.query(
      `select after from audit_log where target = 'matchQuiz.markTest'`,
    )
    expect(log.rows.length).toBe(1)
    expect((await mark(false)).json).toEqual({ rows: 2 })
    one.isTest = false
    expect((await read()).funnels).toEqual(counted('2025-10-23', '2099-01-01'))
  })

  test('reports an unknown session', async () => {
    const said = await admin.put(`/api/admin/quiz/sessions/${randomUUID()}/test`, { isTest: true })
    expect([said.status, said.json.code]).toEqual([404, 'no_such_session'])
  })

  test('lists the rows behind a figure for a variant and a day', async () => {
    const page = (await admin.get('/api/admin/lists/quiz?filters[variant]=test&filters[isTest]=no')).json
    const own = await product.database.pool.query(
      `select count(*)::int as n from quiz_responses where variant = 'test' and not is_test`,
    )
    expect(page.count).toBe(own.rows[0].n)
  })
})
