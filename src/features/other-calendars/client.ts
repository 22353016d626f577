import { clientFor } from '#platform/api-client.ts'
import type { otherCalendarsApi } from './api.ts'

export const otherCalendarsClient = clientFor<typeof otherCalendarsApi>('otherCalendars')
