import { z } from 'zod'
import { ownPushEndpointField } from '../passwords/schema.ts'

export const deviceSessionSchema = z.object({
  id: z.uuid(),
  /** `Chrome on a Mac`. */
  device: z.string(),
  signedInAt: z.iso.datetime(),
  /** Accurate to the day, because it is updated once a day. */
  lastSeenAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})

/** A signed-in browser. */
export type DeviceSession = z.infer<typeof deviceSessionSchema>

export const endSessionSchema = z.object({ sessionId: z.uuid(), ownPushEndpoint: ownPushEndpointField })

export const endSessionsSchema = z.object({
  /** Keeps the current browser signed in. */
  keepThis: z.boolean(),
  ownPushEndpoint: ownPushEndpointField,
})
