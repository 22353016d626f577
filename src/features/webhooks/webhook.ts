/** The events of webhooks, in the order in which the form shows them. */
export const webhookEvents = [
  'booking.confirmed',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
  'payment.received',
  'payment.refunded',
  'video_review.paid',
  'video_review.asked',
  'video_review.answered',
  'video_review.refunded',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The description of each event, for the form. */
export const webhookEventTexts: Record<WebhookEvent, string> = {
  'booking.confirmed': 'A lesson is booked',
  'booking.moved': 'A lesson is moved',
  'booking.cancelled': 'A lesson is cancelled',
  'booking.completed': 'A lesson was taught',
  'payment.received': 'A lesson is paid',
  'payment.refunded': 'Money goes back',
  'video_review.paid': 'A video review is bought',
  'video_review.asked': 'The videos of a review are sent',
  'video_review.answered': 'A video review is answered',
  'video_review.refunded': 'A video review is refunded',
}

/** The event sent by the test button. */
export const TEST_EVENT = 'test'

export const MOST_ENDPOINTS = 5

/** An endpoint without a successful delivery for this long is disabled. */
export const SWITCHED_OFF_AFTER_MS = 3 * 86_400_000
