import { z } from 'zod'
import { colorProblem } from './brand.ts'
import { PRODUCT_NAME } from './product-name.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional()

const color = z.string().superRefine((value, context) => {
  const problem = colorProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /**
   * The address to listen on; defaults to the loopback interface in a demo and to all interfaces otherwise.
   */
  HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The public URL; links in emails start with it. */
  APP_URL: z.url().optional(),
  DATABASE_URL: z.string().min(1),
  /**
   * The same database over connections that keep their session: for LISTEN, jobs and migrations. Required if
   * DATABASE_URL leads to a pooler that shares connections between transactions.
   */
  DATABASE_SESSION_URL: z.string().min(1).optional(),
  /**
   * Whether to use prepared statements; off by default behind a pooler (DATABASE_SESSION_URL), which may not
   * support them.
   */
  DATABASE_PREPARED: z.enum(['on', 'off']).optional(),
  /** A streaming replica, for reads that may be a second old. */
  DATABASE_REPLICA_URL: z.string().min(1).optional(),
  /** The maximum replication lag in milliseconds; a replica further behind is not read from. */
  REPLICA_LAG_MS: z.coerce.number().int().min(50).max(60_000).default(1_000),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** Set by our start script when it runs the embedded PostgreSQL. */
  EMBEDDED_DATABASE: flag,
  DEMO: flag,
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /**
   * Encrypts stored keys and addresses that users entrust to us; defaults to SESSION_SECRET. After a change,
   * users must connect their services again.
   */
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The size of the search cache in megabytes per process; 0 disables it. */
  SEARCH_MEMORY_MB: z.coerce.number().int().min(0).max(1024).default(24),
  /** The size of the short-lived public page cache in megabytes per process; 0 disables it. */
  PAGE_MEMORY_MB: z.coerce.number().int().min(0).max(1024).default(12),
  /**
   * The upper bound for the number of concurrent requests per process. The process finds its own limit below it, and
   * rejects further requests with a retry hint. 0 for no limit.
   */
  REQUESTS_AT_ONCE: z.coerce.number().int().min(0).max(100_000).default(400),
  /**
   * The maximum number of requests that one address (an IPv6 /64) may have open in a process until it has
   * read the responses; 0 for no limit.
   */
  REQUESTS_PER_ADDRESS: z.coerce.number().int().min(0).max(100_000).default(50),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** Whether a process serves requests, runs jobs, or both. */
  PROCESS_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  /**
   * How long a process keeps accepting requests after it was asked to stop, so that the load balancer
   * notices: 5, or 0 in a demo.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  /** A process that was asked to stop exits after this time, even if work is still in progress. */
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(600).default(25),
  /** How long a starting process waits for migrations that another process runs before it gives up. */
  MIGRATION_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(30),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * The endpoint that receives the log's error lines (POST, JSON lines): an error tracker, or an adapter for
   * one.
   */
  ERROR_REPORTS_URL: z.url().optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** The token for /metrics. Without one, /metrics is disabled; in a demo it is open. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The number of trusted proxies in front of us that set X-Forwarded-For. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Overrides the base URL of Stripe's API; the contract tests use a local test double. */
  STRIPE_API_BASE: z.url().optional(),
  SMTP_URL: z.string().optional(),
  /** The sender of emails: `Greenside <hello@your.domain>`. */
  EMAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an address, or a name and <an address>',
    )
    .optional(),
  /** Contact addresses for support and for privacy questions. */
  SUPPORT_EMAIL: z.email().optional(),
  PRIVACY_EMAIL: z.email().optional(),
  /** The legal name of the operator, as in contracts, and its postal address in one line. */
  COMPANY_NAME: z.string().trim().min(2).max(200).optional(),
  /** The operator's colors, `#rrggbb`, and a square logo: a path of an SVG, PNG or WebP file. */
  BRAND_COLOR: color.optional(),
  ACCENT_COLOR: color.optional(),
  LOGO_FILE: z.string().min(1).optional(),
  POSTAL_ADDRESS: z.string().trim().min(10, 'must be a whole address').max(300).optional(),
  /** Verifies Mailgun's bounce events (POST /webhooks/email); comma separated during a key rotation. */
  MAILGUN_WEBHOOK_SIGNING_KEY: z.string().optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  /** Overrides the base URL of Twilio's API; drills use a local test double. */
  TWILIO_API_BASE: z.url().optional(),
  /** How long a provider that failed several times in a row is not called. */
  VENDOR_REST_SECONDS: z.coerce.number().int().min(1).max(3600).default(30),
  /** The keys that sign browser notifications (Web Push); generated with `npm run vapid-keys`. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /**
   * Additional hosts to which push notifications may be sent, besides the browser vendors'; tests use a test
   * double.
   */
  PUSH_EXTRA_HOSTS: z.string().optional(),
  /** `host:port` of calendars that are allowed within our own network; tests use a test double. */
  CALENDAR_EXTRA_HOSTS: z.string().optional(),
  /** `host:port` of webhooks that are allowed within our own network; tests use a test double. */
  WEBHOOK_EXTRA_HOSTS: z.string().optional(),
  /**
   * Google Calendar: the OAuth client's id and secret, created at console.cloud.google.com
   * (docs/google-calendar.md).
   */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Overrides the base URL of Google's sign-in and API; tests use a local test double. */
  GOOGLE_API_BASE: z.url().optional(),
  /** Sign-in with Google: the id and secret of an OAuth client (docs/sign-in-providers.md). */
  GOOGLE_SIGN_IN_CLIENT_ID: z.string().optional(),
  GOOGLE_SIGN_IN_CLIENT_SECRET: z.string().optional(),
  /**
   * Sign-in with another OpenID Connect provider: its issuer, the id and secret of a client, and its name on
   * the button.
   */
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  /** A private key for Klaviyo, which receives contacts for newsletters. */
  KLAVIYO_API_KEY: z.string().optional(),
  /** Overrides the base URL of Klaviyo's API; tests use a local test double. */
  KLAVIYO_API_BASE: z.url().optional(),
  /** Where traces and metrics are sent by the OpenTelemetry protocol over HTTP, without `/v1/traces`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The folder for uploaded files, unless a bucket is configured. */
  FILES_FOLDER: z.string().min(1).default('.data/files'),
  /** Where backups are kept, if this machine can read it; the result of the last restore test is there. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** The stanza of pgbackrest.conf through which `npm run backup` and `npm run restore` work; without one they copy the database themselves. */
  PGBACKREST_STANZA: z.string().min(1).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** An S3-compatible service other than Amazon's. */
  S3_ENDPOINT: z.url().optional(),
  /** A language model for the assistant; without one the assistant is rule-based. */
  ASSISTANT_PROVIDER: z.enum(['openai', 'anthropic']).optional(),
  ASSISTANT_API_KEY: z.string().optional(),
  ASSISTANT_MODEL: z.string().optional(),
  /** Overrides the base URL of the provider's API; the contract tests use a local test double. */
  ASSISTANT_API_BASE: z.url().optional(),
  /**
   * An OSRM-compatible routing server for driving times between a coach's places; without one they are
   * estimated.
   */
  TRAVEL_ROUTING_URL: z.url().optional(),
  /**
   * A Nominatim-compatible server that geocodes coaches' places by address; without one their ZIP code is
   * used.
   */
  GEOCODING_URL: z.url().optional(),
  /**
   * Forecasts for outdoor lessons: the National Weather Service of the United States, without an account, or Open-Meteo. Without one, no
   * forecast is read outside of a demo.
   */
  WEATHER_PROVIDER: z.enum(['weather.gov', 'open-meteo']).optional(),
  /** The key of a paid plan of Open-Meteo; its free service is for noncommercial sites. */
  WEATHER_API_KEY: z.string().optional(),
  /** Overrides the base URL of the provider's API; tests use a local test double. */
  WEATHER_API_BASE: z.url().optional(),
  /** Whether admins must use a second factor; required by default, except in a demo. */
  ADMIN_TWO_FACTOR: z.enum(['required', 'offered']).optional(),
  /** Where visitors schedule a free call; without it they write to SUPPORT_EMAIL. */
  CONSULTATION_URL: z.url().optional(),
})

