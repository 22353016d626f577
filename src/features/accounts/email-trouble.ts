import type { SuppressionReason } from '#features/notifications/suppression.ts'

/** Texts for users whose address is suppressed. Pure. */
export const emailTroubleTexts: Record<
  SuppressionReason,
  { badge: string; title: (email: string) => string; text: string; settings: string }
> = {
  bounced: {
    badge: 'Emails come back',
    title: (email) => `Our emails to ${email} come back`,
    text: 'So you miss what we write about your lessons and payments. Change the address, or show that this one works.',
    settings:
      'Emails to this address came back, so we send none there. Does it work again? We email you a link; open it, and everything arrives as before. Otherwise change the address.',
  },
  complained: {
    badge: 'No emails from us',
    title: () => 'You marked an email of ours as spam',
    text: 'So we send you none any more, not even about your lessons and payments. Do you want them again? Open the link that we email you.',
    settings:
      'An email of ours was marked as spam, so we send none to this address. Do you want them again? We email you a link; open it, and they arrive as before.',
  },
}
