import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { settleProblem } from './booking-model-lessons.ts'
import { changePackages } from './booking-model-packages.ts'
import { close, lift } from './booking-model-people.ts'
import { attempt, isAway, type Playing, type Season } from './booking-model-season.ts'
import type { LetterWatch } from './letters-model.ts'

/**
 * Lets time pass until everything is settled: problems and disputes are decided, all lessons are cancelled or all are taught, suspensions
 * are lifted before or after that, pending account closures are completed, and packages expire or are ended.
 * @param kind selects among these variants
 */
export async function endSeason(
  playing: Playing,
  kind: number,
  letters: LetterWatch | undefined,
): Promise<void> {
  const { season, settle, runJob } = playing
  const { clock, lessons } = season
  await settle()
  await letters?.look({ alone: false })
  await runJob('connect')
  await decideProblems(playing, kind)
  const isLiftedLater = kind % 4 > 1
  if (!isLiftedLater) await liftAll(season)
  if (kind % 2) await cancelAll(season)
  await letters?.look({ alone: true })
  await settle()
  await letters?.look({ alone: false })
  // The last weekly lesson is 24 days after the start.
  clock.advance(26 * DAY)
  await runJob('clinics')
  // Checkouts of gift cards are ended within a year.
  await runJob('reviews')
  await runJob('completions')
  await letters?.look({ alone: true })
  clock.advance(25 * HOUR)
  await runJob('payouts')
  await letters?.look({ alone: true })
  await findTaughtBySuspended(season)
  if (isAway(season, season.coach.userId)) await cancelAll(season)
  await liftAll(season)
  await runJob('connect')
  await settle()
  await decideProblems(playing, kind)
  await runJob('payouts')
  await settle()
  for (const [userId, by] of season.leaving) await close(season, userId, by)
  await settle()
  if (kind % 3 === 0)
    for (let at = 0; at < lessons.length; at++)
      await attempt(() => changePackages(season, { do: 'endPackage', package: at, by: 'student' }))
  clock.advance(800 * DAY)
  await runJob('packages')
  await runJob('reviews')
  for (let round = 0; round < 2; round++) {
    await settle()
    await runJob('payouts')
  }
}

/** Banks decide disputes, and admins decide reported problems. */
async function decideProblems({ season, settle, hearBanks }: Playing, kind: number) {
  const { processor, clock, lessons } = season
  const asking = processor.listAsking()
  for (const session of asking)
    hearBanks(await processor.bankSays(session, kind % 2 ? 'lost' : 'won', clock.now()))
  if (asking.length > 0) await settle()
  for (const lesson of lessons) await attempt(() => settleProblem(season, lesson, false))
}

async function liftAll(season: Season) {
  for (const [userId, state] of season.away) if (state === 'suspended') await lift(season, userId)
}

async function cancelAll({ services, admin, lessons }: Season) {
  for (const { id: bookingId } of lessons)
    await cancelLesson(services, admin, { bookingId, reason: 'The season is over' })
}

/** Finds completed lessons that began while the coach was suspended. */
async function findTaughtBySuspended({ pool, coach, hadCrowdedLeaving, wrong }: Season) {
  const { rows } = await pool.query(
    `select b.id from bookings b join profiles p on p.id = b.instructor_id
     where b.instructor_id = $1 and p.suspended_at <= b.lesson_date and b.status = 'completed'`,
    [coach.userId],
  )
  if (rows.length > 0 && !hadCrowdedLeaving)
    wrong.push('a lesson is completed that began while its coach was suspended')
}
