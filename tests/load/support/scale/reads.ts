import type pg from 'pg'
import { adminLists } from '#app/admin-lists.ts'
import { addDays, dateIn } from '#platform/time.ts'
import routes from '../../../../src/routes.ts'
import { buildProduct, startServer } from '../server.ts'
import { signInAs } from '../students.ts'
import { explainSlow, LIMIT_MS, renderSlow, type SlowStatement, takeSlow } from './slow-statements.ts'

type Who = 'coach' | 'student' | 'admin' | 'visitor'

interface Call {
  who: Who
  /** The address before its parameters were filled in. */
  name: string
  path: string
}

interface Spec {
  paths: Record<string, Record<string, { parameters?: Parameter[] } | undefined>>
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { enum?: unknown[]; format?: string; type?: string; minimum?: number }
}

/** Reads each of them this often after the first time. */
const AGAIN = 2
/** A longer call is not repeated. */
const LONG_MS = 5_000
/** Seconds in which the worker's jobs are watched: every job of a minute runs. */
const JOB_SECONDS = 75

/**
 * Opens every page and calls every procedure that reads, with the people who have most, one call at a time.
 * Prints what took more than the limit.
 * @param only measures addresses that contain it
 * @returns the number of calls that failed with 500 or more
 */
export async function measureReads(url: string, pool: pg.Pool, only?: string): Promise<number> {
  buildProduct()
  const people = await findPeople(pool)
  const cookies = await signIn(pool, people)
  const server = await startServer({
    databaseUrl: `${url}?options=-c%20statement_timeout%3D30s`,
    env: { PROCESS_ROLE: 'web' },
  })
  const slow = new Map<string, SlowStatement>()
  const statuses = new Map<string, Set<number>>()
  let failed = 0
  const send = async ({ who, path }: Call) => {
    const began = performance.now()
    const headers = new Headers(who === 'visitor' ? [] : [['cookie', cookies[who]]])
    const answer = await fetch(server.url + path, { headers, redirect: 'manual' })
    await answer.arrayBuffer()
    return { status: answer.status, ms: performance.now() - began }
  }
  const keep = async (call: Call, which: 'most' | 'again') => {
    const taken = await takeSlow(pool)
    for (const { id, text, calls, most } of taken) {
      const known = slow.get(id) ?? { text, callers: new Set(), calls: 0, most: 0, again: 0, part: '' }
      known.callers.add(`${call.who} ${call.name}`)
      known.calls += calls
      known.most = Math.max(known.most, most)
      if (which === 'again') known.again = Math.max(known.again, most)
      slow.set(id, known)
    }
    return taken.length
  }
  try {
    const spec = (await (await fetch(`${server.url}/api/spec.json`)).json()) as Spec
    const calls = [...searches, ...pagesOf(people), ...proceduresOf(spec, people), ...listsOf()].filter(
      ({ path }) => !only || path.includes(only),
    )
    await takeSlow(pool)
    console.log(`| call with a statement over ${LIMIT_MS} ms | first ms | again ms |\n|---|--:|--:|`)
    for (const call of calls) {
      const first = await send(call)
      if (first.status >= 500) {
        failed++
        console.log(`RED  ${call.who} ${call.path}: ${first.status}`)
      }
      const known = statuses.get(call.name) ?? new Set()
      statuses.set(call.name, known.add(first.status))
      // The rest is rendering, which a page does for the first time.
      if (first.ms < LIMIT_MS || (await keep(call, 'most')) === 0) continue
      const later: number[] = []
      for (let nth = 0; nth < (first.ms > LONG_MS ? 0 : AGAIN); nth++) later.push((await send(call)).ms)
      await keep(call, 'again')
      console.log(
        `| ${call.who} ${call.path.slice(0, 110)} | ${first.ms.toFixed(0)} | ${later.length > 0 ? Math.max(...later).toFixed(0) : ''} |`,
      )
      const unexplained = [...slow.values()].filter(({ part }) => !part)
      if (unexplained.length === 0) continue
      for (const [id, part] of await explainSlow(pool, () => send(call))) {
        const statement = slow.get(id)
        if (statement) statement.part ||= part
      }
      await takeSlow(pool)
      // What is cached now does not run again.
      for (const statement of unexplained) statement.part ||= 'not repeated'
      for (const statement of unexplained) console.log(renderSlow([statement]).split('\n').at(-1))
    }
    const never = [...statuses]
      .filter(([, seen]) => !seen.has(200))
      .map(([name, seen]) => `${name} (${[...seen].join(', ')})`)
    console.log(
      `${calls.length} calls of ${statuses.size} addresses, ${statuses.size - never.length} answered with 200`,
    )
    console.log(`never answered with 200: ${never.join(', ')}`)
    console.log(`\n${renderSlow([...slow.values()])}`)
  } finally {
    await server.stop()
  }
  return failed
}

/** Lets the worker run, and prints the statements of its jobs over the limit. */
export async function watchJobs(url: string, pool: pg.Pool) {
  await takeSlow(pool)
  const server = await startServer({ databaseUrl: url, env: { PROCESS_ROLE: 'worker' } })
  const parts = await explainSlow(pool, () => new Promise((done) => setTimeout(done, JOB_SECONDS * 1000)))
  await server.stop()
  const found = await takeSlow(pool)
  console.log(
    `\nJobs:\n\n${renderSlow(
      found.map(({ id, text, calls, most }) => ({
        text,
        callers: new Set(['worker']),
        calls,
        most,
        again: most,
        part: parts.get(id) ?? '',
      })),
    )}`,
  )
}

