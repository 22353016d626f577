import { and, desc, eq, sql } from 'drizzle-orm'
import { isAccount } from '#features/accounts/admin-list.ts'
import { profiles } from '#features/accounts/tables.ts'
import { previewLetter } from '#features/notifications/letter-preview.ts'
import type { Audit } from '#platform/audit-log.ts'
import { constraintOf } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatDate } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { termsLetter } from './mailing.ts'
import { listVersions, readTerms, textOfTerms } from './queries.ts'
import type { AnnounceTerms, TermsDesk, TermsPreview } from './schema.ts'
import { termsVersions } from './tables.ts'
import { earliestVersion } from './terms.ts'

const announcedAlready = () =>
  new AppError('conflict', 'announced_already', 'Terms for that day were already announced.')

/** @throws AppError too_soon, unreadable, announced_already */
async function checkTerms({ db, env, clock }: Services, { version, text }: AnnounceTerms): Promise<void> {
  const earliest = earliestVersion(clock.now(), await countAccounts(db))
  if (version < earliest)
    throw new AppError(
      'bad_input',
      'too_soon',
      `The first possible day is ${formatDate(earliest)}: people must know 30 days before.`,
    )
  try {
    readTerms(env, { version, body: text })
  } catch (error) {
    throw new AppError('bad_input', 'unreadable', `The text cannot be shown: ${(error as Error).message}.`)
  }
  const [same] = await db
    .select({ version: termsVersions.version })
    .from(termsVersions)
    .where(eq(termsVersions.version, version))
  if (same) throw announcedAlready()
}

/**
 * Validates new terms in the same way as announcing them, and returns the email and the number of recipients.
 * Nothing is saved.
 * @throws AppError too_soon, unreadable, announced_already
 */
export async function previewTerms(services: Services, input: AnnounceTerms): Promise<TermsPreview> {
  await checkTerms(services, input)
  const email = await previewLetter(services, termsLetter(services.env.appUrl, input))
  return {
    recipients: await countAccounts(services.db),
    subject: email?.subject ?? '',
    html: email?.html ?? '',
  }
}

/**
 * Announces terms that take effect on a later day. Emails to everyone with an open account start within a
 * minute.
 * @throws AppError too_soon, unreadable, announced_already
 */
export async function announceTerms(
  services: Services,
  { audit }: { audit: Audit },
  input: AnnounceTerms,
): Promise<void> {
  await checkTerms(services, input)
  const { db, clock } = services
  const { version, summary, text } = input
  try {
    await db.transaction(async (tx) => {
      const [newest] = await tx
        .select({ version: termsVersions.version })
        .from(termsVersions)
        .orderBy(desc(termsVersions.version))
        .limit(1)
      await tx.insert(termsVersions).values({ version, summary, body: text, announcedAt: clock.now() })
      await audit.record(tx, {
        ids: { version },
        before: { newest: newest?.version ?? null },
        after: { newest: version },
      })
    })
  } catch (error) {
    if (constraintOf(error)?.constraint === 'terms_versions_pkey') throw announcedAlready()
    throw error
  }
}

/** The data of the admin page for announcing terms. */
export async function readTermsDesk({ db, clock }: Services): Promise<TermsDesk> {
  const [all, accounts] = [await listVersions(db), await countAccounts(db)]
  const at = all.findIndex(({ isInForce }) => isInForce)
  const inForce = all[at]?.version
  return {
    earliest: earliestVersion(clock.now(), accounts),
    accounts,
    text: inForce ? textOfTerms(inForce) : '',
    versions: all.map(({ version: { version, summary, announcedAt, toldAt } }, index) => ({
      version,
      state: index < at ? ('coming' as const) : index === at ? ('in_force' as const) : ('past' as const),
      summary,
      announcedAt,
      toldAt,
    })),
  }
}

async function countAccounts(db: Services['db']): Promise<number> {
  const [counted] = await db
    .select({ accounts: sql<number>`count(*)::int` })
    .from(profiles)
    .where(and(eq(profiles.isOpen, true), isAccount))
  return counted?.accounts ?? 0
}
