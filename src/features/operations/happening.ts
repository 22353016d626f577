/** What may have happened to somebody, by kind. The browser reads it out of an address, so it stands apart from the schema. */
export const happeningKinds = [
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
