import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { updateMarketCoaches } from '#features/analytics/market/commands.ts'
import { computeMarket } from '#features/analytics/market/updates.ts'
import { computeRevenue } from '#features/bookings/revenue.ts'
import { rebuildCoaches } from '#features/search/open-times/rebuild.ts'
import { createDealer } from './bios.ts'
import { keepBooks } from './books.ts'
import { insertBuilders } from './builders.ts'
import { insertCancellationList } from './cancellation-list.ts'
import { clearDemo } from './clear.ts'
import { insertClinics } from './clinics.ts'
import { insertClips } from './clips.ts'
import { type CoachWorld, makeCoach } from './coaches.ts'
import { openDiary } from './diary.ts'
import { insertGiftCards } from './gift-cards.ts'
import { insertGolfers } from './golfers.ts'
import { connectGoogleCalendar } from './google-calendar.ts'
import { listAreas, planHomes } from './homes.ts'
import { insertAccess, insertCoaches, insertLessons, insertProfiles } from './insert.ts'
import { insertBooks, insertStories } from './insert-books.ts'
import { insertIntakeQuestions } from './intake-questions.ts'
import { fillDiary } from './lessons.ts'
import { insertLogins } from './logins.ts'
import { insertMarketDays } from './market-days.ts'
import { insertMessageLogs } from './message-logs.ts'
import { insertNotifications } from './notifications.ts'
import { insertOfficeWork } from './office-work.ts'
import { insertOtherCalendars } from './other-calendars.ts'
import { insertOwnHours } from './own-hours.ts'
import { insertPackageOffers, insertSoldPackage } from './package-offers.ts'
import { insertPromoCodes } from './promo-codes.ts'
import { insertQuizSessions } from './quiz-sessions.ts'
import { insertRainChecks } from './rain-checks.ts'
import { createRandom, type Random } from './random.ts'
import type { Coach, Lesson, Student } from './rows.ts'
import { scenarioCoaches, showroomCoaches } from './scenario-coaches.ts'
import { insertConversations } from './scenario-conversations.ts'
import { makeScenarioLessons, makeShowroomLessons } from './scenario-lessons.ts'
import { insertProposals } from './scenario-proposals.ts'
import { insertStudentScenarios } from './scenario-students.ts'
import { insertWorkspaces } from './scenario-workspaces.ts'
import { scenario, scenarioVisitors } from './scenarios.ts'
import { makeStudents, studentFinder } from './students.ts'
import { listTowns, type Town, townFinder } from './towns.ts'
import { insertVendorCalls } from './vendor-calls.ts'
import { insertVerifications } from './verifications.ts'
import { insertVideoReview, insertVideoReviewOffers } from './video-reviews.ts'
import { insertVisits } from './visits.ts'

export interface DemoOptions {
  /** Number of coaches, including the named ones but not the hidden showroom coach. Default 1,200. */
  readonly coaches?: number
  /** The same seed and instant produce the same marketplace. Default 1. */
  readonly seed?: number
  /** Milliseconds since 1970, UTC. Seeded lessons lie before and after it. */
  readonly now: number
  /** Approximate number of lessons. Defaults to 7.5 per coach, at most 20,000. */
  readonly bookings?: number
  /** The secret for encrypting keys and URLs. Without it the demo has no external calendars. */
  readonly secret?: string
  /** The secret for computing the codes of gift cards. Without it the demo has no gift cards. */
  readonly sessionSecret?: string
  /** Whether a real Google Calendar client is configured. If so, no demo coach is connected to the local double. */
  readonly ownGoogle?: boolean
  /** Deletes the existing demo, including everything booked in it, before seeding. */
  readonly fresh?: boolean
}

export interface DemoSummary {
  /** True if a demo already existed and nothing was changed. */
  readonly skipped: boolean
  readonly coaches: number
  readonly students: number
  readonly bookings: number
  readonly reviews: number
}

/** An arbitrary advisory lock key, shared by all processes that seed one database. */
const SEED_LOCK = 774_215_904
const COACHES_A_BATCH = 2000
const STUDENTS_WITHIN_REACH = 60
const OPEN_STARTS_A_BATCH = 200
/**
 * Tables whose triggers are disabled during seeding: they count versions and notify listeners for each row, and no listener has seen older
 * data.
 */
const quietTables = [
  'instructor_availability',
  'instructor_blocked_dates',
  'instructor_teaching_locations',
  'bookings',
  'lesson_reviews',
  'payment_refunds',
  'ledger_transactions',
  'ledger_lines',
  'payouts',
]

/** Triggers of `bookings` that stay enabled: they write the coaches' occupied times, which the open times leave out. */
const occupyingTriggers = ['bookings_occupy_time_on_insert', 'bookings_occupy_time_on_change']

