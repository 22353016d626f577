import { createHmac } from 'node:crypto'
import { findEffective } from '#features/accounts/impersonation/queries.ts'
import { credentials, profiles, sessions, twoFactors, verifications } from '#features/accounts/tables.ts'
import { noteVendorHealth } from '#features/notifications/commands.ts'
import { stopTracking } from '#features/tracking/commands.ts'
import { createSessions } from '#platform/auth-session.ts'
import { createCircuit } from '#platform/circuit.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { createPasswords, type Hashing } from '#platform/passwords.ts'
import { createRateLimits } from '#platform/rate-limit.ts'
import { openRealtime } from '#platform/realtime.ts'
import { openSiteSettings } from '#platform/site-settings.ts'
import { modelAssistant } from '#ports/assistant/model.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import { localCalendar } from '#ports/calendar/local.ts'
import { httpsCalendarFiles } from '#ports/calendar-files/https.ts'
import { localCalendarFiles } from '#ports/calendar-files/local.ts'
import { klaviyoCrm } from '#ports/crm/klaviyo.ts'
import { localCrm } from '#ports/crm/local.ts'
import { localEmail } from '#ports/email/local.ts'
import { emailWithCircuit, isEmailTrouble } from '#ports/email/with-circuit.ts'
import { localFiles } from '#ports/files/local.ts'
import { s3Files } from '#ports/files/s3.ts'
import { localPayments } from '#ports/payments/local.ts'
import { stripePayments } from '#ports/payments/stripe.ts'
import { webPush } from '#ports/push/web-push.ts'
import type { Services } from '#ports/services.ts'
import { localSms } from '#ports/sms/local.ts'
import { twilioSms } from '#ports/sms/twilio.ts'
import { isSmsTrouble, smsWithCircuit } from '#ports/sms/with-circuit.ts'
import { localTravel } from '#ports/travel/local.ts'
import { routedTravel } from '#ports/travel/osrm.ts'
import { adminLists } from './admin-lists.ts'
import { attentionSources } from './attention.ts'
import { followDemoClock, openDemoClock } from './demo-clock.ts'
import { letterCatalog } from './letters/catalog.ts'
import { messageKinds } from './message-kinds.ts'
import { ownData } from './own-data.ts'
import { reactions } from './reactions.ts'

/** Builds everything a process needs from its settings: real vendors where keys are set, local ones elsewhere. */
export async function createServices(
  env: Env,
  options: { clock?: Clock; work: boolean; hashing?: Hashing },
): Promise<Services & { close(): Promise<void> }> {
  const demoClock = env.isDemo && !options.clock ? openDemoClock() : null
  const clock = options.clock ?? demoClock ?? systemClock
  const log = createLog(env.LOG_LEVEL)
  const db = openDatabase(env.DATABASE_URL, {
    poolSize: env.DATABASE_POOL_SIZE,
    onError: (error) => log.warn({ err: error }, 'database: an idle connection was lost'),
    clock,
  })
  const pool = db.$client
  const realtime = openRealtime(env.DATABASE_URL, (error) =>
    log.warn({ err: error }, 'realtime: connection lost'),
  )
  const jobs = createJobs(env.DATABASE_URL, log, {
    work: options.work,
    aheadMs: () => demoClock?.aheadMs ?? 0,
  })
  if (demoClock) await followDemoClock(db, realtime, demoClock)
  const passwords = createPasswords(options.hashing)
  const sessionsOf = createSessions({
    db,
    tables: {
      user: profiles,
      session: sessions,
      account: credentials,
      verification: verifications,
      twoFactor: twoFactors,
    },
    secret: env.SESSION_SECRET,
    appUrl: env.appUrl,
    realtime,
    passwords,
    clock,
    readActor: (session) => findEffective(db, session, env, clock.now()),
  })
  const local = env.STRIPE_SECRET_KEY
    ? null
    : localPayments({ pool, secret: localWebhookSecret(env), appUrl: env.appUrl, clock })
  const sms = smsPort(env, pool)
  const google = await googlePort(env)
  const standIn =
    google || !env.isDemo
      ? null
      : localCalendar({ pool, clock, appUrl: env.appUrl, secret: env.SESSION_SECRET })
  const circuit = (name: string, isTrouble: (error: unknown) => boolean) =>
    createCircuit({
      name,
      clock: systemClock,
      failures: 5,
      restMs: env.VENDOR_REST_SECONDS * 1_000,
      isTrouble,
      onChange: (news) => noteVendorHealth({ db, log }, news),
    })
  return {
    env,
    clock,
    log,
    db,
    jobs,
    realtime,
    rateLimits: createRateLimits(pool, env.RATE_LIMITS === 'on'),
    sessions: sessionsOf,
    passwords,
    payments: local ?? stripePayments(stripeSettings(env)),
    localCheckouts: local,
    email: emailWithCircuit(await emailPort(env, pool), circuit('email', isEmailTrouble)),
    calendarFiles: calendarFilesPort(env),
    calendar: google ?? standIn,
    localCalendar: standIn,
    files: filesPort(env),
    sms: sms && smsWithCircuit(sms, circuit('sms', isSmsTrouble)),
    crm: crmPort(env, pool),
    push: pushPort(env),
    assistant: assistantPort(env),
    travel: env.TRAVEL_ROUTING_URL ? routedTravel({ url: env.TRAVEL_ROUTING_URL }) : localTravel(),
    reactions,
    ownData,
    messageKinds,
    adminLists,
    letters: letterCatalog(env),
    siteSettings: openSiteSettings(db, realtime, env),
    attention: attentionSources,
    async close() {
      await jobs.stop()
      await realtime.close()
      await stopTracking(db)
      await pool.end()
    },
  }
}

