import { assistantClient } from '../client.ts'

/** A coach's assistant settings, and what the assistant did lately. */
export const assistantSettingsQuery = { ...assistantClient.settings.queryOptions(), staleTime: 30_000 }
