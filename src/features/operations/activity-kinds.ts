/**
 * The kinds of events in a user's timeline. Separate from the schema, because the browser parses them from
 * the URL.
 */
export const activityKinds = [
  'account',
  'booking',
  'money',
  'letter',
  'text',
  'ticket',
  'dispute',
  'impersonation',
  'sign-in',
  'change',
] as const
