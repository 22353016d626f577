import { siteName } from '#platform/site-name.ts'

/** Input and display of second-factor codes. Pure; also used in the browser. */

/** Normalizes a code: `123456`, or a backup code as `abcde-fgh23`, ignoring spacing and case. */
export function plainCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  return /^[a-z\d]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code
}

/** A secret in groups of four, for entering it in an app. */
export const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The secret in an `otpauth://` URI. */
export const secretOf = (uri: string) => new URL(uri).searchParams.get('secret') ?? ''

/** The content of a text file with the backup codes. @param email the account's address */
export const backupCodesFile = (email: string, codes: readonly string[]) =>
  [
    `${siteName} backup codes of ${email}`,
    'Each code works once instead of a code from your app.',
    '',
    ...codes,
    '',
  ].join('\r\n')
