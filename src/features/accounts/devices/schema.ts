import { z } from 'zod'
import { ownPushEndpointField } from '../passwords/schema.ts'

export const deviceSessionSchema = z.object({
  id: z.uuid(),
  /** `Chrome on a Mac`. */
  device: z.string(),
  signedInAt: z.iso.datetime(),
  /** To the day: it is noted once a day. */
  lastSeenAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})

/** A browser that is signed in. */
export type DeviceSession = z.infer<typeof deviceSessionSchema>

export const endSessionsSchema = z.object({
  /** Leaves the browser that asks signed in. */
  keepThis: z.boolean(),
  ownPushEndpoint: ownPushEndpointField,
})