/**
 * Fills the marketplace with fictional people, all marked `is_demo`, in one transaction.
 * The client must own the tables and must not be inside a transaction.
 */
export async function seedDemo(client: pg.ClientBase, options: DemoOptions): Promise<DemoSummary> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [SEED_LOCK])
    if (options.fresh) await clearDemo(client)
    const summary = (await hasDemo(client)) ? nothing : await fill(client, options)
    await client.query('commit')
    return summary
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const nothing: DemoSummary = { skipped: true, coaches: 0, students: 0, bookings: 0, reviews: 0 }

async function hasDemo(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from profiles where is_demo and user_type = 'instructor') as found`,
  )
  return rows[0]?.found ?? false
}

async function fill(client: pg.ClientBase, options: DemoOptions): Promise<DemoSummary> {
  const { now } = options
  const named = scenarioCoaches(now)
  const others = Math.max(0, (options.coaches ?? 1200) - named.length)
  const bookings = options.bookings ?? Math.min(20_000, Math.round(others * 7.5))
  const random = createRandom(`greenside ${options.seed ?? 1}`)
  const towns = await listTowns()
  const students = makeStudents(
    random,
    towns,
    Math.max(STUDENTS_WITHIN_REACH, Math.round(bookings / 22.5)),
    now,
  )

  await client.query(`set local greenside.admin_by_hand = 'yes'`)
  for (const table of quietTables) await client.query(`alter table ${table} disable trigger user`)
  for (const trigger of occupyingTriggers)
    await client.query(`alter table bookings enable trigger ${trigger}`)
  await insertProfiles(client, [...students.map((student) => student.profile), ...scenarioVisitors(now)])

  const lessons: Lesson[] = []
  const guarded = new Set(
    named.filter(({ coach }) => !coach.instant_book_enabled).map(({ profile }) => profile.id),
  )
  for (const batch of makeBatches({ random, towns, named, others, students, bookings, now })) {
    await insertCoaches(client, batch.coaches, batch.lessons)
    for (const { coach } of batch.coaches) if (!coach.instant_book_enabled) guarded.add(coach.user_id)
    lessons.push(...batch.lessons)
  }
  await insertLessons(client, lessons)
  await insertBooks(client, keepBooks(lessons, now))
  await insertStories(client, lessons)
  await insertAccess(client, accessFor(lessons, guarded))
  await client.query('insert into showroom_coaches (instructor_id, created_at) values ($1, $2)', [
    scenario.morgan.id,
    new Date(now),
  ])
  await insertLogins(client)
  await insertPromoCodes(client, now)
  await insertVerifications(client, scenario.avery.id, now)
  await insertNotifications(client, now)

  for (const table of quietTables) await client.query(`alter table ${table} enable trigger user`)
  await insertOwnHours(client, now)
  await insertQuizSessions(client, now)
  if (options.secret) await insertOtherCalendars(client, now, options.secret)
  if (options.secret) await insertBuilders(client, now, options.secret)
  if (options.secret && !options.ownGoogle)
    await connectGoogleCalendar(client, scenario.maya, now, options.secret)
  const ofPackages = await insertProposals(client, now)
  await insertPackageOffers(client, now)
  await insertSoldPackage(client, now)
  await insertClinics(client, now)
  await insertVideoReviewOffers(client, now)
  await insertConversations(client, now)
  await insertOfficeWork(client, now)
  await insertVendorCalls(client, now)
  await insertWorkspaces(client, now)
  await insertStudentScenarios(client, now)
  await insertClips(client, now)
  await insertVideoReview(client, now)
  if (options.sessionSecret) await insertGiftCards(client, now, options.sessionSecret)
  await insertCancellationList(client, now)
  await insertRainChecks(client, now)
  await insertIntakeQuestions(client)
  await insertGolfers(client, now)
  await insertMessageLogs(client, now)
  await insertVisits(client, options.seed ?? 1, now)
  await client.query(
    `analyze profiles, instructor_profiles, payments, instructor_schedules, ${quietTables.join(', ')}`,
  )
  await computeOpenStarts(client, now)
  await insertMarketDays(client, now)
  await computeFigures(client, now)
  return {
    skipped: false,
    coaches: others + named.length + showroomCoaches(now).length,
    students: students.length + 1,
    bookings: lessons.length + ofPackages,
    reviews: lessons.filter((lesson) => lesson.review).length,
  }
}

/** The open times that the search uses, so that they are there when the server starts. */
async function computeOpenStarts(client: pg.ClientBase, now: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select user_id as id from instructor_profiles')
  const ids = rows.map(({ id }) => id)
  await client.query(
    'analyze occupancies, instructor_openings, availability_calendars, places_with_own_hours, coach_drives, instructor_busy_times',
  )
  const db = drizzle({ client: client as pg.Client })
  for (let from = 0; from < ids.length; from += OPEN_STARTS_A_BATCH) {
    await rebuildCoaches(db, ids.slice(from, from + OPEN_STARTS_A_BATCH), now)
    // Without statistics the next batches would read the whole table each.
    if (from === 0) await client.query('analyze open_starts')
  }
  await client.query('delete from open_start_changes')
  await client.query('analyze open_starts')
}

/** The rows and sums behind figures, which triggers would have noted. */
async function computeFigures(client: pg.ClientBase, now: number): Promise<void> {
  const db = drizzle({ client: client as pg.Client })
  await computeMarket(db, now)
  await updateMarketCoaches(db)
  await computeRevenue(db)
}

interface Plan {
  readonly random: Random
  readonly towns: readonly Town[]
  readonly named: readonly Coach[]
  readonly others: number
  readonly students: readonly Student[]
  readonly bookings: number
  readonly now: number
}

/** Generates coaches with their lessons, the named ones first, in batches that keep memory use low. */
function* makeBatches(plan: Plan): Generator<{ coaches: readonly Coach[]; lessons: readonly Lesson[] }> {
  const { random, towns, others, students, now } = plan
  const busy = new Set<string>()
  const studentsNear = studentFinder(students, STUDENTS_WITHIN_REACH)
  const inCharlotte = studentsNear('the named', { lat: 35.2271, lng: -80.8431 })
  yield {
    coaches: plan.named,
    lessons: makeScenarioLessons(random.fork('named'), plan.named, inCharlotte, busy, now),
  }
  const areas = listAreas(towns)
  const world: CoachWorld = {
    random,
    deal: createDealer(random.fork('cards')),
    now,
    townsNear: remembered(townFinder(towns)),
    weightOf: (area) => areas[area]?.weight ?? 1,
  }
  const homes = planHomes(towns, others, random.fork('homes'))
  for (let from = 0; from < homes.length; from += COACHES_A_BATCH) {
    const lessons: Lesson[] = []
    const coaches = homes.slice(from, from + COACHES_A_BATCH).map((home, at) => {
      const coach = makeCoach(world, home, from + at)
      const near = studentsNear(`area ${home.area}`, home.town)
      lessons.push(
        ...giveLessons(random.fork(`lessons ${from + at}`), coach, near, busy, now, plan.bookings / others),
      )
      return coach
    })
    yield { coaches, lessons }
  }
  // Generated last, so that the showroom lessons do not change the other coaches' diaries.
  for (const coach of showroomCoaches(now))
    yield {
      coaches: [coach],
      lessons: makeShowroomLessons(random.fork('showroom'), coach, inCharlotte, busy, now),
    }
}

/** Generates a coach's lessons: a few for most coaches, many for popular ones. @param mean average number of lessons per coach */
function giveLessons(
  random: Random,
  coach: Coach,
  students: readonly Student[],
  busy: Set<string>,
  now: number,
  mean: number,
): Lesson[] {
  if (!coach.coach.is_visible) return []
  // The mean of this log-normal popularity is e^(s²/2). Dividing by it makes the total match the requested number.
  const wanted = Math.min(70, (1.03 * mean * Math.exp(random.bell() * 0.9)) / Math.exp(0.9 ** 2 / 2))
  const count = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0)
  if (count === 0) return []
  const coming = Math.round(count * 0.12 + random.next() - 0.5)
  const off = random.chance(count * 0.025) ? 1 : 0
  return fillDiary(random, coach, openDiary(coach, now), students, busy, now, {
    past: Math.max(0, count - coming - off),
    coming,
    off,
    bookedBefore: now - 1_800_000,
    quality: Math.min(1, 0.45 + random.next() * 0.55),
    reviewed: 0.8,
  })
}

/** Grants access to students who have booked a coach that is not open to everyone. */
function accessFor(lessons: readonly Lesson[], guarded: ReadonlySet<string>) {
  const pairs = new Map<string, { student_id: string; instructor_id: string }>()
  for (const { booking } of lessons) {
    const { student_id, instructor_id } = booking
    if (guarded.has(instructor_id)) pairs.set(`${student_id} ${instructor_id}`, { student_id, instructor_id })
  }
  return [...pairs.values()]
}

function remembered(find: CoachWorld['townsNear']): CoachWorld['townsNear'] {
  const known = new Map<string, Town[]>()
  return (spot, miles) => {
    const key = `${spot.zip} ${miles}`
    const before = known.get(key)
    if (before) return before
    const found = find(spot, miles)
    known.set(key, found)
    return found
  }
}
