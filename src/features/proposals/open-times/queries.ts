import { isSlotOpen } from '#features/availability/availability.ts'
import { findSchedule, type Schedule } from '#features/availability/queries.ts'
import type { Services } from '#ports/services.ts'
import type { Proposal } from '../schema.ts'

/**
 * Says of every time of the offers that still stand whether it is open now, as accepting will ask once more. One reading of
 * a calendar for each coach and place; the coach's notice does not matter.
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
      })
      schedules.set(key, schedule)
    }
    const rules = schedule && { ...schedule.rules, noticeHours: 0 }
    const times = proposal.times.map(({ start }) => {
      const at = Date.parse(start)
      return {
        start,
        isOpen: rules !== null && at > now && isSlotOpen(rules, at, proposal.durationMinutes, now),
      }
    })
    shown.push({ ...proposal, times })
  }
  return shown
}
