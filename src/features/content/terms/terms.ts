import { addDays, dateIn } from '#platform/time.ts'

/** The notice period before new terms take effect, as promised in /terms. */
const NOTICE_DAYS = 30

/** Emails per minute, limited so that other emails are not delayed. */
export const LETTERS_A_MINUTE = 500

const LETTERS_A_DAY = LETTERS_A_MINUTE * 60 * 24

/** The time zone in which a day begins last. Terms take effect once their day has begun everywhere. */
export const LAST_ZONE = 'Pacific/Honolulu'

/**
 * The earliest effective date, `yyyy-MM-dd`, for terms announced now, allowing for the time it takes to email
 * all accounts.
 */
export function earliestVersion(now: number, accounts: number): string {
  return addDays(dateIn(now, LAST_ZONE), NOTICE_DAYS + 1 + Math.floor(accounts / LETTERS_A_DAY))
}
