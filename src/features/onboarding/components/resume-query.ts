import { onboardingClient } from '../client.ts'

/** The next onboarding step, for the home page. The validation of the steps stays on the server. */
export const resumeQuery = onboardingClient.nextStep.queryOptions({ staleTime: 0 })
