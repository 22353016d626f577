import { z } from 'zod'
import { playingGolferSchema } from './schema.ts'

/** A golfer for the owner of the account. */
const ownGolferSchema = playingGolferSchema.extend({
  /** Of a child: whether coaches and the owner may add clips. */
  allowsClips: z.boolean(),
})
export type OwnGolfer = z.infer<typeof ownGolferSchema>

export const allowClipsSchema = z.object({ golferId: z.uuid(), allowed: z.boolean() })

export const golferListSchema = z.object({
  golfers: z.array(ownGolferSchema),
  /** The golfer of the last lesson that was booked; null for the owner of the account. */
  lastId: z.uuid().nullable(),
})
export type GolferList = z.infer<typeof golferListSchema>