/** The operator's name and contact details. */
export interface Identity {
  EMAIL_FROM: string
  SUPPORT_EMAIL: string
  PRIVACY_EMAIL: string
  COMPANY_NAME: string
  POSTAL_ADDRESS: string
}

/** A demo has no operator and sends nothing to external services. */
const demoIdentity: Identity = {
  EMAIL_FROM: 'Greenside <hello@greenside.demo>',
  SUPPORT_EMAIL: 'support@greenside.demo',
  PRIVACY_EMAIL: 'privacy@greenside.demo',
  COMPANY_NAME: `${PRODUCT_NAME} (a demo)`,
  POSTAL_ADDRESS: '1 Demo Fairway, Charlotte, NC 28202',
}
const identityNames = Object.keys(demoIdentity) as (keyof Identity)[]

/** What emails and texts call the marketplace: its operator's company, in a demo the product. */
export const siteNameOf = ({ COMPANY_NAME: name }: Pick<Identity, 'COMPANY_NAME'>): string =>
  name === demoIdentity.COMPANY_NAME ? PRODUCT_NAME : name

export type Env = Readonly<
  z.output<typeof schema> &
    Identity & {
      appUrl: string
      /** The bare address of EMAIL_FROM. */
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

/** Settings that must be set together. */
const vendors = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['ASSISTANT_PROVIDER', 'ASSISTANT_API_KEY', 'ASSISTANT_MODEL'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_SIGN_IN_CLIENT_ID', 'GOOGLE_SIGN_IN_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'],
] as const

/**
 * Reads the settings once, at startup.
 * @throws Error listing the names of all missing or invalid settings; never their values
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
    // A demo has known passwords, and all of its email can be read without signing in.
    HOST: env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    DATABASE_SESSION_URL: env.DATABASE_SESSION_URL ?? env.DATABASE_URL,
    DATABASE_PREPARED: env.DATABASE_PREPARED ?? (env.DATABASE_SESSION_URL ? 'off' : 'on'),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isDemo ? 0 : 5),
    ADMIN_TWO_FACTOR: env.ADMIN_TWO_FACTOR ?? (isDemo ? 'offered' : 'required'),
    appUrl: (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  })
}

/**
 * Returns missing, incomplete or invalid settings, one line each, worded as in {@link readEnv}; empty when
 * all is well.
 */
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

/** Outside of a demo real money is processed, so the settings that this requires must be present. */
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
