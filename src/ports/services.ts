import { recordActing } from '#platform/audit-log.ts'
import type { Sessions } from '#platform/auth-session.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Logger } from '#platform/log.ts'
import { createLadder } from '#platform/procedures.ts'
import type { RateLimits } from '#platform/rate-limit.ts'
import type { Realtime } from '#platform/realtime.ts'
import type { AssistantPort } from './assistant/assistant.ts'
import type { EmailPort } from './email/email.ts'
import type { FilesPort } from './files/files.ts'
import type { LocalCheckouts } from './payments/local.ts'
import type { PaymentsPort } from './payments/payments.ts'
import type { PushPort } from './push/push.ts'
import type { SmsPort } from './sms/sms.ts'

/** Everything a command may need, built once in `app/services.ts` and handed down as an argument. */
export interface Services {
  env: Env
  clock: Clock
  log: Logger
  db: Database
  jobs: Jobs
  realtime: Realtime
  rateLimits: RateLimits
  sessions: Sessions
  payments: PaymentsPort
  /** The stand-in processor's own pages; null when a real processor is configured. */
  localCheckouts: LocalCheckouts | null
  email: EmailPort
  /** What people give us to keep, such as photos of messages. */
  files: FilesPort
  /** Null when no provider of text messages is configured outside of a demo. */
  sms: SmsPort | null
  /** Drafts answers to students' questions. */
  assistant: AssistantPort
  /** Null while we have no keys to sign notifications with. */
  push: PushPort | null
}

/** The access ladder of every procedure: `open → signedIn → student | coach | admin`. */
export const { open, signedIn, student, coach, admin } = createLadder<Services>({
  recordActing: ({ services, actor, requestId }, { procedure, input }) =>
    recordActing(services.db, services.clock.now(), {
      actor,
      action: 'call',
      target: procedure,
      input,
      requestId,
    }),
})
