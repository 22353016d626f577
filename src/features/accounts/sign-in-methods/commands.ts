import { randomUUID } from 'node:crypto'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { LockedAccount } from '../access.ts'
import { accountNewsKind, signInMethodAdded, signInMethodRemoved } from '../letters.ts'
import { hasProvenAddress, hasSignInMethod } from './queries.ts'

/**
 * Requires that the account holder has proved access to the mailbox: what is added to an account that another
 * person opened would otherwise remain with that person.
 * @throws AppError address_not_confirmed
 */
export async function requireProvenAddress(db: Queryable, userId: string): Promise<void> {
  if (await hasProvenAddress(db, userId)) return
  throw new AppError(
    'conflict',
    'address_not_confirmed',
    'Please confirm your email address first, with the link that we emailed you.',
  )
}

/**
 * Call after removing a method from a locked account: refuses if none is left. An emailed link works always, but
 * not for a person who has lost the mailbox.
 * @throws AppError last_sign_in_method
 */
export async function requireOtherMethod(tx: Queryable, userId: string): Promise<void> {
  if (await hasSignInMethod(tx, userId)) return
  throw new AppError(
    'conflict',
    'last_sign_in_method',
    'This is your only way to sign in. Choose a password first, or add another way.',
  )
}

/** Tells the owner by email that a method was added or removed. @param method as in `{{method}} was added` */
export async function notifyOfMethod(
  services: Services,
  tx: Queryable,
  account: LockedAccount,
  change: 'added' | 'removed',
  method: string,
): Promise<void> {
  const letter = change === 'added' ? signInMethodAdded : signInMethodRemoved
  await sendLetter(services, tx, {
    key: `${letter.key}:${randomUUID()}`,
    kind: accountNewsKind,
    userId: account.userId,
    letter: fillIn(letter, {
      full_name: account.fullName,
      method,
      changed_at: formatMoment(services.clock.now(), await readOwnZone(services, tx, account.userId)),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
