import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { LetterTemplate } from '#platform/letter-template.ts'
import type { Services } from '#ports/services.ts'
import { type EmailWords, problemsOfEmail, problemsOfText } from './letter-check.ts'
import { emailTemplates, smsTemplates } from './tables.ts'

/** Reads the wording of a message: an admin's version if it is valid, otherwise the shipped one. */

type Reading = Pick<Services, 'db' | 'log' | 'letters'>

/** @returns null if the template does not exist or has no email */
export async function readEmailWords(services: Reading, key: string): Promise<EmailWords | null> {
  const letter = findLetter(services, key)
  const { subject, htmlContent } = emailTemplates
  const [stored] = await services.db
    .select({ subject, html: htmlContent })
    .from(emailTemplates)
    .where(eq(emailTemplates.templateKey, key))
    .limit(1)
  const builtIn = letter?.email ?? null
  if (!stored || !letter || !builtIn) return stored ?? builtIn
  if (stored.subject === builtIn.subject && stored.html === builtIn.html) return builtIn
  const problems = problemsOfEmail(letter, stored).map(({ message }) => message)
  return problems.length === 0 ? stored : fallBack(services, key, problems, builtIn)
}

/** @returns null if the template does not exist or has no text */
export async function readTextWords(
  services: Reading,
  key: string,
): Promise<{ messageContent: string } | null> {
  const letter = findLetter(services, key)
  const [stored] = await services.db
    .select({ messageContent: smsTemplates.messageContent })
    .from(smsTemplates)
    .where(eq(smsTemplates.templateKey, key))
    .limit(1)
  const builtIn = letter?.text ? { messageContent: letter.text.message } : null
  if (!stored || !letter || !builtIn) return stored ?? builtIn
  if (stored.messageContent === builtIn.messageContent) return builtIn
  const problems = problemsOfText(letter, stored.messageContent)
  return problems.length === 0 ? stored : fallBack(services, key, problems, builtIn)
}

/**
 * Stores the current wording of an email.
 * @param words.shippedDigest the digest of the shipped wording; as long as the stored wording equals it, a
 *   new version of the product updates it
 * @param words.updatedAt milliseconds since 1970, UTC
 */
export async function storeEmailWords(
  tx: Queryable,
  templateKey: string,
  words: Omit<typeof emailTemplates.$inferInsert, 'templateKey'>,
): Promise<void> {
  await tx
    .insert(emailTemplates)
    .values({ ...words, templateKey })
    .onConflictDoUpdate({ target: emailTemplates.templateKey, set: words })
}

/** Stores the current wording of a text; `words` as for an email. */
export async function storeTextWords(
  tx: Queryable,
  templateKey: string,
  words: Omit<typeof smsTemplates.$inferInsert, 'templateKey'>,
): Promise<void> {
  await tx
    .insert(smsTemplates)
    .values({ ...words, templateKey })
    .onConflictDoUpdate({ target: smsTemplates.templateKey, set: words })
}

const findLetter = ({ letters }: Pick<Services, 'letters'>, key: string): LetterTemplate | undefined =>
  letters.templates.find((letter) => letter.key === key)

function fallBack<Words>({ log }: Reading, template: string, problems: string[], builtIn: Words): Words {
  log.error(
    { template, problems },
    'a template cannot be sent as it is stored: the words of the product go out',
  )
  return builtIn
}
