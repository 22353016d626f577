import { sql } from 'drizzle-orm'
import type { Services } from '#ports/services.ts'
import { reopenProposal } from './acceptance.ts'
import { announceProposal } from './emails.ts'
import { expirePackage } from './packages/commands.ts'
import { announcePackage } from './packages/emails.ts'
import { REMIND_DAYS_BEFORE } from './packages/package.ts'
import { REMIND_HOURS_BEFORE } from './proposal.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BATCH = 500

/** When an offer closes: when the coach said, and at the latest with its last time, as {@link closesAt} has it. */
// Raw, as the statements below: batches that skip what others have locked.
const closing = sql`least(expires_at, (select max((d ->> 'datetime')::timestamptz) from jsonb_array_elements(proposed_dates) d))`

/** Ends, reminds of and reopens what is due; safe to run at any time and any number of times. @returns how many each */
export async function lookAfterProposals(
  services: Services,
): Promise<{ expired: number; reminded: number; reopened: number }> {
  const { db, clock } = services
  const now = new Date(clock.now())
  const stuck = await db.execute<{ id: string; start: Date | string }>(sql`
    select id, accepted_start as start from lesson_proposals p
    where status = 'accepted' and accepted_at <= ${new Date(clock.now() - 2 * MINUTE)}
      and not exists (select from bookings b where b.proposal_id = p.id and b.status in ('pending', 'confirmed', 'completed'))
    limit ${BATCH}`)
  let reopened = 0
  for (const { id, start } of stuck.rows)
    if (await reopenProposal(services, id, new Date(start).getTime())) reopened++
  const expired = await db.transaction(async (tx) => {
    const over = await tx.execute<{ id: string }>(sql`
      update lesson_proposals set status = 'expired', updated_at = ${now}
      where id in (select id from lesson_proposals where status in ('pending', 'changes_requested') and ${closing} <= ${now}
        limit ${BATCH} for update skip locked)
      returning id`)
    for (const { id } of over.rows) await announceProposal(services, tx, id, 'expired')
    return over.rows.length
  })
  const reminded = await db.transaction(async (tx) => {
    const soon = await tx.execute<{ id: string }>(sql`
      update lesson_proposals set reminded_at = ${now}
      where id in (select id from lesson_proposals where status = 'pending' and reminded_at is null
        and ${closing} <= ${new Date(clock.now() + REMIND_HOURS_BEFORE * HOUR)}
        and created_at <= ${new Date(clock.now() - REMIND_HOURS_BEFORE * HOUR)} limit ${BATCH} for update skip locked)
      returning id`)
    for (const { id } of soon.rows) await announceProposal(services, tx, id, 'reminder')
    return soon.rows.length
  })
  return { expired, reminded, reopened }
}

/** The same for packages. */
export async function lookAfterPackages(services: Services): Promise<{ ended: number; reminded: number }> {
  const { db, clock } = services
  const over = await db.execute<{ id: string }>(sql`
    select id from lesson_packages where ended_at is null and expires_at <= ${new Date(clock.now())} limit ${BATCH}`)
  let ended = 0
  for (const { id } of over.rows) if (await expirePackage(services, id)) ended++
  const reminded = await db.transaction(async (tx) => {
    const soon = await tx.execute<{ id: string }>(sql`
      update lesson_packages set reminded_at = ${new Date(clock.now())}
      where id in (select k.id from lesson_packages k where k.ended_at is null and k.reminded_at is null
        and k.expires_at <= ${new Date(clock.now() + REMIND_DAYS_BEFORE * 24 * HOUR)}
        and exists (select from lesson_credits c where c.package_id = k.id and c.status = 'available')
        limit ${BATCH} for update skip locked)
      returning id`)
    for (const { id } of soon.rows) await announcePackage(services, tx, id, { news: 'reminder' })
    return soon.rows.length
  })
  return { ended, reminded }
}
