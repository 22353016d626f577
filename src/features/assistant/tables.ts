import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'
import { questionStates } from './assistant.ts'
import type { StoredDraft } from './schema.ts'

export const assistantTurns = pgTable('assistant_turns', {
  messageId: uuid('message_id').primaryKey(),
  conversationId: uuid('conversation_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  state: text('state', { enum: questionStates }).notNull().default('waiting'),
  attempts: smallint('attempts').notNull().default(0),
  reason: text('reason'),
  answerMessageId: uuid('answer_message_id'),
  breaches: text('breaches').array().notNull().default([]),
  proposalDraft: jsonb('proposal_draft').$type<StoredDraft>(),
  adapter: text('adapter'),
  model: text('model'),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  durationMs: integer('duration_ms'),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
})
