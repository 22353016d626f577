/** Codes of an app beside the password: what people type. Pure; the browser reads it too. */

/** As the server compares it: `123456`, or a backup code as `abcde-fgh23`, however it was spaced or cased. */
export function plainCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  return /^[a-z\d]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code
}

/** A secret in groups of four, as people type it into an app. */
export const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The secret an app is told in an `otpauth://` address. */
export const secretOf = (uri: string) => new URL(uri).searchParams.get('secret') ?? ''

/** A file that can be kept somewhere safe. @param email whose codes they are */
export const backupCodesFile = (email: string, codes: readonly string[]) =>
  [
    `Greenside backup codes of ${email}`,
    'Each works once, in place of a code from your app.',
    '',
    ...codes,
    '',
  ].join('\r\n')
