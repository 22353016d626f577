import { clientFor } from '#platform/api-client.ts'
import type { quizFollowUpApi } from './api.ts'

export const quizFollowUpClient = clientFor<typeof quizFollowUpApi>('quizFollowUp')
