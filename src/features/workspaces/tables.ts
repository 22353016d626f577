import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import { goalStatuses } from './goal.ts'
import type { Mapping } from './shots/shot-units.ts'
import { commentSubjects, type FieldChange } from './workspace.ts'

export const workspaces = pgTable('workspaces', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** One of the student's golfers; null when the student plays. */
  golferId: uuid('golfer_id'),
  coachSeenAt: instant('coach_seen_at'),
  studentSeenAt: instant('student_seen_at'),
  /** When the pending notification of each member is sent; null when there is none. */
  coachNewsDue: instant('coach_news_due'),
  studentNewsDue: instant('student_news_due'),
  createdAt: instant('created_at').notNull().default(present),
})

export const workspaceEvents = pgTable('workspace_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  workspaceId: uuid('workspace_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  kind: text('kind').notNull(),
  aboutId: uuid('about_id'),
  /** The item's title at the time of the event. */
  title: text('title').notNull(),
  changes: jsonb('changes').$type<FieldChange[]>(),
  at: instant('at').notNull(),
})

export const lessonCards = pgTable('lesson_cards', {
  bookingId: uuid('booking_id').primaryKey(),
  workspaceId: uuid('workspace_id').notNull(),
  draftNote: text('draft_note').notNull().default(''),
  draftNextGoal: text('draft_next_goal').notNull().default(''),
  /** Visible only to the coach. */
  privateNote: text('private_note').notNull().default(''),
  note: text('note').notNull().default(''),
  nextGoal: text('next_goal').notNull().default(''),
  sharedAt: instant('shared_at'),
  version: integer('version').notNull().default(0),
  savedAt: instant('saved_at').notNull(),
})

export const workspaceNotes = pgTable('workspace_notes', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  authorId: uuid('author_id').notNull(),
  /** A note that is not shared is visible only to its author. */
  isShared: boolean('is_shared').notNull(),
  content: text('content').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
  removedAt: instant('removed_at'),
})

export const goals = pgTable('goals', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  title: text('title').notNull(),
  measure: text('measure').notNull(),
  unit: text('unit'),
  moreIsBetter: boolean('more_is_better').notNull().default(true),
  target: doublePrecision('target'),
  dueOn: date('due_on'),
  status: text('status', { enum: goalStatuses }).notNull().default('open'),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const goalValues = pgTable('goal_values', {
  id: uuid('id').primaryKey().defaultRandom(),
  goalId: uuid('goal_id').notNull(),
  value: doublePrecision('value').notNull(),
  measuredOn: date('measured_on').notNull(),
  recordedBy: uuid('recorded_by').notNull(),
  recordedAt: instant('recorded_at').notNull(),
  struckAt: instant('struck_at'),
  /** The order of insertion. */
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
})

export const drillPictures = pgTable('drill_pictures', {
  id: uuid('id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  clientId: uuid('client_id'),
  storageKey: text('storage_key'),
  files: jsonb('files').$type<StoredFile[]>().notNull(),
  byteSize: bigint('byte_size', { mode: 'number' }).notNull().default(0),
  alt: text('alt').notNull().default(''),
  createdAt: instant('created_at').notNull().default(present),
})

export const drills = pgTable('drills', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  title: text('title').notNull(),
  how: text('how').notNull(),
  timesAWeek: smallint('times_a_week').notNull(),
  version: integer('version').notNull().default(1),
  removedAt: instant('removed_at'),
  createdAt: instant('created_at').notNull(),
  pictureId: uuid('picture_id'),
})

export const assignedDrills = pgTable('assigned_drills', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  drillId: uuid('drill_id'),
  bookingId: uuid('booking_id'),
  title: text('title').notNull(),
  how: text('how').notNull(),
  timesAWeek: smallint('times_a_week').notNull(),
  dueOn: date('due_on'),
  assignedOn: date('assigned_on').notNull(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
  pictureId: uuid('picture_id'),
})

export const drillTicks = pgTable(
  'drill_ticks',
  {
    assignedDrillId: uuid('assigned_drill_id').notNull(),
    day: date('day').notNull(),
    tickedAt: instant('ticked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assignedDrillId, table.day] })],
)

export const practiceEntries = pgTable('practice_entries', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  day: date('day').notNull(),
  minutes: integer('minutes'),
  content: text('content').notNull(),
  createdAt: instant('created_at').notNull(),
  removedAt: instant('removed_at'),
})

export const workspaceComments = pgTable('workspace_comments', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  about: text('about', { enum: commentSubjects }).notNull(),
  aboutId: uuid('about_id').notNull(),
  authorId: uuid('author_id').notNull(),
  content: text('content').notNull(),
  createdAt: instant('created_at').notNull(),
  removedAt: instant('removed_at'),
})

/** The shots of one launch-monitor file. */
export const shotSessions = pgTable('shot_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  workspaceId: uuid('workspace_id').notNull(),
  name: text('name').notNull(),
  hitOn: date('hit_on').notNull(),
  contentHash: bytes('content_hash').notNull(),
  /** The column headings of the file; null for sessions added before they were kept. */
  headings: jsonb('headings').$type<string[]>(),
  badRows: jsonb('bad_rows').$type<{ line: number; why: string }[]>().notNull(),
  addedBy: uuid('added_by').notNull(),
  addedAt: instant('added_at').notNull(),
})

/** Lengths in meters, speeds in meters a second, angles in degrees, times in seconds. */
export const shots = pgTable(
  'shots',
  {
    sessionId: uuid('session_id').notNull(),
    position: integer('position').notNull(),
    club: text('club').notNull(),
    clubSpeed: doublePrecision('club_speed'),
    ballSpeed: doublePrecision('ball_speed'),
    carry: doublePrecision('carry'),
    total: doublePrecision('total'),
    side: doublePrecision('side'),
    launchAngle: doublePrecision('launch_angle'),
    spin: doublePrecision('spin'),
    smash: doublePrecision('smash'),
    launchDirection: doublePrecision('launch_direction'),
    backSpin: doublePrecision('back_spin'),
    sideSpin: doublePrecision('side_spin'),
    spinAxis: doublePrecision('spin_axis'),
    attackAngle: doublePrecision('attack_angle'),
    clubPath: doublePrecision('club_path'),
    faceAngle: doublePrecision('face_angle'),
    faceToPath: doublePrecision('face_to_path'),
    dynamicLoft: doublePrecision('dynamic_loft'),
    apex: doublePrecision('apex'),
    descentAngle: doublePrecision('descent_angle'),
    hangTime: doublePrecision('hang_time'),
    /** The cells of the file's line, in the order of the session's headings; null for sessions added before they were kept. */
    source: jsonb('source').$type<string[]>(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.position] })],
)

/** A user's column mapping for files with the same headings. */
export const shotMappings = pgTable(
  'shot_mappings',
  {
    userId: uuid('user_id').notNull(),
    headingsHash: bytes('headings_hash').notNull(),
    mapping: jsonb('mapping').$type<Mapping>().notNull(),
    /** False for choices made when only a few fields were imported. */
    isWhole: boolean('is_whole').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.headingsHash] })],
)

/** A student's consent to show measured progress; without a row nothing is shown. */
export const progressConsents = pgTable('progress_consents', {
  workspaceId: uuid('workspace_id').primaryKey(),
  byName: boolean('by_name').notNull().default(false),
  givenAt: instant('given_at').notNull(),
})