type People = Record<Exclude<Who, 'visitor'>, string> & { ids: Record<string, string> }

/** The coach and the student with the most lessons, an admin, and things of theirs. */
async function findPeople(pool: pg.Pool): Promise<People> {
  const one = async (query: string, ...values: string[]) =>
    (await pool.query<{ id: string }>(query, values)).rows[0]?.id ?? ''
  const most = (column: string) =>
    `select ${column} as id from bookings group by 1 order by count(*) desc, 1 limit 1`
  const coach = await one(most('instructor_id'))
  const student = await one(most('student_id'))
  const admin = await one(`select user_id as id from user_roles where role = 'admin' limit 1`)
  const bookingId = await one(
    `select id from bookings where instructor_id = $1 and status = 'completed' order by lesson_date desc limit 1`,
    coach,
  )
  const partner = await one('select student_id as id from bookings where id = $1', bookingId)
  const conversationId = await one(
    'select id from conversations where instructor_id = $1 order by message_count desc limit 1',
    coach,
  )
  const paymentId = await one('select id from payments where booking_id = $1', bookingId)
  const sessionId = await one('select stripe_session_id as id from orders where id = $1', bookingId)
  const placeId = await one(
    'select id from instructor_teaching_locations where instructor_id = $1 and is_primary',
    coach,
  )
  const today = dateIn(Date.now(), 'America/New_York')
  return {
    coach,
    student,
    admin,
    ids: {
      instructorId: coach,
      coachId: coach,
      studentId: partner,
      userId: partner,
      bookingId,
      lessonId: bookingId,
      conversationId,
      paymentId,
      orderId: bookingId,
      year: today.slice(0, 4),
      month: today.slice(0, 7),
      from: today,
      to: addDays(today, 14),
      date: today,
      day: today,
      zip: '10001',
      area: '100',
      city: 'new-york',
      q: 'smith',
      query: 'lesson',
      time: '12:00',
      startTime: '12:00',
      endTime: '18:00',
      start: `${addDays(today, 5)}T17:00:00Z`,
      durationMinutes: '60',
      lat: '40.75',
      lng: '-73.99',
      span: '2',
      channel: 'email',
      templateKey: 'lesson-reminder',
      personId: partner,
      placeId,
      sessionId,
      list: 'users',
      rows: 'market-lessons',
      slug: 'how-booking-works',
      position: '1',
    },
  }
}

/** @returns cookies; the admin's session was opened with a second factor */
async function signIn(pool: pg.Pool, { coach, student, admin }: People) {
  const [ofCoach = '', ofStudent = '', ofAdmin = ''] = await signInAs(pool, [coach, student, admin])
  await pool.query('update sessions set is_two_step = true where user_id = $1', [admin])
  return { coach: ofCoach, student: ofStudent, admin: ofAdmin }
}

const everyone: readonly Who[] = ['visitor', 'student', 'coach', 'admin']

/** Every procedure that reads, with its required parameters and the known ones, as everyone. */
function proceduresOf(spec: Spec, { ids }: People): Call[] {
  return Object.entries(spec.paths).flatMap(([template, methods]) => {
    const operation = methods.get
    if (!operation) return []
    const parameters = operation.parameters ?? []
    const query = new URLSearchParams()
    for (const { name, in: where, required, schema } of parameters)
      if (where === 'query' && required)
        query.set(
          schema?.type === 'array' ? `${name}[0]` : name,
          ids[name] ?? ids[name.replace(/s$/, '')] ?? sample(schema),
        )
    const path = `/api${template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing')}`
    return everyone.map((who) => ({ who, name: template, path: query.size > 0 ? `${path}?${query}` : path }))
  })
}

const sample = (schema: Parameter['schema']): string =>
  String(
    schema?.enum?.[0] ?? (schema?.format === 'date' ? dateIn(Date.now(), 'UTC') : (schema?.minimum ?? 1)),
  )

/** Every list of the back office, plain and with a search. */
const listsOf = (): Call[] =>
  adminLists.flatMap(({ name }) =>
    ['', '?q=smith'].map((query) => ({
      who: 'admin' as const,
      name: `list ${name}${query}`,
      path: `/api/admin/lists/${name}${query}`,
    })),
  )

interface Route {
  path?: string
  children?: Route[]
}

function pagesOf({ ids, student }: People): Call[] {
  const found: string[] = []
  const walk = (route: Route) => {
    if (route.path && route.path !== '$') found.push(route.path)
    for (const child of route.children ?? []) walk(child)
  }
  walk(routes as Route)
  const fill = (path: string) => path.replaceAll(/\{?\$(\w+)\}?/g, (_, name: string) => ids[name] ?? student)
  return ['/', ...found].flatMap((path) =>
    everyone.map((who) => ({ who, name: `page ${path}`, path: fill(path) })),
  )
}

/** Searches as visitors make them: in the area with the most coaches, elsewhere, and in the whole country. */
const searches: readonly Call[] = ['?zip=10001', '?zip=90012', '?zip=28202', '?page=1'].flatMap((where) =>
  ['', '&sort=price-low', '&when=sat.morning', '&when=weekend&sort=soonest', '&sort=rating'].map((rest) => ({
    who: 'visitor' as const,
    name: `search ${where}${rest}`,
    path: `/api/coaches${where}${rest}`,
  })),
)
