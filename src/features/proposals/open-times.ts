import { checkOwnTime, isAllowed } from '#features/availability/own-times/own-time.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { addDays, dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { isAtItsPlace } from './locked-proposal.ts'
import type { Proposal } from './schema.ts'

const FARTHEST_DAYS = 366

/**
 * Marks for every time of open proposals whether it is still open, with the same checks as accepting. Reads
 * one schedule for each coach and place; the booking notice does not apply.
 */
export async function listOpenTimes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  proposals: Proposal[],
): Promise<Proposal[]> {
  const now = clock.now()
  const schedules = new Map<string, Schedule | null>()
  const shown: Proposal[] = []
  for (const proposal of proposals) {
    if (proposal.status !== 'pending' && proposal.status !== 'changes_requested') {
      shown.push(proposal)
      continue
    }
    const key = `${proposal.coach.id} ${proposal.location.id}`
    let schedule = schedules.get(key)
    if (schedule === undefined) {
      schedule = await findSchedule(db, proposal.coach.id, {
        now,
        locationId: proposal.location.id ?? undefined,
        // A coach may propose times after the booking window.
        from: dateIn(now, 'UTC'),
        to: addDays(dateIn(now, 'UTC'), FARTHEST_DAYS),
      })
      schedules.set(key, schedule)
    }
    const place = { locationId: proposal.location.id, zone: proposal.zone }
    const rules = isAtItsPlace(schedule, place) ? schedule?.rules : undefined
    const { durationMinutes } = proposal
    const times = proposal.times.map(({ start, confirmed }) => {
      const looked = rules && checkOwnTime(rules, { start: Date.parse(start), durationMinutes, now })
      const isOpen = looked !== undefined && isAllowed(looked, [...confirmed, 'short_notice'])
      return { start, confirmed, isOpen }
    })
    shown.push({ ...proposal, times })
  }
  return shown
}
