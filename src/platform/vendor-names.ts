/** Whom we need beside our own database, in the order operators read them. */
export const vendorNames = [
  'payments',
  'email',
  'sms',
  'push',
  'files',
  'calendar',
  'crm',
  'assistant',
  'travel',
  'geocoding',
] as const
export type VendorName = (typeof vendorNames)[number]
