import { useQuery, useQueryClient } from '@tanstack/react-query'
import { onboardingClient } from '../client.ts'
import type { Issue, PlaceOfZip } from '../schema.ts'

/** What is wrong with a ZIP code that nobody lives in. */
export const unknownZip: Issue = { step: 'place', path: 'zip', message: 'We do not know this ZIP code' }

const placeQuery = (zip: string) => ({
  ...onboardingClient.place.queryOptions({ input: { zip } }),
  retry: false,
})

/** Where a ZIP code is, looked up as soon as it has five digits. */
export function usePlace(zip: string): {
  place: PlaceOfZip | undefined
  /** It was looked up, and there is no such code. */
  isUnknown: boolean
  /** Looks it up if that was not done. A code that cannot be looked up just now is not held against anybody. */
  isUnknownNow: () => Promise<boolean>
} {
  const queryClient = useQueryClient()
  const found = useQuery({ ...placeQuery(zip), enabled: /^\d{5}$/.test(zip) })
  return {
    place: found.data ?? undefined,
    isUnknown: found.data === null,
    isUnknownNow: () =>
      queryClient.fetchQuery(placeQuery(zip)).then(
        (place) => place === null,
        () => false,
      ),
  }
}
