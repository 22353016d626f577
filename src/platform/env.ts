import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional()

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /** Where we listen: this machine alone in a demo, every interface otherwise. */
  HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The public address people type; links in emails start with it. */
  APP_URL: z.url().optional(),
  DATABASE_URL: z.string().min(1),
  /**
   * The same database where a connection keeps its session: for listening, jobs and migrations. Needed where DATABASE_URL leads to a
   * pooler that shares connections between transactions.
   */
  DATABASE_SESSION_URL: z.string().min(1).optional(),
  /** Whether statements are planned once a connection; off behind a pooler (DATABASE_SESSION_URL), which may not know of them. */
  DATABASE_PREPARED: z.enum(['on', 'off']).optional(),
  /** A streaming replica, for what may be a second old. */
  DATABASE_REPLICA_URL: z.string().min(1).optional(),
  /** A replica that is further behind is not read from, in milliseconds. */
  REPLICA_LAG_MS: z.coerce.number().int().min(50).max(60_000).default(1_000),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** Set by our own start script when it runs the embedded PostgreSQL. */
  EMBEDDED_DATABASE: flag,
  DEMO: flag,
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Encrypts keys and addresses that people trust us with; SESSION_SECRET when left out. To change it, they connect again. */
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Answers to searches that are kept in memory, in megabytes a process; 0 keeps none. */
  SEARCH_MEMORY_MB: z.coerce.number().int().min(0).max(1024).default(24),
  /** Public pages that are kept in memory for some seconds, in megabytes a process; 0 keeps none. */
  PAGE_MEMORY_MB: z.coerce.number().int().min(0).max(1024).default(12),
  /** Requests that a process answers at once; those beyond are told to come back. 0 for no limit. */
  REQUESTS_AT_ONCE: z.coerce.number().int().min(0).max(100_000).default(100),
  /** Requests that one address (an IPv6 /64) may have open at once in a process, until it has read their answers; 0 for no limit. */
  REQUESTS_PER_ADDRESS: z.coerce.number().int().min(0).max(100_000).default(50),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** What a process does: answer requests, work off jobs, or both. */
  PROCESS_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  /** How long a process that was told to stop still takes requests, so that whoever shares them out notices: 5, none in a demo. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** A process that was told to stop ends after so long, whatever it is at. */
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(600).default(25),
  /** How long a process that starts waits for migrations that somebody else runs, before it gives up. */
  MIGRATION_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(30),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Is sent the log's lines of errors (POST, JSON lines): an error tracker, or a small program in front of one. */
  ERROR_REPORTS_URL: z.url().optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** Whoever sends it may read /metrics; without it they are closed, and open in a demo. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Proxies in front of us whose X-Forwarded-For we believe. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Another address for Stripe's API; the contract tests point it at a local double. */
  STRIPE_API_BASE: z.url().optional(),
  SMTP_URL: z.string().optional(),
  /** Whom letters come from: `Greenside <hello@your.domain>`. */
  EMAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an address, or a name and <an address>',
    )
    .optional(),
  /** Where people write for help, and with questions about what is kept of them. */
  SUPPORT_EMAIL: z.email().optional(),
  PRIVACY_EMAIL: z.email().optional(),
  /** Who runs this marketplace, as contracts name it, and where letters on paper reach them, in one line. */
  COMPANY_NAME: z.string().trim().min(2).max(200).optional(),
  POSTAL_ADDRESS: z.string().trim().min(10, 'must be a whole address').max(300).optional(),
  /** Signs what Mailgun tells of mails that came back (POST /webhooks/email); comma separated while one is being replaced. */
  MAILGUN_WEBHOOK_SIGNING_KEY: z.string().optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  /** Another address for Twilio's API; drills point it at a local double. */
  TWILIO_API_BASE: z.url().optional(),
  /** How long a provider that failed several times in a row is left alone. */
  VENDOR_REST_SECONDS: z.coerce.number().int().min(1).max(3600).default(30),
  /** Signs browser notifications (Web Push); made with `npm run vapid-keys`. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** Hosts beside those of the browsers' makers that notifications may go to; tests name their double. */
  PUSH_EXTRA_HOSTS: z.string().optional(),
  /** `host:port` of calendars within our own network; tests name their double. */
  CALENDAR_EXTRA_HOSTS: z.string().optional(),
  /** `host:port` of webhooks within our own network; tests name their double. */
  WEBHOOK_EXTRA_HOSTS: z.string().optional(),
  /** Google Calendar: the OAuth client's id and secret, made at console.cloud.google.com (docs/google-calendar.md). */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Another address for Google's sign-in and API; the tests point it at a local double. */
  GOOGLE_API_BASE: z.url().optional(),
  /** Klaviyo, where people are brought for newsletters: a private key. */
  KLAVIYO_API_KEY: z.string().optional(),
  /** Another address for Klaviyo's API; the tests point it at a local double. */
  KLAVIYO_API_BASE: z.url().optional(),
  /** Where files people give us are kept, unless a bucket is named. */
  FILES_FOLDER: z.string().min(1).default('.data/files'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** A service other than Amazon's that speaks S3. */
  S3_ENDPOINT: z.url().optional(),
  /** A language model for the assistant; without one it answers by rules. */
  ASSISTANT_PROVIDER: z.enum(['openai', 'anthropic']).optional(),
  ASSISTANT_API_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
  /** Another address for the provider's API; the contract tests point it at a local double. */
  ASSISTANT_API_BASE: z.url().optional(),
  /** A routing server that speaks like OSRM, for drives between a coach's places; without one they are estimated. */
  TRAVEL_ROUTING_URL: z.url().optional(),
  /** A server that speaks like Nominatim, to find coaches' places by their address; without one their ZIP code says where they are. */
  GEOCODING_URL: z.url().optional(),
  /** Whether admins must sign in with a second factor; required unless this is a demo. */
  ADMIN_TWO_FACTOR: z.enum(['required', 'offered']).optional(),
  /** Where visitors schedule a free call; without one they write to SUPPORT_EMAIL. */
  CONSULTATION_URL: z.url().optional(),
})

