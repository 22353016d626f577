import { and, eq, lt, sql } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { postMessage } from '#features/messages/commands.ts'
import { conversations } from '#features/messages/tables.ts'
import { inTransaction, type Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { AssistantUnavailable, type AssistantUsage } from '#ports/assistant/assistant.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { type ComposedAnswer, checkReply, composeAnswer } from './answer.ts'
import { type HandOver, isOverLimit, LOST_AFTER, MOST_ATTEMPTS, type QuestionState } from './assistant.ts'
import { handOverToCoach } from './hand-over.ts'
import { sweepQuestionsJob } from './jobs.ts'
import { findKnownCoach, type KnownCoach } from './known-coach.ts'
import { findQuestion, type QueuedQuestion, readUsage, wroteAgain } from './queries.ts'
import { assistantTurns } from './tables.ts'

type Answering = TransactionServices & Pick<Services, 'db' | 'assistant'>

/**
 * The number of drafts for one question. Another draft is made when the times offered in the first were taken
 * meanwhile.
 */
const MOST_DRAFTS = 2

/**
 * Answers one message of a student, once. Writes nothing when the coach or the student wrote meanwhile or a
 * switch was turned off, which is checked again under the lock on the conversation. Questions that cannot be
 * answered are handed to the coach.
 * @throws AssistantUnavailable while attempts are left
 */
export async function answerMessage(services: Answering, messageId: string): Promise<void> {
  const { db } = services
  await db
    .update(assistantTurns)
    .set({ attempts: sql`${assistantTurns.attempts} + 1` })
    .where(and(eq(assistantTurns.messageId, messageId), eq(assistantTurns.state, 'waiting')))
  const question = await findQuestion(db, messageId)
  if (!question) return
  if (!question.isOn) return await settle(services, question, 'silent')
  if (question.isOvertaken) return await settle(services, question, 'superseded')
  if (question.attempts > MOST_ATTEMPTS) return await settle(services, question, 'failed', 'failure')
  if (isOverLimit(await readUsage(db, question, services.clock.now())))
    return await settle(services, question, 'handed_over', 'limit')
  try {
    for (let draft = 1; draft <= MOST_DRAFTS; draft++) if (await answer(services, question)) return
    await settle(services, question, 'handed_over', 'unchecked')
  } catch (error) {
    if (!(error instanceof AssistantUnavailable)) throw error
    await countTokens(db, question, error.usage)
    if (question.attempts < MOST_ATTEMPTS) throw error
    services.log.error({ err: error, messageId }, 'the assistant stayed away; the coach is asked')
    await settle(services, question, 'failed', 'failure')
  }
}

/** @returns false when the offered times were taken before the answer could be stored */
async function answer(services: Answering, question: QueuedQuestion): Promise<boolean> {
  const { db, clock } = services
  const started = performance.now()
  const coach = await findKnownCoach(db, { ...question, now: clock.now() })
  if (!coach) {
    await settle(services, question, 'handed_over', 'unsure')
    return true
  }
  const composed = await composeAnswer(services.assistant, {
    coach,
    utterances: question.utterances,
    now: clock.now(),
  })
  const durationMs = Math.round(performance.now() - started)
  await countTokens(db, question, composed.usage)
  return await inTransaction(db, async (tx) => {
    const still = await lockQuestion(tx, question)
    if (still !== 'waiting') {
      await finish(services, tx, question, { state: still, composed, durationMs })
      return true
    }
    const isStale = await hasGoneStale(services, tx, question, composed)
    if (isStale) return false
    await store(services, tx, question, { coach, composed, durationMs })
    return true
  })
}

/** Adds the tokens of a draft to its question at once, since they are paid for even if the draft is not sent. */
async function countTokens(
  db: Queryable,
  { messageId }: QueuedQuestion,
  usage: AssistantUsage,
): Promise<void> {
  if (usage.inputTokens === 0 && usage.outputTokens === 0) return
  const { inputTokens, outputTokens } = assistantTurns
  await db
    .update(assistantTurns)
    .set({
      inputTokens: sql`${inputTokens} + ${usage.inputTokens}`,
      outputTokens: sql`${outputTokens} + ${usage.outputTokens}`,
    })
    .where(eq(assistantTurns.messageId, messageId))
}

/**
 * Locks the conversation and then reads its state, so that a message or a switch committed meanwhile takes
 * precedence.
 */
async function lockQuestion(
  tx: Queryable,
  question: QueuedQuestion,
): Promise<Extract<QuestionState, 'waiting' | 'superseded' | 'silent'>> {
  const { instructorId, messageId, conversationId } = question
  // Blocks turning the assistant off for all conversations until this answer is stored; no answer is sent
  // after that.
  await tx
    .select({ userId: instructorProfiles.userId })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, instructorId))
    .for('key share')
  // The lock is taken in its own statement, so that the statements after it see what the previous holders of
  // the lock committed.
  await lockConversation(tx, conversationId)
  // Raw: uses the same condition for newer messages as the query that reads the question.
  const found = await tx.execute<{ is_on: boolean; is_overtaken: boolean; waits: boolean }>(sql`
    select p.ai_caddie_enabled and not c.ai_caddie_disabled as is_on, ${wroteAgain} as is_overtaken,
      exists (select from assistant_turns t where t.message_id = m.id and t.state = 'waiting') as waits
    from conversations c join instructor_profiles p on p.user_id = c.instructor_id join messages m on m.conversation_id = c.id
    where m.id = ${messageId}`)
  const row = found.rows[0]
  if (!row?.is_on) return 'silent'
  return row.waits && !row.is_overtaken ? 'waiting' : 'superseded'
}

