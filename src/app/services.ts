import { createHmac } from 'node:crypto'
import { findEffective } from '#features/accounts/impersonation/queries.ts'
import {
  credentials,
  passkeys,
  profiles,
  sessions,
  twoFactors,
  verifications,
} from '#features/accounts/tables.ts'
import { stopTracking } from '#features/tracking/commands.ts'
import { createSessions } from '#platform/auth-session.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/db.ts'
import { type Env, siteNameOf } from '#platform/env.ts'
import { sendErrorReports } from '#platform/error-reports.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { createPasswords, type Hashing } from '#platform/passwords.ts'
import { createRateLimits } from '#platform/rate-limit.ts'
import { openRealtime, sendAfterChanges } from '#platform/realtime.ts'
import { openReplica, REPLICA_ANSWER_MS } from '#platform/replica.ts'
import { noteStatements } from '#platform/request-notes.ts'
import { openSiteSettings } from '#platform/site-settings.ts'
import { createTurns } from '#platform/turns.ts'
import { modelAssistant } from '#ports/assistant/model.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import { localCalendar } from '#ports/calendar/local.ts'
import { httpsCalendarFiles } from '#ports/calendar-files/https.ts'
import { localCalendarFiles } from '#ports/calendar-files/local.ts'
import { klaviyoCrm } from '#ports/crm/klaviyo.ts'
import { localCrm } from '#ports/crm/local.ts'
import { localEmail } from '#ports/email/local.ts'
import { localFiles } from '#ports/files/local.ts'
import { s3Files } from '#ports/files/s3.ts'
import { zipCodeGeocoding } from '#ports/geocoding/local.ts'
import { nominatimGeocoding } from '#ports/geocoding/nominatim.ts'
import type { IdentityPort } from '#ports/identity/identity.ts'
import type { LocalIdentity } from '#ports/identity/local.ts'
import type { OidcProvider } from '#ports/identity/oidc.ts'
import { localPayments } from '#ports/payments/local.ts'
import { stripePayments } from '#ports/payments/stripe.ts'
import { webPush } from '#ports/push/web-push.ts'
import type { Services } from '#ports/services.ts'
import { localSms } from '#ports/sms/local.ts'
import { twilioSms } from '#ports/sms/twilio.ts'
import { localTravel } from '#ports/travel/local.ts'
import { routedTravel } from '#ports/travel/osrm.ts'
import { localWeather } from '#ports/weather/local.ts'
import { openMeteo } from '#ports/weather/open-meteo.ts'
import { remembered } from '#ports/weather/remembered.ts'
import type { WeatherPort } from '#ports/weather/weather.ts'
import { weatherGov } from '#ports/weather/weather-gov.ts'
import { adminLists } from './admin-lists.ts'
import { answers } from './answers.ts'
import { attentionSources } from './attention.ts'
import { followDemoClock, openDemoClock } from './demo-clock.ts'
import { letterCatalog } from './letters/catalog.ts'
import { messageKinds } from './message-kinds.ts'
import { ownData } from './own-data.ts'
import { reactions } from './reactions.ts'
import { routeToReplica } from './replica-routing.ts'
import { saleKinds } from './sale-kinds.ts'
import { watchVendors } from './vendors.ts'

