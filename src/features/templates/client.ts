import { clientFor } from '#platform/api-client.ts'
import type { templatesApi } from './api.ts'

export const templatesClient = clientFor<typeof templatesApi>('templates')
