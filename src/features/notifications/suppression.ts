/** Reasons for not sending to an address. Pure. */
export const suppressionReasons = ['bounced', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** The reason as logged for an email that was not sent. */
export const suppressedWords: Record<SuppressionReason, string> = {
  bounced: 'letters to this address come back',
  complained: 'its reader called a letter of ours spam',
}

/** The mail server's message with email addresses removed, shortened. */
export const noteWithoutAddresses = (note: string | null): string | null =>
  note === null
    ? null
    : note
        .replaceAll(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, 300)
