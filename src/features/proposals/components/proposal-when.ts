import { formatDay, formatTimeRange } from '#platform/time.ts'

/**
 * `Mon, Nov 23, 8:00 – 9:00 AM EST`: fits in a line on phones.
 * @param start an ISO instant
 */
export const proposalWhen = (start: string, minutes: number, zone: string) =>
  `${formatDay(start, zone)}, ${formatTimeRange(start, minutes, zone)}`
