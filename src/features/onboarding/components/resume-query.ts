import { onboardingClient } from '../client.ts'

/** For home: somebody began to become a coach and may go on. Apart from what draws it, which brings the checks of the form along. */
export const resumeQuery = onboardingClient.draft.queryOptions({ staleTime: 0 })
