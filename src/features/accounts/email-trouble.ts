import type { SuppressionReason } from '#features/notifications/suppression.ts'

/** Texts for users whose address is suppressed. Pure. */
export const emailTroubleTexts: Record<
  SuppressionReason,
  { badge: string; title: (email: string) => string; text: string; settings: string }
> = {
  bounced: {
    badge: 'Emails bounce',
    title: (email) => `Our emails to ${email} are bouncing`,
    text: 'You are missing emails about your lessons and payments. Change the address or confirm that this one works.',
    settings:
      'Emails to this address bounced, so we stopped sending them. If it works again, request a link and open it to turn emails back on. Otherwise, change the address.',
  },
  complained: {
    badge: 'No emails from us',
    title: () => 'You marked one of our emails as spam',
    text: 'So we stopped emailing you, even about your lessons and payments. To get emails again, open the link that we email you.',
    settings:
      'One of our emails was marked as spam, so we stopped emailing this address. To get emails again, request a link and open it.',
  },
}
