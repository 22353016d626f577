/** External services besides our own database, in display order. */
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
  'weather',
  'identity',
] as const
export type VendorName = (typeof vendorNames)[number]