/** Creates the services of a process from its settings: real vendors where keys are set, local ones otherwise. */
export async function createServices(
  env: Env,
  options: { clock?: Clock; work: boolean; hashing?: Hashing | undefined },
): Promise<Services & { close(): Promise<void>; reportErrors(): Promise<void> }> {
  const demoClock = env.isDemo && !options.clock ? openDemoClock() : null
  const clock = options.clock ?? demoClock ?? systemClock
  const reports = env.ERROR_REPORTS_URL ? sendErrorReports(env.ERROR_REPORTS_URL) : undefined
  const log = createLog(env.LOG_LEVEL, undefined, reports)
  const db = openDatabase(env.DATABASE_URL, {
    poolSize: env.DATABASE_POOL_SIZE,
    onError: (error) => log.warn({ err: error }, 'database: an idle connection was lost'),
    clock,
    prepared: env.DATABASE_PREPARED === 'on',
  })
  const pool = db.$client
  noteStatements(pool)
  const realtime = openRealtime(env.DATABASE_SESSION_URL, (error) =>
    log.warn({ err: error }, 'realtime: connection lost'),
  )
  sendAfterChanges(pool, realtime)
  const jobs = createJobs(options.work ? { url: env.DATABASE_SESSION_URL } : { pool }, log, {
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
      passkey: passkeys,
    },
    secret: env.SESSION_SECRET,
    appUrl: env.appUrl,
    siteName: siteNameOf(env),
    realtime,
    passwords,
    clock,
    readActor: (session) => findEffective(db, session, env, clock.now()),
  })
  const local = env.STRIPE_SECRET_KEY
    ? null
    : localPayments({
        pool,
        secret: localWebhookSecret(env),
        appUrl: env.appUrl,
        clock,
        onRefused: (why) => log.warn(why, 'payments: an event of the local processor was not taken'),
      })
  const sms = smsPort(env, pool)
  const google = await googlePort(env)
  const standIn =
    google || !env.isDemo
      ? null
      : localCalendar({ pool, clock, appUrl: env.appUrl, secret: env.SESSION_SECRET })
  const { vendors, watchOne, close: stopWatching } = watchVendors({ db, clock, log, env })
  const email = await emailPort(env, pool)
  const calendar = google ?? standIn
  const { identity, standIn: localIdentity } = await identityPort(env, pool)
  const [crm, assistant, geocoding] = [crmPort(env, pool), assistantPort(env), geocodingPort(env, db)]
  const travel = env.TRAVEL_ROUTING_URL ? routedTravel({ url: env.TRAVEL_ROUTING_URL }) : localTravel()
  const weather = weatherPort(env, pool, clock)
  const payments = local ?? stripePayments(stripeSettings(env))
  const replica = env.DATABASE_REPLICA_URL
    ? openReplica({
        primary: db,
        db: noted(
          openDatabase(env.DATABASE_REPLICA_URL, {
            poolSize: env.DATABASE_POOL_SIZE,
            prepared: env.DATABASE_PREPARED === 'on',
            clock,
            answerMs: REPLICA_ANSWER_MS,
            onError: (error) => log.warn({ err: error }, 'replica: an idle connection was lost'),
          }),
        ),
        limitMs: env.REPLICA_LAG_MS,
        realtime,
        topics: ['coaches:'],
        onAway: (error) =>
          log.warn({ err: error }, 'replica: DATABASE_REPLICA_URL is not read from, the primary answers'),
        onBack: () => log.info('replica: it is read from again'),
      })
    : null
  const services: Services = {
    env,
    clock,
    log,
    db,
    copy: null,
    jobs,
    realtime,
    rateLimits: createRateLimits(pool, env.RATE_LIMITS === 'on'),
    sessions: sessionsOf,
    passwords,
    vendors,
    payments: watchOne('payments', payments, payments.name),
    localCheckouts: local,
    email: watchOne('email', email, email.name),
    calendarFiles: calendarFilesPort(env),
    calendar: watchOne('calendar', calendar, google ? 'google' : 'local'),
    localCalendar: standIn,
    identity: watchOne('identity', identity, identity?.name ?? ''),
    localIdentity,
    files: watchOne('files', filesPort(env), env.S3_BUCKET ? 's3' : 'folder'),
    sms: watchOne('sms', sms, sms?.name ?? ''),
    crm: watchOne('crm', crm, crm?.name ?? ''),
    push: watchOne('push', pushPort(env), 'web-push'),
    assistant: watchOne('assistant', assistant, assistant.name),
    travel: watchOne('travel', travel, travel.name),
    geocoding: watchOne('geocoding', geocoding, geocoding.name),
    weather: rememberedOrNull(watchOne('weather', weather, weather?.name ?? ''), clock),
    reactions,
    answers,
    saleKinds,
    ownData,
    messageKinds,
    adminLists,
    letters: letterCatalog(env),
    siteSettings: openSiteSettings(db, realtime, env),
    attention: attentionSources,
  }
  if (replica) services.copy = routeToReplica(replica, { ...services, db: replica.db })
  return Object.assign(services, {
    /** Sends the pending error reports before the process exits. */
    reportErrors: async () => await reports?.flush(),
    async close() {
      await jobs.stop()
      email.close()
      await realtime.close()
      await replica?.close()
      await stopTracking(db)
      await stopWatching()
      await pool.end()
      await reports?.flush()
    },
  })
}

