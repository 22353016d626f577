import type { SQL } from 'drizzle-orm'
import type { ListDeclaration } from '#platform/admin-list.ts'
import type { Answers } from '#platform/answers.ts'
import { recordActing } from '#platform/audit-log.ts'
import type { Sessions } from '#platform/auth-session.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { AppError } from '#platform/errors.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { LetterCatalog } from '#platform/letter-template.ts'
import type { Logger } from '#platform/log.ts'
import type { MessageKind } from '#platform/message-kind.ts'
import type { EndOfAccess, EndsWithAccount, Leaver, OwnParts } from '#platform/own-data.ts'
import type { Passwords } from '#platform/passwords.ts'
import { type Copy, createLadder } from '#platform/procedures.ts'
import type { RateLimits } from '#platform/rate-limit.ts'
import type { Reactions } from '#platform/reactions.ts'
import type { Realtime } from '#platform/realtime.ts'
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
import type { LocalCheckouts } from './payments/local.ts'
import type { PaymentsPort } from './payments/payments.ts'
import type { PushPort } from './push/push.ts'
import type { SmsPort } from './sms/sms.ts'
import type { TravelPort } from './travel/travel.ts'

/** Everything a command may need, built once in `app/services.ts` and handed down as an argument. */
export interface Services {
  env: Env
  clock: Clock
  log: Logger
  db: Database
  /** A replica for what may be a second old; null without one. */
  copy: Copy<Services> | null
  jobs: Jobs
  realtime: Realtime
  rateLimits: RateLimits
  sessions: Sessions
  passwords: Passwords
  payments: PaymentsPort
  /** The stand-in processor's own pages; null when a real processor is configured. */
  localCheckouts: LocalCheckouts | null
  email: EmailPort
  /** Calendars that coaches keep elsewhere, by their address. */
  calendarFiles: CalendarFilesPort
  /** Google Calendar; null when no client is configured outside of a demo. */
  calendar: CalendarPort | null
  /** The stand-in's own pages; null when Google's is configured. */
  localCalendar: LocalCalendar | null
  /** What people give us to keep, such as photos of messages. */
  files: FilesPort
  /** Null when no provider of text messages is configured outside of a demo. */
  sms: SmsPort | null
  /** The marketing tool; null when none is configured outside of a demo. */
  crm: CrmPort | null
  /** Drafts answers to students' questions. */
  assistant: AssistantPort
  /** How long drives between a coach's places take. */
  travel: TravelPort
  /** Where a coach's places are. */
  geocoding: GeocodingPort
  /** Whom we need, and how they do. */
  vendors: Vendors
  /** Null while we have no keys to sign notifications with. */
  push: PushPort | null
  /** What follows from what happens; `app/reactions.ts` is the table, `publish` runs it. */
  reactions: Reactions<TransactionServices>
  /** What features ask of those above them; `app/answers.ts` is the table. */
  answers: Answers
  /** What features keep of people; `app/own-data.ts` lists them. */
  ownData: {
    /** Why somebody can't leave yet; null when nothing stands in the way. @param now milliseconds since 1970, UTC */
    whyStay(tx: Queryable, userId: string, now: number): Promise<AppError | null>
    /** Every reason why somebody can't leave yet. @param now milliseconds since 1970, UTC */
    whyStayAll(tx: Queryable, userId: string, now: number): Promise<AppError[]>
    /** What closing the account ends or pays back. */
    whatEnds(db: Queryable, userId: string): Promise<EndsWithAccount[]>
    /** Whether a text of keys and addresses names somebody, or something of theirs that others were told of. */
    isAboutThem(userId: string, keys: SQL): SQL
    /** Takes somebody out of everything that must stay, and deletes what need not. */
    erase(tx: Queryable, leaver: Leaver): Promise<void>
    /** Ends every access that works without signing in. @returns what there was to end, as a letter names it */
    endAccess(tx: Queryable, end: EndOfAccess): Promise<string[]>
    /** Everything that is kept about somebody, for them to take away. */
    export(db: Queryable, userId: string): Promise<OwnParts>
  }
  /** Every letter and text there is; `app/letters` lists what the features declare. */
  letters: LetterCatalog
  /** What admins set while the product runs, such as the address that links in letters begin with. */
  siteSettings: SiteSettingsReader
  /** Every kind of message there is; `app/message-kinds.ts` lists what the features declare. */
  messageKinds: readonly MessageKind[]
  /** Every list of the back office; `app/admin-lists.ts` lists what the features declare. */
  adminLists: readonly AdminList[]
  /** What may wait for somebody of ours: a count and a link each; `app/attention.ts` lists what the features declare. */
  attention: readonly AttentionSource[]
}

/** Whom we need beside our own database. */
export interface Vendors {
  list: readonly Vendor[]
  /** Writes what this process has counted of them, now. */
  flush(): Promise<void>
}

export interface Vendor {
  name: VendorName
  /** The port's own name for who it is: `stripe`, `local`; null where nobody is set up. */
  provider: string | null
  /** Not a stand-in of ours. */
  isReal: boolean
  /** It is left alone for a while after failures in a row. */
  hasCircuit: boolean
}

/** One kind of work that waits for an admin. */
export interface AttentionSource {
  id: string
  label: string
  /** Where it is dealt with. */
  href: string
  read(db: Queryable): Promise<Waiting>
}

/** A list of the back office, as a feature declares it. */
export type AdminList = ListDeclaration<TransactionServices>

/** What a transaction may use beside itself: jobs for everything that leaves it, answers for what features above know. */
export type TransactionServices = Pick<Services, 'jobs' | 'env' | 'clock' | 'log' | 'reactions' | 'answers'>

/** The access ladder of every procedure: `open → signedIn → student | coach | admin`. */
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
