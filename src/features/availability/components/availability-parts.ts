/**
 * The page's tabs, which have URLs such as `/availability?part=calendars`. In its own module, because URLs
 * are parsed on every page.
 */
export const availabilityParts = ['week', 'times', 'rules', 'drives', 'calendars'] as const
export type AvailabilityPart = (typeof availabilityParts)[number]
