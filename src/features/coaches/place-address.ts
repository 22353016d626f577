/** What is known of where a place is. */
interface PlaceAddress {
  address?: string | null
  city: string | null
  state: string | null
  zip?: string | null
}

/** `12 Fairway Road, Charlotte, NC 28202`: the one form of a place's address, on screens and in bookings. Empty when nothing is known. */
export function placeAddress({ address, city, state, zip }: PlaceAddress): string {
  const region = [state, zip].filter(Boolean).join(' ')
  return [address, city, region].filter(Boolean).join(', ')
}

/** Whether an address, as a booking keeps it, with or without its ZIP code, is in the town of a place. */
export const isAddressInTown = (
  address: string,
  { city, state }: Pick<PlaceAddress, 'city' | 'state'>,
): boolean => address.replace(/ \d{5}$/, '').endsWith(placeAddress({ city, state }))
