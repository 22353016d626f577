/** The most frequent leaked passwords with at least six characters. */
const commonPasswords = new Set(
  `123456 123456789 12345678 1234567 1234567890 password password1 qwerty qwerty123 qwertyuiop 111111 000000 abc123
  abcdef iloveyou 123123 654321 666666 888888 987654321 letmein welcome monkey dragon football baseball sunshine
  princess superman trustno1 passw0rd zaq12wsx 1q2w3e4r 1qaz2wsx asdfgh asdfghjkl zxcvbnm golfgolf golfer titleist
  tigerwoods birdie mulligan 121212 112233 222222 555555 777777 999999 michael jordan23 admin123 login123`.split(
    /\s+/,
  ),
)

export const isCommonPassword = (password: string) => commonPasswords.has(password.toLowerCase())

export type PasswordStrength = 'too short' | 'easy to guess' | 'fair' | 'good' | 'strong'

/**
 * Estimates the strength of a password: mainly by its length, then by its character classes. Repeated and
 * sequential characters do not count.
 */
export function strengthOf(password: string): PasswordStrength {
  if (password.length < 6) return 'too short'
  if (isCommonPassword(password)) return 'easy to guess'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const worth = surprisesIn(password) + (kinds - 1) * 1.5
  if (worth < 7) return 'easy to guess'
  if (worth < 10) return 'fair'
  return worth < 14 ? 'good' : 'strong'
}

/** The number of characters that do not continue a repetition or sequence: one for `aaaa` and `1234`. */
function surprisesIn(password: string): number {
  let count = 0
  for (let i = 0; i < password.length; i++) {
    const step = i === 0 ? 99 : password.charCodeAt(i) - password.charCodeAt(i - 1)
    if (Math.abs(step) > 1) count++
  }
  return count
}
