import { inArray, sql } from 'drizzle-orm'
import { cachedUntilAnnounced } from './cached-until-announced.ts'
import type { Database, Queryable } from './db.ts'
import { type Env, siteNameOf } from './env.ts'
import type { Realtime } from './realtime.ts'
import { platformConfig } from './tables.ts'

/** Settings that admins can change at runtime. */

export interface SiteSettings {
  /** What emails and texts call the marketplace; a setting of the server. */
  siteName: string
  /** The address that links in letters and texts begin with, without a slash at its end. */
  appUrl: string
  /** The default link in text messages that do not have their own. */
  smsCtaUrl: string
  /** The support address. Not configurable by admins, because mail to it must be delivered. */
  supportEmail: string
  /** The sender's name and postal address, which the law requires in non-transactional email. */
  sender: string
}

/** The environment settings that identify the operator. */
export type SenderSettings = Pick<Env, 'appUrl' | 'SUPPORT_EMAIL' | 'COMPANY_NAME' | 'POSTAL_ADDRESS'>

/** The sender's name and postal address in one line. */
export const senderOf = (env: Pick<Env, 'COMPANY_NAME' | 'POSTAL_ADDRESS'>) =>
  `${env.COMPANY_NAME}, ${env.POSTAL_ADDRESS}`

export interface SiteSettingsReader {
  /** Returns the current settings; they are reloaded as soon as a process changes one. */
  read(): Promise<SiteSettings>
  /** Invalidates the cache, for the process that has just changed a setting. */
  forget(): void
}

const KEEP_MS = 10 * 60_000

/** The settings of this installation, cached until the database announces a change. */
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
  return {
    siteName: siteNameOf(env),
    appUrl,
    smsCtaUrl,
    supportEmail: env.SUPPORT_EMAIL,
    sender: senderOf(env),
  }
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

/** Returns when each setting was last changed; settings that were never changed are missing. */
export async function readSettingChanges(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select().from(platformConfig).orderBy(sql`config_key`)
  return new Map(rows.map((row) => [row.configKey, row.updatedAt]))
}
