/** The scopes of an access token, in the order in which the form shows them. */
export const scopes = [
  'profile:read',
  'bookings:read',
  'bookings:write',
  'messages:read',
  'messages:write',
] as const

export type Scope = (typeof scopes)[number]

/** The description of each scope, shown when a token is created. */
export const scopeTexts: Record<Scope, string> = {
  'profile:read': 'Read your name, email and role',
  'bookings:read':
    'See your lessons, packages, video reviews and golfers, with the years of birth of children',
  'bookings:write': 'Book, move and cancel lessons, start purchases, and answer or decline video reviews',
  'messages:read': 'Read your conversations',
  'messages:write': 'Send messages as you',
}
