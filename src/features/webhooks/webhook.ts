/** What a program can be told of, in the order in which one chooses. */
export const webhookEvents = [
  'booking.confirmed',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
  'payment.received',
  'payment.refunded',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What each means, for whoever chooses. */
export const webhookEventTexts: Record<WebhookEvent, string> = {
  'booking.confirmed': 'A lesson is booked',
  'booking.moved': 'A lesson is moved',
  'booking.cancelled': 'A lesson is cancelled',
  'booking.completed': 'A lesson was taught',
  'payment.received': 'A lesson is paid',
  'payment.refunded': 'Money goes back',
}

/** What the button for trying an address sends. */
export const TEST_EVENT = 'test'

export const MOST_ENDPOINTS = 5

/** An address at which nothing arrived for so long is switched off. */
export const SWITCHED_OFF_AFTER_MS = 3 * 86_400_000
