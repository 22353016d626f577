/**
 * `scheduled` messages wait for their time; `skipped` ones were not sent, because they were outdated or
 * unwanted. A `sent` one was accepted by the provider, which may later report it as `delivered` or failed.
 */
export const messageStatuses = [
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'complained',
  'failed',
  'skipped',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The words for each status, the same for every admin page. */
export const messageStatusWords: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  complained: 'Marked as spam',
  failed: 'Failed',
  skipped: 'Not sent',
}
