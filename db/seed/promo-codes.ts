import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { demoCodes } from './scenarios.ts'

/** The codes people can try in the demo; they stay as they are when the demo is filled again. @param now milliseconds UTC */
export async function insertPromoCodes(client: pg.ClientBase, now: number): Promise<void> {
  for (const { code, percentOff, amountOffCents, isOver } of demoCodes)
    await client.query(
      `insert into promo_codes (code, percent_off, amount_off_cents, max_uses_per_student, valid_from, valid_until)
       values ($1, $2, $3, null, $4, $5) on conflict (code) do nothing`,
      [code, percentOff, amountOffCents, new Date(now - 60 * DAY), isOver ? new Date(now - DAY) : null],
    )
}
