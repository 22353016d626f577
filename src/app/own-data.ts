import { sql } from 'drizzle-orm'
import { accessTokensOwnData } from '#features/access-tokens/own-data.ts'
import { accountsOwnData } from '#features/accounts/own-data.ts'
import { availabilityOwnData } from '#features/availability/own-data.ts'
import { bookingsOwnData } from '#features/bookings/own-data.ts'
import { cancellationListOwnData } from '#features/cancellation-list/own-data.ts'
import { clinicsOwnData } from '#features/clinics/own-data.ts'
import { clipsOwnData } from '#features/clips/own-data.ts'
import { coachesOwnData } from '#features/coaches/own-data.ts'
import { discountsOwnData } from '#features/discounts/own-data.ts'
import { disputesOwnData } from '#features/disputes/own-data.ts'
import { giftCardsOwnData } from '#features/gift-cards/own-data.ts'
import { golfersOwnData } from '#features/golfers/own-data.ts'
import { matchQuizOwnData } from '#features/match-quiz/own-data.ts'
import { messagesOwnData } from '#features/messages/own-data.ts'
import { notificationsOwnData } from '#features/notifications/own-data.ts'
import { onboardingOwnData } from '#features/onboarding/own-data.ts'
import { otherCalendarsOwnData } from '#features/other-calendars/own-data.ts'
import { ownProfileOwnData } from '#features/own-profile/own-data.ts'
import { paymentsOwnData } from '#features/payments/own-data.ts'
import { payoutsOwnData } from '#features/payouts/own-data.ts'
import { proposalsOwnData } from '#features/proposals/own-data.ts'
import { prospectsOwnData } from '#features/prospects/own-data.ts'
import { rainChecksOwnData } from '#features/rain-checks/own-data.ts'
import { reviewsOwnData } from '#features/reviews/own-data.ts'
import { savesOwnData } from '#features/saves/own-data.ts'
import { studentsOwnData } from '#features/students/own-data.ts'
import { supportOwnData } from '#features/support/own-data.ts'
import { tasksOwnData } from '#features/tasks/own-data.ts'
import { trackingOwnData } from '#features/tracking/own-data.ts'
import { videoReviewsOwnData } from '#features/video-reviews/own-data.ts'
import { waitlistOwnData } from '#features/waitlist/own-data.ts'
import { webhooksOwnData } from '#features/webhooks/own-data.ts'
import { workspacesOwnData } from '#features/workspaces/own-data.ts'
import type { EndsWithAccount, OwnData, OwnParts, WhyStay } from '#platform/own-data.ts'
import type { Services } from '#ports/services.ts'
import { answers } from './answers.ts'

/**
 * What is kept of people, in the order it is erased: the account is closed before conversations are asked who has left, and
 * messages about a person's lessons, golfers and workspaces lose the names before these are deleted.
 */
const features: readonly OwnData[] = [
  accountsOwnData,
  notificationsOwnData,
  accessTokensOwnData,
  webhooksOwnData,
  cancellationListOwnData,
  rainChecksOwnData,
  availabilityOwnData,
  otherCalendarsOwnData,
  ownProfileOwnData,
  coachesOwnData,
  onboardingOwnData,
  tasksOwnData,
  bookingsOwnData,
  clinicsOwnData,
  golfersOwnData,
  discountsOwnData,
  paymentsOwnData,
  proposalsOwnData,
  giftCardsOwnData,
  videoReviewsOwnData,
  disputesOwnData,
  reviewsOwnData,
  savesOwnData,
  studentsOwnData,
  waitlistOwnData,
  matchQuizOwnData,
  prospectsOwnData,
  payoutsOwnData,
  messagesOwnData,
  workspacesOwnData,
  clipsOwnData,
  supportOwnData,
  trackingOwnData,
]

/** Asks every feature of the list, one after the other. */
export const ownData: Services['ownData'] = {
  async whyStay(tx, userId, now) {
    for (const { whyStay } of features) {
      const why = whyStay ? await whyStay(tx, userId, now, answers) : null
      if (why) return why
    }
    return null
  },

  async whyStayAll(tx, userId, now) {
    const reasons: WhyStay[] = []
    for (const { whyStay } of features) {
      const why = whyStay ? await whyStay(tx, userId, now, answers) : null
      if (why) reasons.push(why)
    }
    return reasons
  },

  async whatEnds(db, userId) {
    const ends: EndsWithAccount[] = []
    for (const { whatEnds } of features) ends.push(...((await whatEnds?.(db, userId)) ?? []))
    return ends
  },

  isAboutThem(userId, keys) {
    const id = sql`${userId}::uuid`
    const things = [sql`select ${id} as id`, ...features.flatMap((feature) => feature.things?.(id) ?? [])]
    return sql`exists (
      select from (${sql.join(things, sql` union all `)}) theirs where position(theirs.id::text in ${keys}) > 0)`
  },

  async otherNames(tx, userId) {
    const names: string[] = []
    for (const { otherNames } of features) {
      if (!otherNames) continue
      const found = await tx.execute<{ name: string }>(
        sql`select name from (${otherNames(sql`${userId}::uuid`)}) known (name)`,
      )
      names.push(...found.rows.map(({ name }) => name))
    }
    return names
  },

  async erase(tx, leaver) {
    for (const { erase } of features)
      for (const statement of erase?.(leaver, (keys) => ownData.isAboutThem(leaver.userId, keys)) ?? [])
        await tx.execute(statement)
  },

  async endAccess(tx, end) {
    const ended: string[] = []
    for (const { endAccess } of features)
      for (const { name, statement } of endAccess?.(end) ?? []) {
        const { rowCount } = await tx.execute(statement)
        if (rowCount && name) ended.push(name)
      }
    return ended
  },

  async export(db, userId) {
    const parts: OwnParts = {}
    for (const feature of features) Object.assign(parts, await feature.export?.(db, sql`${userId}::uuid`))
    return parts
  },
}
