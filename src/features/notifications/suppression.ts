/** Why nothing is sent to an address any more. Pure. */
export const suppressionReasons = ['bounced', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** For the log of a letter that did not leave. */
export const suppressedWords: Record<SuppressionReason, string> = {
  bounced: 'letters to this address come back',
  complained: 'its reader called a letter of ours spam',
}

/** A mail server's words without the addresses in them, and not longer than anybody reads. */
export const noteWithoutAddresses = (note: string | null): string | null =>
  note === null
    ? null
    : note
        .replaceAll(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, 300)
