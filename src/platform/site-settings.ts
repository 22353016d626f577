import { inArray, sql } from 'drizzle-orm'
import { cachedUntilAnnounced } from './cached-until-announced.ts'
import type { Database, Queryable } from './db.ts'
import type { Env } from './env.ts'
import type { Realtime } from './realtime.ts'
import { platformConfig } from './tables.ts'

/** Settings that admins change while the product runs. */

export interface SiteSettings {
  /** The address that links in letters and texts begin with, without a slash at its end. */
  appUrl: string
  /** Where texts send people who want to do something, unless they name a page of their own. */
  smsCtaUrl: string
  /** Where people write for help. Not an admin's to change: mail to it must reach somebody. */
  supportEmail: string
  /** Who writes, and from where: the law wants both in letters that people can do without. */
  sender: string
}

/** The settings that say who runs this. */
export type SenderSettings = Pick<Env, 'appUrl' | 'SUPPORT_EMAIL' | 'COMPANY_NAME' | 'POSTAL_ADDRESS'>

/** Who writes, and from where, in one line. */
export const senderOf = (env: Pick<Env, 'COMPANY_NAME' | 'POSTAL_ADDRESS'>) =>
  `${env.COMPANY_NAME}, ${env.POSTAL_ADDRESS}`

export interface SiteSettingsReader {
  /** As they hold now; read again as soon as one process changes them. */
  read(): Promise<SiteSettings>
  /** For the process that has just changed one. */
  forget(): void
}

const KEEP_MS = 10 * 60_000

/** The settings of this installation, read once and kept until the database announces that one has changed. */
export function openSiteSettings(
  db: Database,
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>,
  env: SenderSettings,
): SiteSettingsReader {
  const cache = cachedUntilAnnounced<SiteSettings>({
    realtime,
    topics: ['platform-config:'],
    weigh: () => 1,
    maxBytes: 10_000,
    keepMs: KEEP_MS,
  })
  return {
    read: () => cache.find('settings', () => readSettings(db, env)),
    forget: () => cache.drop('settings'),
  }
}

async function readSettings(db: Queryable, env: SenderSettings): Promise<SiteSettings> {
  const { configKey, configValue } = platformConfig
  const rows = await db
    .select({ configKey, configValue })
    .from(platformConfig)
    .where(inArray(configKey, ['app_url', 'sms_cta_url']))
  const stored = new Map(rows.map((row) => [row.configKey, row.configValue]))
  const appUrl = stored.get('app_url') ?? env.appUrl
  const smsCtaUrl = stored.get('sms_cta_url') ?? appUrl
  return { appUrl, smsCtaUrl, supportEmail: env.SUPPORT_EMAIL, sender: senderOf(env) }
}

/** Stores a setting. @param now milliseconds since 1970, UTC */
export async function writeSetting(
  db: Queryable,
  setting: { key: 'app_url' | 'sms_cta_url'; value: string; now: number },
): Promise<void> {
  const set = { configValue: setting.value, updatedAt: setting.now }
  await db
    .insert(platformConfig)
    .values({ configKey: setting.key, ...set })
    .onConflictDoUpdate({ target: platformConfig.configKey, set })
}

/** When each setting was changed last; a setting nobody changed is missing. */
export async function readSettingChanges(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select().from(platformConfig).orderBy(sql`config_key`)
  return new Map(rows.map((row) => [row.configKey, row.updatedAt]))
}
