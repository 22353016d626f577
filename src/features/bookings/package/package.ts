/** A lesson agreed upon in a conversation, on its way to the booking panel (row 65). Pure; the browser reads it too. */

/** What people are told when an agreed lesson cannot be booked. */
export const packageRefusalTexts = {
  package_unknown: 'This offer is no longer open. Please ask your coach for a new one.',
  package_used: 'This offer is booked already. You find the lesson under My Lessons.',
} as const

export type PackageRefusal = keyof typeof packageRefusalTexts
