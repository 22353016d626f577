import { useQuery, useQueryClient } from '@tanstack/react-query'
import { onboardingClient } from '../client.ts'
import type { OnboardingIssue, PlaceOfZip } from '../schema.ts'

/** The error for a ZIP code that does not exist. */
export const unknownZip: OnboardingIssue = {
  step: 'place',
  path: 'zip',
  message: 'We do not know this ZIP code',
}

const placeQuery = (zip: string) => ({
  ...onboardingClient.place.queryOptions({ input: { zip } }),
  retry: false,
})

/** The location of a ZIP code, looked up once it has five digits. */
export function usePlace(zip: string): {
  place: PlaceOfZip | undefined
  /** The lookup found no such code. */
  isUnknown: boolean
  /** Looks up the code if necessary. A failed lookup does not count as unknown. */
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
