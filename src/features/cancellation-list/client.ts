import { clientFor } from '#platform/api-client.ts'
import type { cancellationListApi } from './api.ts'

export const cancellationListClient = clientFor<typeof cancellationListApi>('cancellationList')
