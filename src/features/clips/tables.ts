import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import { colors, positions, shapes } from './clip.ts'
import type { DrawingPoint } from './drawing.ts'
import type { VoiceOverTimeline } from './voice-over/timeline.ts'

export const clips = pgTable('clips', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** One of the student's golfers; null when the student plays. */
  golferId: uuid('golfer_id'),
  bookingId: uuid('booking_id'),
  /** The video review that it was sent with. */
  videoReviewId: uuid('review_id'),
  /** Whether the student has not sent this review: only the student sees the clip. Triggers write it. */
  isUnsent: boolean('is_unsent').notNull().default(false),
  uploaderId: uuid('uploader_id').notNull(),
  kind: text('kind', { enum: ['image', 'video'] }).notNull(),
  title: text('title').notNull(),
  storageKey: text('storage_key').notNull(),
  files: jsonb('files').$type<StoredFile[]>().notNull(),
  poster: jsonb('poster').$type<StoredFile[]>().notNull().default([]),
  byteSize: bigint('byte_size', { mode: 'number' }).notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  durationUs: integer('duration_us'),
  /** Start times of the frames, in microseconds, ascending; empty for pictures. */
  frameTimes: integer('frame_times').array().notNull().default([]),
  createdAt: instant('created_at').notNull().default(present),
  /** When the coach made it a model swing; null for other clips. */
  modelSince: instant('model_since'),
})

/** Uploads in progress. */
export const clipUploads = pgTable('clip_uploads', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** One of the student's golfers; null when the student plays. */
  golferId: uuid('golfer_id'),
  bookingId: uuid('booking_id'),
  /** The video review that it is sent with. */
  videoReviewId: uuid('review_id'),
  uploaderId: uuid('uploader_id').notNull(),
  title: text('title').notNull(),
  storageKey: text('storage_key').notNull(),
  byteSize: bigint('byte_size', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  /** The storage keys of its parts, in order. */
  parts: text('parts').array().notNull().default([]),
  clipId: uuid('clip_id'),
  /** The clip of a voice-over; null when this is the upload of a clip. */
  voiceOverOf: uuid('voice_over_of'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const clipDrawings = pgTable('clip_drawings', {
  id: uuid('id').primaryKey(),
  clipId: uuid('clip_id').notNull(),
  authorId: uuid('author_id').notNull(),
  shape: text('shape', { enum: shapes }).notNull(),
  points: jsonb('points').$type<DrawingPoint[]>().notNull(),
  color: text('color', { enum: colors }).notNull(),
  text: text('text').notNull().default(''),
  fromUs: integer('from_us'),
  untilUs: integer('until_us'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const clipPositions = pgTable(
  'clip_positions',
  {
    clipId: uuid('clip_id').notNull(),
    position: text('position', { enum: positions }).notNull(),
    atUs: integer('at_us').notNull(),
    markedBy: uuid('marked_by').notNull(),
    markedAt: instant('marked_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.clipId, table.position] })],
)

export const clipComments = pgTable('clip_comments', {
  id: uuid('id').primaryKey().defaultRandom(),
  clipId: uuid('clip_id').notNull(),
  authorId: uuid('author_id').notNull(),
  /** The moment the comment refers to, in microseconds; null: the whole clip. */
  atUs: integer('at_us'),
  content: text('content').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})

/** Voice-overs, one per person and clip. */
export const clipVoiceOvers = pgTable('clip_voice_overs', {
  id: uuid('id').primaryKey().defaultRandom(),
  clipId: uuid('clip_id').notNull(),
  authorId: uuid('author_id').notNull(),
  storageKey: text('storage_key').notNull(),
  file: jsonb('file').$type<{ name: string; type: string; bytes: number }>().notNull(),
  durationMs: integer('duration_ms').notNull(),
  timeline: jsonb('timeline').$type<VoiceOverTimeline>().notNull(),
  summary: text('summary').notNull().default(''),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** When each person last saw a clip and what is on it. */
export const clipSeen = pgTable(
  'clip_seen',
  {
    clipId: uuid('clip_id').notNull(),
    readerId: uuid('reader_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clipId, table.readerId] })],
)

/** When the next notification about the clips of the two is due. */
export const clipNews = pgTable(
  'clip_news',
  {
    instructorId: uuid('instructor_id').notNull(),
    studentId: uuid('student_id').notNull(),
    readerId: uuid('reader_id').notNull(),
    /** When the person saw all clips of the two, as pages reported before clips were reported one by one. */
    seenAt: instant('seen_at'),
    /** Null when no notification is pending. */
    dueAt: instant('due_at'),
    toldUntil: instant('told_until'),
  },
  (table) => [primaryKey({ columns: [table.instructorId, table.studentId, table.readerId] })],
)

/** Students who no longer share clips with a coach. */
export const clipSharingEnded = pgTable(
  'clip_sharing_ended',
  {
    instructorId: uuid('instructor_id').notNull(),
    studentId: uuid('student_id').notNull(),
    endedAt: instant('ended_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.instructorId, table.studentId] })],
)
