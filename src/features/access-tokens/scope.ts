/** What an access token may be allowed to do, in the order in which one chooses. */
export const scopes = [
  'profile:read',
  'bookings:read',
  'bookings:write',
  'messages:read',
  'messages:write',
] as const

export type Scope = (typeof scopes)[number]

/** What each of them means, for whoever makes a token. */
export const scopeTexts: Record<Scope, string> = {
  'profile:read': 'Read your name, email and role',
  'bookings:read': 'See your lessons',
  'bookings:write': 'Book, move and cancel lessons',
  'messages:read': 'Read your conversations',
  'messages:write': 'Send messages as you',
}