/** `readEnv` has made sure that a vendor's settings come together or not at all. */
const stripeSettings = (env: Env) => ({
  secretKey: env.STRIPE_SECRET_KEY ?? '',
  webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
  ...(env.STRIPE_API_BASE ? { apiBase: env.STRIPE_API_BASE } : {}),
})

/** Its library is loaded where it is configured, as Google's below (decision 0064). */
async function emailPort(env: Env, pool: Database['$client']) {
  if (!env.SMTP_URL) return localEmail({ pool })
  const { smtpEmail } = await import('#ports/email/smtp.ts')
  return smtpEmail({ url: env.SMTP_URL, from: env.EMAIL_FROM })
}

/** Null without keys: then no page offers notifications. */
function pushPort(env: Env) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (!publicKey || !privateKey) return null
  const contact = `mailto:${/[^\s<>]+@[^\s<>]+/.exec(env.EMAIL_FROM)?.[0] ?? 'hello@greenside.example'}`
  return webPush({ publicKey, privateKey, contact, extraHosts: env.PUSH_EXTRA_HOSTS?.split(',') ?? [] })
}

/** Null without a client: a demo has a stand-in then, and for real nobody is offered Google. */
async function googlePort(env: Env) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_API_BASE: apiBase } = env
  if (!clientId || !clientSecret) return null
  const { googleCalendar } = await import('#ports/calendar/google.ts')
  return googleCalendar({ clientId, clientSecret, ...(apiBase ? { apiBase } : {}) })
}

/** In a demo there are calendars to try that need no network. */
function calendarFilesPort(env: Env) {
  const files = httpsCalendarFiles({ extraHosts: env.CALENDAR_EXTRA_HOSTS?.split(',') ?? [] })
  return env.isDemo ? localCalendarFiles(files) : files
}
/** Clips of the demo marketplace's people; seeding writes the rows that name them. */
const DEMO_FILES = 'db/demo-files'

/** A bucket where one is configured; else a folder, which all web processes of a machine share. */
function filesPort(env: Env) {
  const { S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = env
  if (bucket && region && accessKeyId && secretAccessKey)
    return s3Files(
      { bucket, region, accessKeyId, secretAccessKey, ...(endpoint ? { endpoint } : {}) },
      systemClock,
    )
  return localFiles({ root: env.FILES_FOLDER, ...(env.isDemo ? { shipped: DEMO_FILES } : {}) })
}

/** A language model where one is configured; else rules, which need no account. */
function assistantPort(env: Env) {
  const { ASSISTANT_PROVIDER: provider, ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model } = env
  if (!provider || !apiKey || !model) return rulesAssistant()
  const apiBase = env.ASSISTANT_API_BASE
  return modelAssistant({ provider, apiKey, model, ...(apiBase ? { apiBase } : {}) })
}

/** In a demo texts go to the outbox; for real, without a provider, nobody is told that one was sent. */
function smsPort(env: Env, pool: Database['$client']) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  const apiBase = env.TWILIO_API_BASE
  if (accountSid && authToken && from)
    return twilioSms({ accountSid, authToken, from, ...(apiBase ? { apiBase } : {}) })
  return env.isDemo ? localSms({ pool, secret: env.SESSION_SECRET }) : null
}

/** Null without a key: then an admin reads what to set. */
function crmPort(env: Env, pool: Database['$client']) {
  const { KLAVIYO_API_KEY: apiKey, KLAVIYO_API_BASE: apiBase } = env
  if (apiKey) return klaviyoCrm({ apiKey, ...(apiBase ? { apiBase } : {}) })
  return env.isDemo ? localCrm({ pool }) : null
}

/** Signs the stand-in processor's events: made from our secret, and of no use for anything else. */
const localWebhookSecret = (env: Env) =>
  createHmac('sha256', env.SESSION_SECRET).update('local payment events').digest('hex')