/** `readEnv` has checked that a vendor's settings are either complete or absent. */
const stripeSettings = (env: Env) => ({
  secretKey: env.STRIPE_SECRET_KEY ?? '',
  webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
  ...(env.STRIPE_API_BASE ? { apiBase: env.STRIPE_API_BASE } : {}),
})

/** The SMTP library is loaded only if it is configured, like Google's below (decision 0064). */
async function emailPort(env: Env, pool: Database['$client']) {
  if (!env.SMTP_URL) return localEmail({ pool, secret: localEmailSecret(env) })
  const { smtpEmail } = await import('#ports/email/smtp.ts')
  const mailgunKeys = env.MAILGUN_WEBHOOK_SIGNING_KEY
  return smtpEmail({ url: env.SMTP_URL, from: env.EMAIL_FROM, mailgunKeys })
}

/** Null without keys, in which case no page offers push notifications. */
function pushPort(env: Env) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (!publicKey || !privateKey) return null
  const contact = `mailto:${env.senderAddress}`
  return webPush({ publicKey, privateKey, contact, extraHosts: env.PUSH_EXTRA_HOSTS?.split(',') ?? [] })
}

/** Null without a client. A demo then uses the local double; otherwise Google Calendar is not offered. */
async function googlePort(env: Env) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_API_BASE: apiBase } = env
  if (!clientId || !clientSecret) return null
  const { googleCalendar } = await import('#ports/calendar/google.ts')
  return googleCalendar({ clientId, clientSecret, ...(apiBase ? { apiBase } : {}) })
}

/**
 * Null without settings, in which case no screen offers providers. A demo then has the local one. The client
 * library is loaded only if it is used.
 */
async function identityPort(
  env: Env,
  pool: Database['$client'],
): Promise<{ identity: IdentityPort | null; standIn: LocalIdentity | null }> {
  const providers = oidcProviders(env)
  if (providers.length > 0) {
    const { oidcIdentity } = await import('#ports/identity/oidc.ts')
    return { identity: oidcIdentity(providers, { allowsHttp: env.isDemo }), standIn: null }
  }
  if (!env.isDemo) return { identity: null, standIn: null }
  const { localIdentity } = await import('#ports/identity/local.ts')
  const standIn = localIdentity({ pool, appUrl: env.appUrl, secret: env.SESSION_SECRET })
  return { identity: standIn, standIn }
}

function oidcProviders(env: Env): OidcProvider[] {
  const { GOOGLE_SIGN_IN_CLIENT_ID: googleId, GOOGLE_SIGN_IN_CLIENT_SECRET: googleSecret } = env
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_NAME: name } = env
  return [
    ...(googleId && googleSecret
      ? [
          {
            id: 'google' as const,
            name: 'Google',
            issuer: 'https://accounts.google.com',
            clientId: googleId,
            clientSecret: googleSecret,
          },
        ]
      : []),
    ...(issuer && id && secret && name
      ? [{ id: 'oidc' as const, name, issuer, clientId: id, clientSecret: secret }]
      : []),
  ]
}

