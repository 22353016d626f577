import { type Finding, wrong } from './finding.ts'

/** Settings that are read by other programs in this folder, and variables of Node and the system that resemble ours. */
const OTHERS = /^(BACKUP_DAYS|PGBACKREST_(?!STANZA).*|DATABASE_PASSWORD|LISTEN|GREENSIDE_.*|NODE_.*|npm_.*)$/
/** Shorter names resemble too many others. */
const SHORTEST = 6

/**
 * Reports variables that look like misspelled settings, and whose values are therefore ignored.
 * @param given every name in the environment
 */
export function misspelledSettings(given: readonly string[], known: readonly string[]): Finding[] {
  const others = given.filter(
    (name) => !known.includes(name) && !OTHERS.test(name) && name.length >= SHORTEST,
  )
  return others.flatMap((name) => {
    const meant =
      known.find((one) => isNear(name, one)) ??
      known.find((one) => one.startsWith(`${name}_`)) ??
      sameStart(name, known)
    if (!meant) return []
    return [
      wrong(`${name} is no setting: it is passed over. ${meant} is.`, `Write ${meant}, or take ${name} out.`),
    ]
  })
}

/** At most two letters added, omitted, changed or swapped. */
function isNear(one: string, other: string): boolean {
  return other.length >= SHORTEST && Math.abs(one.length - other.length) <= 2 && distance(one, other) <= 2
}

/** Prefixes that only our settings use. */
const OURS =
  /^(STRIPE|TWILIO|SMTP|S3|ASSISTANT|KLAVIYO|VAPID|GOOGLE_CLIENT|GOOGLE_SIGN_IN|OIDC|MAILGUN|DATABASE|TRUSTED_PROXY)_/

function sameStart(name: string, known: readonly string[]): string | undefined {
  const start = OURS.exec(name)?.[0]
  if (!start) return undefined
  const alike = known.filter((one) => one.startsWith(start))
  return alike.sort((a, b) => distance(name, a) - distance(name, b))[0]
}

/** The Levenshtein distance, with a swap of two adjacent letters counted as one edit. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const above = rows[i - 1] ?? []
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
