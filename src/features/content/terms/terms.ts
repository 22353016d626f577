import { addDays, dateIn } from '#platform/time.ts'

/** How long people know of new terms before these hold: /terms promises it. */
const NOTICE_DAYS = 30

/** Letters a minute, so that others need not wait behind them. */
export const LETTERS_A_MINUTE = 500

const LETTERS_A_DAY = LETTERS_A_MINUTE * 60 * 24

/** Where a day begins last: terms that hold from a day hold once it has begun for everybody. */
export const LAST_ZONE = 'Pacific/Honolulu'

/** The first day, `yyyy-MM-dd`, from which terms can hold that are announced now: the letters to all accounts leave before. */
export function earliestVersion(now: number, accounts: number): string {
  return addDays(dateIn(now, LAST_ZONE), NOTICE_DAYS + 1 + Math.floor(accounts / LETTERS_A_DAY))
}