/** A demo also has sample calendars that need no network. */
function calendarFilesPort(env: Env) {
  const files = httpsCalendarFiles({ extraHosts: env.CALENDAR_EXTRA_HOSTS?.split(',') ?? [] })
  return env.isDemo ? localCalendarFiles(files) : files
}
/** The demo's clip files; seeding inserts the rows that refer to them. */
const DEMO_FILES = 'db/demo-files'

/** An S3 bucket if configured; otherwise a folder shared by all web processes of a machine. */
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

/** A language model if configured; otherwise rules, which need no account. */
function assistantPort(env: Env) {
  const { ASSISTANT_PROVIDER: provider, ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model } = env
  if (!provider || !apiKey || !model) return rulesAssistant()
  const apiBase = env.ASSISTANT_API_BASE
  return modelAssistant({ provider, apiKey, model, ...(apiBase ? { apiBase } : {}) })
}

/** Limited to one request per second over all processes, as required by OpenStreetMap's server. */
function geocodingPort(env: Env, db: Database) {
  if (!env.GEOCODING_URL) return zipCodeGeocoding(db)
  return nominatimGeocoding({
    url: env.GEOCODING_URL,
    userAgent: `Greenside (${env.appUrl})`,
    takeTurn: createTurns(db.$client, 'geocoding', 1_000),
  })
}

const weatherServices = {
  'weather.gov': 'https://api.weather.gov',
  'open-meteo': 'https://api.open-meteo.com',
  /** For paid plans. */
  'open-meteo-customer': 'https://customer-api.open-meteo.com',
}

/** Null in production without a provider, so that no student is offered anything because of an invented forecast. */
function weatherPort(env: Env, pool: Database['$client'], clock: Clock): WeatherPort | null {
  const { WEATHER_PROVIDER: provider, WEATHER_API_KEY: apiKey, WEATHER_API_BASE: base } = env
  const userAgent = `Greenside (${env.appUrl}, ${env.SUPPORT_EMAIL})`
  if (provider === 'weather.gov') return weatherGov({ url: base ?? weatherServices[provider], userAgent })
  if (provider === 'open-meteo') {
    const url = base ?? weatherServices[apiKey ? 'open-meteo-customer' : provider]
    return openMeteo({ url, userAgent, ...(apiKey ? { apiKey } : {}) })
  }
  return env.isDemo ? localWeather({ pool, clock }) : null
}

/** The calls that reach the service are counted; the weather of a demo is read each time, so that it follows its clock. */
const rememberedOrNull = (weather: WeatherPort | null, clock: Clock) =>
  weather && weather.name !== 'local' ? remembered(weather, clock) : weather

/** A demo sends texts to the outbox. Null in production without a provider, so that no text is reported as sent. */
function smsPort(env: Env, pool: Database['$client']) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  const apiBase = env.TWILIO_API_BASE
  if (accountSid && authToken && from)
    return twilioSms({
      accountSid,
      authToken,
      from,
      statusUrl: `${env.appUrl}/webhooks/sms-status`,
      ...(apiBase ? { apiBase } : {}),
    })
  return env.isDemo ? localSms({ pool, secret: env.SESSION_SECRET }) : null
}

/** Null without a key, in which case admins see which settings are missing. */
function crmPort(env: Env, pool: Database['$client']) {
  const { KLAVIYO_API_KEY: apiKey, KLAVIYO_API_BASE: apiBase } = env
  if (apiKey) return klaviyoCrm({ apiKey, ...(apiBase ? { apiBase } : {}) })
  return env.isDemo ? localCrm({ pool }) : null
}

/** The key for signing the local payment processor's events, derived from our secret for this purpose only. */
const localWebhookSecret = (env: Env) =>
  createHmac('sha256', env.SESSION_SECRET).update('local payment events').digest('hex')

/** The key for signing the local mail provider's events. */
const localEmailSecret = (env: Env) =>
  createHmac('sha256', env.SESSION_SECRET).update('local email events').digest('hex')

/** Records the database's statements in the log lines of their requests. */
function noted(db: Database): Database {
  noteStatements(db.$client)
  return db
}
