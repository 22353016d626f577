import { z } from 'zod'

export const syncInput = z.object({
  /** Everybody who may be written to; there is no other sync. */
  syncAll: z.literal(true),
})

export const syncedSchema = z.object({ synced: z.int(), failed: z.int() })

export const crmStateSchema = z.object({
  /** Null where no tool is configured. */
  provider: z.enum(['local', 'klaviyo']).nullable(),
  /** Whom the next sync brings. */
  people: z.int(),
  /** Who turned off an email of ours, and stays out. */
  optedOut: z.int(),
  /** The newest sync that came to its end. Instants are UTC. */
  last: z.object({ at: z.string(), synced: z.int(), failed: z.int() }).nullable(),
  isRunning: z.boolean(),
})
