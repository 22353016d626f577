import { onboardingClient } from '../client.ts'

/** For home: where somebody goes on who began to become a coach. The checks of the steps stay on the server. */
export const resumeQuery = onboardingClient.nextStep.queryOptions({ staleTime: 0 })
