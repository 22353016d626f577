import { clientFor } from '#platform/api-client.ts'
import type { onboardingApi } from './api.ts'

export const onboardingClient = clientFor<typeof onboardingApi>('onboarding')
