import { z } from 'zod'
import { golferField } from '#features/golfers/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { clipLimits, colors, pointsOf, positions, type Shape, shapes } from './clip.ts'
import { voiceOverSchema } from './voice-over/schema.ts'

/** Microseconds from the start of a video. */
const moment = z
  .int()
  .min(0)
  .max(clipLimits.video.seconds * 1_000_000 + 1_000_000)

export const clipTitle = writtenLine()
  .trim()
  .min(1, 'Give it a name')
  .max(80, 'Please keep it under 80 characters')

/** The coach and the student a clip belongs to. */
export const clipPairSchema = z.object({ instructorId: z.uuid(), studentId: z.uuid() })
export type ClipPair = z.output<typeof clipPairSchema>

/** How many clips are reported as seen at once. */
export const CLIPS_SEEN = 2_000

export const clipsSeenSchema = clipPairSchema.extend({
  /** The clips on screen; when omitted, all clips of the two. */
  clipIds: z.array(z.uuid()).max(CLIPS_SEEN).optional(),
})

/** The golfer whose clips they are; without one, they are the student's own. */
const clipsOfGolfer = clipPairSchema.extend({ golferId: golferField.default(null) })
export type ClipsOfGolfer = z.output<typeof clipsOfGolfer>

export const listClipsSchema = clipsOfGolfer.extend({
  /** Only the clips of one lesson. */
  bookingId: z.uuid().optional(),
})

export const startUploadSchema = clipsOfGolfer.extend({
  bookingId: z.uuid().nullable().default(null),
  /** A video review of the student's that is paid and not sent yet: the two need no lesson together. */
  videoReviewId: z.uuid().nullable().default(null),
  title: clipTitle,
  bytes: z.int().min(1).max(2_000_000_000),
})

const point = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
const drawn = {
  color: z.enum(colors),
  text: writtenLine().trim().max(200, 'Please keep it under 200 characters').default(''),
  fromUs: moment.nullable().default(null),
  untilUs: moment.nullable().default(null),
}
const shapeOf = <S extends Shape>(shape: S) =>
  z.object({
    shape: z.literal(shape),
    points: z.array(point).min(pointsOf[shape].least).max(pointsOf[shape].most),
    ...drawn,
  })

/** A drawing; the number of points depends on the shape. */
export const drawingInputSchema = z
  .discriminatedUnion('shape', [
    shapeOf('line'),
    shapeOf('arrow'),
    shapeOf('circle'),
    shapeOf('angle'),
    shapeOf('freehand'),
    shapeOf('text').extend({
      text: writtenLine().trim().min(1, 'Type a text').max(200, 'Please keep it under 200 characters'),
    }),
  ])
  .refine(({ fromUs, untilUs }) => untilUs === null || (fromUs !== null && untilUs >= fromUs), {
    message: 'It must end after it begins',
    path: ['untilUs'],
  })
export type DrawingInput = z.output<typeof drawingInputSchema>

export const clipIdSchema = z.object({ clipId: z.uuid() })
export const drawingIdSchema = clipIdSchema.extend({ drawingId: z.uuid() })
export const saveDrawingSchema = drawingIdSchema.extend({ drawing: drawingInputSchema })
export const renameClipSchema = clipIdSchema.extend({ title: clipTitle })
/** Null detaches a clip from its lesson. */
export const setLessonSchema = clipIdSchema.extend({ bookingId: z.uuid().nullable() })
export const markPositionSchema = clipIdSchema.extend({
  position: z.enum(positions),
  /** Null removes the mark. */
  atUs: moment.nullable(),
})

export const commentContent = writtenText()
  .trim()
  .min(1, 'Write something first')
  .max(1000, 'Please keep it under 1,000 characters')
export const addCommentSchema = clipIdSchema.extend({
  clipCommentId: z.uuid(),
  atUs: moment.nullable().default(null),
  content: commentContent,
})
export const commentIdSchema = clipIdSchema.extend({ clipCommentId: z.uuid() })

