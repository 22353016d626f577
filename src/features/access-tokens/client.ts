import { clientFor } from '#platform/api-client.ts'
import type { accessTokensApi } from './api.ts'

export const accessTokensClient = clientFor<typeof accessTokensApi>('accessTokens')
