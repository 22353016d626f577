import type { SQL } from 'drizzle-orm'
import type { ListDeclaration } from '#platform/admin-list.ts'
import type { Answers } from '#platform/answers.ts'
import { recordActing } from '#platform/audit-log.ts'
import type { Sessions } from '#platform/auth-session.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { LetterCatalog } from '#platform/letter-template.ts'
import type { Logger } from '#platform/log.ts'
import type { MessageKind } from '#platform/message-kind.ts'
import type { EndOfAccess, EndsWithAccount, Leaver, OwnParts, WhyStay } from '#platform/own-data.ts'
import type { Passwords } from '#platform/passwords.ts'
import { type Copy, createLadder } from '#platform/procedures.ts'
import type { RateLimits } from '#platform/rate-limit.ts'
import type { Reactions } from '#platform/reactions.ts'
import type { Realtime } from '#platform/realtime.ts'
import type { SaleKinds } from '#platform/sale-kinds.ts'
import type { SiteSettingsReader } from '#platform/site-settings.ts'
import type { VendorName } from '#platform/vendor-names.ts'
import type { Waiting } from '#platform/waiting.ts'
import type { AssistantPort } from './assistant/assistant.ts'
import type { CalendarPort } from './calendar/calendar.ts'
import type { LocalCalendar } from './calendar/local.ts'
import type { CalendarFilesPort } from './calendar-files/calendar-files.ts'
import type { CrmPort } from './crm/crm.ts'
import type { EmailPort } from './email/email.ts'
import type { FilesPort } from './files/files.ts'
import type { GeocodingPort } from './geocoding/geocoding.ts'
import type { IdentityPort } from './identity/identity.ts'
import type { LocalIdentity } from './identity/local.ts'
import type { LocalCheckouts } from './payments/local.ts'
import type { PaymentsPort } from './payments/payments.ts'
import type { PushPort } from './push/push.ts'
import type { SmsPort } from './sms/sms.ts'
import type { TravelPort } from './travel/travel.ts'
import type { WeatherPort } from './weather/weather.ts'

/** All services that a command may need, created once in `app/services.ts` and passed as an argument. */
export interface Services {
  env: Env
  clock: Clock
  log: Logger
  db: Database
  /** A replica for reads that may be a second old; null without one. */
  copy: Copy<Services> | null
  jobs: Jobs
  realtime: Realtime
  rateLimits: RateLimits
  sessions: Sessions
  passwords: Passwords
  payments: PaymentsPort
  /** The local processor's own pages; null when a real processor is configured. */
  localCheckouts: LocalCheckouts | null
  email: EmailPort
  /** Coaches' external calendars by URL. */
  calendarFiles: CalendarFilesPort
  /** Google Calendar; null when no client is configured outside of a demo. */
  calendar: CalendarPort | null
  /** The local adapter's own pages; null when Google's calendar is configured. */
  localCalendar: LocalCalendar | null
  /** Sign-in with Google and other providers; null when none is configured outside of a demo. */
  identity: IdentityPort | null
  /** The local provider, for its page; null when a real one is configured. */
  localIdentity: LocalIdentity | null
  /** Uploaded files, such as photos in messages. */
  files: FilesPort
  /** Null when no text message provider is configured outside of a demo. */
  sms: SmsPort | null
  /** The marketing tool; null when none is configured outside of a demo. */
  crm: CrmPort | null
  /** Drafts answers to students' questions. */
  assistant: AssistantPort
  /** Driving times between a coach's places. */
  travel: TravelPort
  /** Coordinates of a coach's places. */
  geocoding: GeocodingPort
  /** Weather forecasts of outdoor places; null when no service is configured outside of a demo. */
  weather: WeatherPort | null
  /** The external services and their status. */
  vendors: Vendors
  /** Null when no keys for signing notifications are configured. */
  push: PushPort | null
  /** The event handlers; `app/reactions.ts` has the table, `publish` runs it. */
  reactions: Reactions<TransactionServices>
  /** The answers of higher-level features; `app/answers.ts` has the table. */
  answers: Answers
  /** What is sold; `app/sale-kinds.ts` has the table. */
  saleKinds: SaleKinds
  /** The personal data that features store; `app/own-data.ts` lists them. */
  ownData: {
    /** Why an account can't be closed yet: the first reason, or null. @param now milliseconds since 1970, UTC */
    whyStay(tx: Queryable, userId: string, now: number): Promise<WhyStay | null>
    /** Every reason why an account can't be closed yet. @param now milliseconds since 1970, UTC */
    whyStayAll(tx: Queryable, userId: string, now: number): Promise<WhyStay[]>
    /** What closing the account ends or pays back. */
    whatEnds(db: Queryable, userId: string): Promise<EndsWithAccount[]>
    /**
     * Whether a text of keys and addresses contains the user's id, or the id of one of their objects that is
     * shared with others.
     */
    isAboutThem(userId: string, keys: SQL): SQL
    /** The names of the other people in the user's account, such as its golfers. */
    otherNames(tx: Queryable, userId: string): Promise<string[]>
    /** Anonymizes the user in everything that must be kept, and deletes the rest. */
    erase(tx: Queryable, leaver: Leaver): Promise<void>
    /**
     * Revokes all access that works without signing in.
     * @returns the revoked kinds, as named in the email to the owner
     */
    endAccess(tx: Queryable, end: EndOfAccess): Promise<string[]>
    /** Returns the user's data export. */
    export(db: Queryable, userId: string): Promise<OwnParts>
  }
  /** All emails and text messages; `app/letters` collects the features' declarations. */
  letters: LetterCatalog
  /** Settings that admins change at runtime, such as the base URL of links in emails. */
  siteSettings: SiteSettingsReader
  /** All kinds of messages; `app/message-kinds.ts` collects the features' declarations. */
  messageKinds: readonly MessageKind[]
  /** All admin lists; `app/admin-lists.ts` collects the features' declarations. */
  adminLists: readonly AdminList[]
  /**
   * Work that may be waiting for staff, each with a count and a link; `app/attention.ts` collects the
   * features' declarations.
   */
  attention: readonly AttentionSource[]
}

/** The external services besides our own database. */
export interface Vendors {
  list: readonly Vendor[]
  /** Writes this process's pending call records now. */
  flush(): Promise<void>
}

export interface Vendor {
  name: VendorName
  /** The adapter's name: `stripe`, `local`; null if none is configured. */
  provider: string | null
  /** False for a local adapter. */
  isReal: boolean
  /** Calls are blocked for a while after consecutive failures. */
  hasCircuit: boolean
}

/** One kind of work that waits for an admin. */
export interface AttentionSource {
  id: string
  label: string
  /** The page where it is handled. */
  href: string
  read(db: Queryable): Promise<Waiting>
}

/** An admin list, as declared by a feature. */
export type AdminList = ListDeclaration<TransactionServices>

/**
 * The services available within a transaction: jobs for external effects, and answers of higher-level
 * features.
 */
export type TransactionServices = Pick<
  Services,
  'jobs' | 'env' | 'clock' | 'log' | 'reactions' | 'answers' | 'saleKinds'
>

/** The base procedures by access level: `open → signedIn → student | coach | admin`. */
export const { open, signedIn, student, coach, admin } = createLadder<Services>({
  aboutOneself: ['accounts', 'notifications', 'onboarding', 'prospects', 'support'],
  recordActing: ({ services, actor, requestId }, { procedure, input }) =>
    recordActing(services.db, services.clock.now(), {
      actor,
      action: 'call',
      target: procedure,
      input,
      requestId,
    }),
})