const lockConversation = (tx: Queryable, conversationId: string) =>
  tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('no key update')

async function hasGoneStale(
  services: Answering,
  tx: Queryable,
  question: QueuedQuestion,
  { reply }: ComposedAnswer,
) {
  if (!reply) return false
  const now = services.clock.now()
  const coach = await findKnownCoach(tx, { ...question, now })
  return !coach || checkReply({ coach, utterances: question.utterances, now }, reply).breaches.length > 0
}

async function store(
  services: Answering,
  tx: Queryable,
  question: QueuedQuestion,
  { coach, composed, durationMs }: { coach: KnownCoach; composed: ComposedAnswer; durationMs: number },
) {
  const { conversationId, instructorId, messageId } = question
  const zoneOf = (placeId: string | null) => coach.facts.places.find(({ id }) => id === placeId)?.zone ?? ''
  const slots = composed.slots.map(({ start, minutes, placeId }) => ({
    start,
    durationMinutes: minutes,
    zone: zoneOf(placeId),
    locationId: placeId,
  }))
  const stored = await postMessage(services, tx, {
    conversationId,
    senderId: instructorId,
    type: 'ai_response',
    content: composed.text,
    data: slots.length > 0 ? { kind: 'slots', instructorId, slots } : undefined,
    clientId: uuidV8(`assistant-answer:${messageId}`),
  })
  const state = composed.handOver ? 'handed_over' : 'answered'
  await finish(services, tx, question, { state, composed, durationMs, answerMessageId: stored.id })
  if (composed.handOver) await handOverToCoach(services, tx, conversationId, composed.handOver)
}

/** Closes a question without an answer, and notifies the coach if there is a hand-over reason. */
async function settle(
  services: Answering,
  question: QueuedQuestion,
  state: QuestionState,
  reason: HandOver | null = null,
) {
  await inTransaction(services.db, async (tx) => {
    await lockConversation(tx, question.conversationId)
    const wasWaiting = await finish(services, tx, question, { state, reason })
    if (wasWaiting && reason) await handOverToCoach(services, tx, question.conversationId, reason)
  })
}

async function finish(
  { assistant, clock }: Pick<Services, 'assistant' | 'clock'>,
  tx: Queryable,
  { messageId }: Pick<QueuedQuestion, 'messageId'>,
  end: {
    state: QuestionState
    reason?: HandOver | null
    composed?: ComposedAnswer
    durationMs?: number
    answerMessageId?: string
  },
): Promise<boolean> {
  const { composed } = end
  const wasSaid = end.answerMessageId !== undefined
  const updated = await tx
    .update(assistantTurns)
    .set({
      state: end.state,
      reason: end.reason ?? (wasSaid ? composed?.handOver : null) ?? null,
      answerMessageId: end.answerMessageId ?? null,
      breaches: composed?.breaches ?? [],
      proposalDraft: wasSaid ? (composed?.draft ?? null) : null,
      adapter: assistant.name,
      model: composed?.usage.model ?? null,
      durationMs: end.durationMs ?? null,
      finishedAt: clock.now(),
    })
    .where(and(eq(assistantTurns.messageId, messageId), eq(assistantTurns.state, 'waiting')))
    .returning({ messageId: assistantTurns.messageId })
  return updated.length > 0
}

/**
 * Hands questions to the coach whose own job was lost with a process.
 * @returns how many
 */
export async function sweepQuestions(services: Answering): Promise<number> {
  const { db, clock } = services
  const lost = await db
    .select({ messageId: assistantTurns.messageId })
    .from(assistantTurns)
    .where(and(eq(assistantTurns.state, 'waiting'), lt(assistantTurns.createdAt, clock.now() - LOST_AFTER)))
    .orderBy(assistantTurns.createdAt)
    .limit(200)
  await doEach(services, {
    name: sweepQuestionsJob.name,
    items: lost.map(({ messageId }) => messageId),
    idOf: (messageId) => messageId,
    async work(messageId) {
      const question = await findQuestion(db, messageId)
      if (!question) return
      if (question.isOn && !question.isOvertaken) await settle(services, question, 'failed', 'failure')
      else await settle(services, question, question.isOn ? 'superseded' : 'silent')
    },
  })
  return lost.length
}