/** Who runs this marketplace, and how they are reached. */
export interface Identity {
  EMAIL_FROM: string
  SUPPORT_EMAIL: string
  PRIVACY_EMAIL: string
  COMPANY_NAME: string
  POSTAL_ADDRESS: string
}

/** Nobody runs a demo, and it writes to nobody outside of itself. */
const demoIdentity: Identity = {
  EMAIL_FROM: 'Greenside <hello@greenside.demo>',
  SUPPORT_EMAIL: 'support@greenside.demo',
  PRIVACY_EMAIL: 'privacy@greenside.demo',
  COMPANY_NAME: 'Greenside (a demo)',
  POSTAL_ADDRESS: '1 Demo Fairway, Charlotte, NC 28202',
}
const identityNames = Object.keys(demoIdentity) as (keyof Identity)[]

export type Env = Readonly<
  z.output<typeof schema> &
    Identity & {
      appUrl: string
      /** The address alone of EMAIL_FROM. */
      senderAddress: string
      HOST: string
      DRAIN_SECONDS: number
      DATABASE_SESSION_URL: string
      DATABASE_PREPARED: 'on' | 'off'
      ADMIN_TWO_FACTOR: 'required' | 'offered'
      /** Demo accounts, local vendors and /dev/* exist only when this is true. */
      isDemo: boolean
    }
>

/** Settings that only mean something together. */
const vendors = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['ASSISTANT_PROVIDER', 'ASSISTANT_API_KEY', 'ASSISTANT_MODEL'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const

/**
 * Reads the settings once, at boot.
 * @throws Error listing the names of every setting that is missing or wrong; never their values.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = withoutEmpty(source)
  const parsed = schema.safeParse(given)
  const problems = problemsOf(given, parsed)
  if (!parsed.success || problems.length > 0)
    throw new Error(`These settings are missing or wrong:\n  ${problems.join('\n  ')}`)
  const env = parsed.data
  const isDemo = env.DEMO ?? env.EMBEDDED_DATABASE ?? false
  const identity = Object.fromEntries(
    identityNames.map((name) => [name, env[name] ?? demoIdentity[name]]),
  ) as unknown as Identity
  return Object.freeze({
    ...env,
    ...identity,
    isDemo,
    senderAddress: /<([^<>]+)>$/.exec(identity.EMAIL_FROM)?.[1] ?? identity.EMAIL_FROM,
    // A demo has known passwords, and everybody's mail lies open in it.
    HOST: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    DATABASE_SESSION_URL: env.DATABASE_SESSION_URL ?? env.DATABASE_URL,
    DATABASE_PREPARED: env.DATABASE_PREPARED ?? (env.DATABASE_SESSION_URL ? 'off' : 'on'),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isDemo ? 0 : 5),
    ADMIN_TWO_FACTOR: env.ADMIN_TWO_FACTOR ?? (isDemo ? 'offered' : 'required'),
    appUrl: (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  })
}

/** What is missing, half set or wrong, a line each, as {@link readEnv} would say it; empty when all is well. */
export function settingProblems(source: Record<string, string | undefined>): string[] {
  const given = withoutEmpty(source)
  return problemsOf(given, schema.safeParse(given))
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape)

type Given = Record<string, string | undefined>

const withoutEmpty = (source: Given): Given =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))

const problemsOf = (given: Given, parsed: ReturnType<typeof schema.safeParse>) => [
  ...wrongValues(parsed, given),
  ...missingForReal(given),
  ...halfConfigured(given),
]

function wrongValues(parsed: ReturnType<typeof schema.safeParse>, given: Given): string[] {
  return (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.')
    return `${name}: ${given[name] === undefined ? 'is missing' : message}`
  })
}

/** Without a demo people's money passes through: what that takes must be there. */
function missingForReal(given: Given): string[] {
  const isDemo = isOn(given.DEMO) ?? isOn(given.EMBEDDED_DATABASE) ?? false
  if (isDemo) return []
  const needed = ['APP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', ...identityNames]
  return needed
    .filter((name) => !given[name])
    .map((name) => `${name}: required with your own database (or set DEMO=1)`)
}

function halfConfigured(given: Given): string[] {
  return vendors.flatMap((names) => {
    const there = names.filter((name) => given[name])
    const missing = names.filter((name) => !given[name])
    if (there.length === 0 || missing.length === 0) return []
    return [`${missing.join(', ')}: needed beside ${there.join(', ')}`]
  })
}

const isOn = (value: string | undefined) =>
  value === undefined ? undefined : value === '1' || value === 'true'
