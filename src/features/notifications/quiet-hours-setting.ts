import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { OWN_QUIET_HOURS, type QuietHours } from './quiet-hours.ts'
import { notificationSettings } from './tables.ts'

/** The fallback time zone: the one with the most lessons. */
const LIKELIEST_ZONE = 'America/New_York'

/** The time zone a person chose, else the one they teach in, else that of their latest lesson. */
export async function readOwnZone(
  services: Pick<Services, 'answers'>,
  db: Queryable,
  userId: string,
): Promise<string> {
  return await zoneOf(services, db, userId, await readSettings(db, userId))
}

/** A person's quiet hours for texts and push, in their own time zone; null for never. */
export async function readQuietHours(
  services: Pick<Services, 'answers'>,
  db: Queryable,
  userId: string,
): Promise<QuietHours | null> {
  const settings = await readSettings(db, userId)
  const zone = await zoneOf(services, db, userId, settings)
  if (!settings) return { zone, ...OWN_QUIET_HOURS }
  const { quietFrom: from, quietUntil: until } = settings
  return from === null || until === null ? null : { zone, from, until }
}

async function readSettings(db: Queryable, userId: string) {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return row
}

async function zoneOf(
  { answers }: Pick<Services, 'answers'>,
  db: Queryable,
  userId: string,
  settings: { timeZone: string | null } | undefined,
): Promise<string> {
  return settings?.timeZone ?? (await answers.likely_zone(db, userId)) ?? LIKELIEST_ZONE
}
