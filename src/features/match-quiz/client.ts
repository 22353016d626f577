import { clientFor } from '#platform/api-client.ts'
import type { matchQuizApi } from './api.ts'

export const matchQuizClient = clientFor<typeof matchQuizApi>('matchQuiz')