const fileSchema = z.object({
  url: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
})
const personSchema = z.object({ id: z.uuid(), name: z.string() })

export const drawingSchema = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  shape: z.enum(shapes),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
  color: z.enum(colors),
  text: z.string(),
  fromUs: z.int().nullable(),
  untilUs: z.int().nullable(),
})
export type ClipDrawing = z.infer<typeof drawingSchema>

export const commentSchema = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  atUs: z.int().nullable(),
  content: z.string(),
  createdAt: z.iso.datetime(),
})

export const clipSummarySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video']),
  title: z.string(),
  bookingId: z.uuid().nullable(),
  uploaderId: z.uuid(),
  width: z.int(),
  height: z.int(),
  durationUs: z.int().nullable(),
  /** A poster image in several sizes and formats, smallest first; empty while there is none. */
  poster: z.array(fileSchema),
  drawings: z.int(),
  comments: z.int(),
  voiceOvers: z.int(),
  positions: z.array(z.enum(positions)),
  createdAt: z.iso.datetime(),
})
export type ClipSummary = z.infer<typeof clipSummarySchema>

const golferOfClips = personSchema.extend({
  /** Clips of a child need the guardian's consent; always true for adults. */
  isAllowed: z.boolean(),
})
export type GolferOfClips = z.infer<typeof golferOfClips>

export const clipListSchema = z.object({
  coach: personSchema,
  student: personSchema,
  /** Who plays, when it is not the student. */
  golfer: golferOfClips.nullable(),
  /** False once the student ended sharing. */
  isShared: z.boolean(),
  /** False when the two have no lesson together, sharing was ended, or clips of the golfer are not allowed. */
  mayAdd: z.boolean(),
  clips: z.array(clipSummarySchema),
})
export type ClipList = z.infer<typeof clipListSchema>

export const clipSchema = clipSummarySchema
  .omit({ drawings: true, comments: true, voiceOvers: true, positions: true })
  .extend({
    coach: personSchema,
    student: personSchema,
    /** Who plays, when it is not the student. */
    golfer: golferOfClips.nullable(),
    files: z.array(fileSchema),
    /** Start times of the frames, in microseconds, ascending; empty for pictures. */
    frameTimes: z.array(z.int()),
    drawings: z.array(drawingSchema),
    positions: z.array(z.object({ position: z.enum(positions), atUs: z.int(), markedBy: z.uuid() })),
    comments: z.array(commentSchema),
    voiceOvers: z.array(voiceOverSchema),
    /** The video review that it was added to. */
    videoReviewId: z.uuid().nullable(),
    isShared: z.boolean(),
    /** Without lessons of the golfer, there may be no workspace. */
    haveLessons: z.boolean(),
    mayDelete: z.boolean(),
    /** Whether it is one of the coach's model swings; always false for the student. */
    isModel: z.boolean(),
    /** Whether the viewer may make it a model swing: only the coach, for a video the coach added. */
    mayBeModel: z.boolean(),
  })
export type Clip = z.infer<typeof clipSchema>

/** A video that a coach compares with swings of all students. */
export const modelSwingSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  positions: z.array(z.enum(positions)),
})
export type ModelSwing = z.infer<typeof modelSwingSchema>
export const setModelSwingSchema = clipIdSchema.extend({ isModel: z.boolean() })

/** A person to share clips with. */
export const clipPartnerSchema = personSchema.extend({
  as: z.enum(['coach', 'student']),
  /** The clips of all who play. */
  clips: z.int(),
  /** Who plays in lessons or clips of the two: the student (no id) first, then golfers by name. Never empty. */
  players: z.array(z.object({ golferId: z.uuid().nullable(), name: z.string(), clips: z.int() })),
  isShared: z.boolean(),
})
export type ClipPartner = z.infer<typeof clipPartnerSchema>
