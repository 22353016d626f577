import type pg from 'pg'
import { HOUR } from '#platform/duration.ts'

const HOURS = 24

/** Calls per hour, the interval in hours between failures, and the error message. */
const usual: readonly [vendor: string, calls: number, failsEvery: number | null, error: string | null][] = [
  ['payments', 9, null, null],
  ['email', 31, 11, 'Connection to the mail server timed out [ETIMEDOUT]'],
  ['sms', 6, 8, 'the provider answered 429'],
  ['files', 140, null, null],
  ['calendar', 12, null, null],
  ['assistant', 4, null, null],
]

/** Inserts a day of calls to the demo's local vendors. Later activity adds to it. */
export async function insertVendorCalls(client: pg.ClientBase, now: number): Promise<void> {
  const thisHour = now - (now % HOUR)
  for (const [vendor, calls, failsEvery, error] of usual) {
    // The current hour is left out: the running demo records its own calls.
    for (let ago = 1; ago < HOURS; ago++)
      await client.query(
        `insert into vendor_calls (vendor, hour, calls, failures) values ($1, $2, $3, $4) on conflict do nothing`,
        [
          vendor,
          new Date(thisHour - ago * HOUR),
          calls + ((ago * 7) % 5),
          failsEvery && ago % failsEvery === 0 ? 1 : 0,
        ],
      )
    await client.query(
      `insert into vendor_health (vendor, last_success_at, last_failure_at, last_error) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [
        vendor,
        new Date(thisHour - HOUR / 4),
        failsEvery ? new Date(thisHour - failsEvery * HOUR + HOUR / 2) : null,
        error,
      ],
    )
  }
}
