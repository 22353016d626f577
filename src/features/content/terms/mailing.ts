import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { isAccount } from '#features/accounts/admin-list.ts'
import { profiles } from '#features/accounts/tables.ts'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { doEach } from '#platform/each-item.ts'
import { formatDate } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { sendTermsNoticesJob } from './jobs.ts'
import { termsChange, termsChangeKind } from './letters.ts'
import { termsVersions } from './tables.ts'
import { LETTERS_A_MINUTE } from './terms.ts'

/** The email that announces terms. @param version their effective date, `2027-03-01` */
export const termsLetter = (appUrl: string, { version, summary }: { version: string; summary: string }) =>
  fillIn(termsChange, {
    day: formatDate(version),
    summary,
    terms_url: `${appUrl}/terms?version=${version}`,
  })

/**
 * Emails the next batch of people who had an account when the terms were announced. Each is emailed once,
 * even if the job runs twice.
 * @returns the number of emails enqueued
 */
export async function sendTermsNotices(services: Services): Promise<number> {
  const { db, env, clock } = services
  return await db.transaction(async (tx) => {
    const [coming] = await tx
      .select()
      .from(termsVersions)
      .where(isNull(termsVersions.toldAt))
      .orderBy(asc(termsVersions.version))
      .limit(1)
      .for('update')
    if (!coming) return 0
    const { version, summary, lettersUntil, announcedAt } = coming
    const people = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(
        and(
          profiles.isOpen,
          isAccount,
          lte(profiles.createdAt, new Date(announcedAt)),
          lettersUntil === null ? undefined : gt(profiles.id, lettersUntil),
        ),
      )
      .orderBy(asc(profiles.id))
      .limit(LETTERS_A_MINUTE)
    const letter = termsLetter(env.appUrl, { version, summary: summary ?? '' })
    await doEach(services, {
      name: sendTermsNoticesJob.name,
      items: people.map(({ id }) => id),
      idOf: (id) => id,
      comesOnce: true,
      work: (id) =>
        tx.transaction((inner) =>
          sendLetter(services, inner, {
            key: `terms:${version}:${id}`,
            kind: termsChangeKind,
            userId: id,
            letter,
          }),
        ),
    })
    const last = people.at(-1)
    await tx
      .update(termsVersions)
      .set(
        people.length === LETTERS_A_MINUTE && last
          ? { lettersUntil: last.id }
          : { lettersUntil: null, toldAt: clock.now() },
      )
      .where(eq(termsVersions.version, version))
    return people.length
  })
}
