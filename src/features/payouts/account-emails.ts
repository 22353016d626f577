import { eq } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { formatDay, toIso } from '#platform/time.ts'
import type { PayeeAccount } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'
import { payoutAccountCoach, payoutAccountKind } from './letters.ts'
import { readCoachZone } from './queries.ts'

type Telling = Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>

/** The owner and state of an account, and when we learned of it; instants in milliseconds since 1970, UTC. */
interface AboutAccount {
  coachId: string
  at: number
  blockedBy: PayeeAccount['blockedBy']
  answerBy: number | null
}

export const restrictedWords: Record<
  NonNullable<PayeeAccount['blockedBy']>,
  { title: string; body: string }
> = {
  questions: {
    title: 'Stripe has paused your payouts and needs something from you',
    body: 'Open Payment Settings and continue with Stripe: it asks for what is missing. What you earn is kept for you, and goes out as soon as Stripe is content. Your students can book and pay as before.',
  },
  review: {
    title: 'Stripe is checking your account and has paused your payouts',
    body: 'You need not do anything: Stripe writes to you if it needs more. What you earn is kept for you, and goes out when the check is done. Your students can book and pay as before.',
  },
  rejected: {
    title: 'Stripe no longer pays out to your account',
    body: 'What you earn is kept for you. Please write to our support team, so that we find out together how you can be paid.',
  },
}

/** Notifies a coach that payouts are blocked, why, and what to do. */
export const notifyAccountRestricted = (
  services: Telling,
  tx: Queryable,
  about: AboutAccount & { blockedBy: NonNullable<PayeeAccount['blockedBy']> },
): Promise<void> => tell(services, tx, about, { key: 'restricted', ...restrictedWords[about.blockedBy] })

/** Notifies a coach that payouts work again. */
export const notifyAccountLifted = (services: Telling, tx: Queryable, about: AboutAccount): Promise<void> =>
  tell(services, tx, about, {
    key: 'lifted',
    title: 'You are paid out again',
    body: 'Stripe has lifted its restriction. What was kept for you is on its way.',
  })

/** Notifies a coach that Stripe requires information by a date and will stop payouts otherwise. */
export async function notifyAccountAsked(
  services: Telling,
  tx: Queryable,
  about: AboutAccount & { answerBy: number },
): Promise<void> {
  const { answerBy } = about
  const day = formatDay(answerBy, await readCoachZone(tx, about.coachId))
  await tell(services, tx, about, {
    key: `asked:${toIso(answerBy)}`,
    title: `Stripe needs something from you by ${day}`,
    body: 'Open Payment Settings and continue with Stripe. Without an answer by then Stripe pauses your payouts.',
  })
}

async function tell(
  services: Telling,
  tx: Queryable,
  { coachId, at, blockedBy, answerBy }: AboutAccount,
  news: { key: string; title: string; body: string },
): Promise<void> {
  const name = await readCoachName(tx, coachId)
  const href = '/payment-settings'
  await notifyUser(services, tx, {
    userId: coachId,
    kind: payoutAccountKind,
    businessKey: `${news.key}:${toIso(at)}`,
    title: news.title,
    body: news.body,
    href,
    about: { what: 'payout_account', coachId, blockedBy, answerBy },
    email: accountLetter(services.env.appUrl, coachLabel(name), news),
  })
}

/** Builds the letter about the account. */
export const accountLetter = (
  appUrl: string,
  coach_name: string,
  { title, body }: { title: string; body: string },
): Letter =>
  fillIn(payoutAccountCoach, {
    coach_name,
    headline: title,
    message: body,
    settings_url: `${appUrl}/payment-settings`,
  })

async function readCoachName(tx: Queryable, coachId: string): Promise<string | null> {
  const [coach] = await tx
    .select({ name: coachName })
    .from(instructorProfiles)
    .innerJoin(coachAccount, eq(coachAccount.id, instructorProfiles.userId))
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.name ?? null
}
