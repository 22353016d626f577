import { and, eq } from 'drizzle-orm'
import { signUp } from '#features/accounts/commands.ts'
import { findActor } from '#features/accounts/queries.ts'
import { profiles } from '#features/accounts/tables.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { OpenedSession } from '#platform/auth.ts'
import { inTransaction, type Queryable } from '#platform/db.ts'
import { AppError, refused } from '#platform/errors.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { countMessage, type Sent, sendInto } from './commands.ts'
import { findPair, openConversation } from './conversations/commands.ts'
import type { SignUpWithMessageInput, StartConversationInput } from './schema.ts'

type Writing = TransactionServices & Pick<Services, 'db' | 'rateLimits'>

const STARTS_AN_HOUR = { points: 20, seconds: 3_600 }
/** The maximum number of attempts to store a first message. */
const TRIES = 3

/**
 * Writes to a person with or without an existing conversation. A pair always has a single conversation,
 * regardless of who starts it.
 * @throws AppError too_many_requests
 */
export async function startConversation(
  services: Writing,
  sender: Actor,
  input: StartConversationInput,
): Promise<Sent> {
  await services.rateLimits.count('conversation-start', sender.userId, STARTS_AN_HOUR)
  await countMessage(services, sender)
  return await start(services, sender, input)
}

/**
 * The same for a student with a lesson of the sender, whom the sender may always write to first: it does not count as a new
 * conversation. The caller checks the lesson and limits how often.
 * @throws AppError too_many_requests
 */
export async function writeToOwnStudent(
  services: Writing,
  coach: Actor,
  input: Omit<StartConversationInput, 'instructorId'>,
): Promise<Sent> {
  await countMessage(services, coach)
  return await start(services, coach, input)
}

async function start(services: Writing, sender: Actor, input: StartConversationInput): Promise<Sent> {
  try {
    return await inTransaction(services.db, (tx) => startIn(services, tx, sender, input))
  } catch (error) {
    if (error instanceof NothingSaid) return error.outcome
    throw error
  }
}

async function startIn(
  services: TransactionServices,
  tx: Queryable,
  sender: Actor,
  input: StartConversationInput,
): Promise<Sent> {
  const pair = await findPair(services, tx, sender, input)
  if (!pair) return refused('no_such_person')
  const conversationId = await openConversation(tx, pair, services.clock.now())
  const { clientId, content, attachmentIds } = input
  const sent = await sendInto(services, tx, sender, { conversationId, clientId, content, attachmentIds })
  if (!sent.ok) throw new NothingSaid(sent)
  return sent
}

/** Rolls back the transaction: if the message cannot be sent, no conversation is created. */
class NothingSaid extends Error {
  readonly outcome: Sent

  constructor(outcome: Sent) {
    super('nothing was said')
    this.outcome = outcome
  }
}

/**
 * Creates a student account and sends its first message to a coach. Whether the coach can be written to is
 * checked before the account is created.
 * @returns the conversation of the message; null if the account was created but the message could not be
 *   stored
 * @throws AppError no_such_person, already_registered, too_many_requests
 */
export async function signUpWithMessage(
  services: Services,
  input: SignUpWithMessageInput,
  from: { headers: Headers; ip: string },
): Promise<{ opened: OpenedSession; conversationId: string | null }> {
  const { message, instructorId, clientId, ...account } = input
  await refuseUnreachable(services, instructorId)
  const opened = await signUp(services, account, from)
  const student = await findActor(services.db, opened.userId)
  const first = {
    instructorId,
    clientId: clientId ?? uuidV8(`first-message:${opened.userId}`),
    content: message,
  }
  return { opened, conversationId: student && (await sendFirst(services, student, first)) }
}

async function refuseUnreachable(services: Services, instructorId: string) {
  const found = await services.db
    .select({ id: profiles.id })
    .from(instructorProfiles)
    .innerJoin(profiles, eq(profiles.id, instructorProfiles.userId))
    .where(
      and(
        eq(instructorProfiles.userId, instructorId),
        eq(instructorProfiles.isListed, true),
        profiles.isOpen,
      ),
    )
  if (found.length === 0)
    throw new AppError('not_found', 'no_such_person', 'You cannot write to this person.')
}

/**
 * The account already exists at this point, so database errors are retried. If the message still cannot be
 * sent, the user can write it again.
 */
async function sendFirst(
  services: Services,
  student: Actor,
  first: Pick<StartConversationInput, 'instructorId' | 'clientId' | 'content'>,
) {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      const sent = await startConversation(services, student, { ...first, attachmentIds: [] })
      return sent.ok ? sent.message.conversationId : null
    } catch (error) {
      services.log.warn({ err: error, attempt }, 'a first message was not stored')
    }
  }
  return null
}
