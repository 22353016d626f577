import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { coachLive, coachLiveKind } from './letters.ts'

interface NewCoach {
  userId: string
  fullName: string
  city: string
}

/** Tells a new coach that students can book her, and what is left to do, in the transaction that made her one. Once. */
export async function announceLive(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  coach: NewCoach,
): Promise<void> {
  const { userId } = coach
  const letter = liveLetter(services.env.appUrl, coach)
  await sendLetter(services, tx, { key: `coach-live:${userId}`, kind: coachLiveKind, userId, letter })
}

/** The letter itself. The same facts give the same words. */
export const liveLetter = (appUrl: string, { userId, fullName, city }: NewCoach): Letter =>
  fillIn(coachLive, {
    full_name: fullName,
    city,
    profile_url: `${appUrl}/instructor/${userId}`,
    bank_account_url: `${appUrl}/payment-settings`,
    hours_url: `${appUrl}/availability`,
    portrait_url: `${appUrl}/profile-edit`,
  })
