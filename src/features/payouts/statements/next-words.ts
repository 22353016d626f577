import { formatMoment } from '#platform/time.ts'
import type { Next } from './schema.ts'

const words = {
  coach: {
    answer: 'paid out a day after you answer, or refunded when you do not',
    package: 'each of its lessons is paid out after you have taught it',
    sending: 'on its way: Stripe is sending it',
    problem: 'held until the reported problem is settled: open the lesson to answer',
    account: 'waits for your bank account',
    suspension: 'waits while your account is suspended',
  },
  admin: {
    answer: 'paid out a day after the coach answers, or refunded',
    package: 'each of its lessons is paid out after it was taught',
    sending: 'on its way to the bank',
    problem: 'held until the reported problem is settled',
    account: 'waits for the coach’s bank account',
    suspension: 'waits while the coach is suspended',
  },
}

/** Describes what happens next to a payment and when, for the coach or for admins who answer questions about it. */
export function nextWords(next: Next, zone: string, reader: keyof typeof words): string {
  switch (next.what) {
    case 'lesson':
      return `held until the lesson ends, ${formatMoment(next.at, zone)}`
    case 'completion':
      return `held until the lesson is completed, automatically ${formatMoment(next.at, zone)}`
    case 'payout':
      return `paid out ${formatMoment(next.at, zone)}`
    case 'sent':
      return `was sent ${formatMoment(next.at, zone)}`
    case 'nothing':
      return 'settled'
    default:
      return words[reader][next.what]
  }
}
