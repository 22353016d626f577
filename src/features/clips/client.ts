import { clientFor } from '#platform/api-client.ts'
import type { clipsApi } from './api.ts'

export const clipsClient = clientFor<typeof clipsApi>('clips')
