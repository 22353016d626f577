/** Parts of the page that have an address, such as `/availability?part=calendars`. Apart, since the address is read on every page. */
export const availabilityParts = ['week', 'times', 'rules', 'drives', 'calendars'] as const
export type AvailabilityPart = (typeof availabilityParts)[number]
