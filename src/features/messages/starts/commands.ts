import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Queryable } from '#platform/db.ts'
import { refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { countMessage, type Sent, sendInto } from '../commands.ts'
import { findPair, openConversation } from '../conversations/commands.ts'
import type { StartConversationInput } from '../schema.ts'

type Writing = Pick<Services, 'db' | 'jobs' | 'clock' | 'rateLimits'>

const STARTS_AN_HOUR = { points: 20, seconds: 3_600 }

/**
 * Writes to somebody for the first time, or once more: a pair has one conversation, whoever begins it and however often.
 * @throws AppError too_many_requests
 */
export async function startConversation(
  services: Writing,
  sender: Actor,
  input: StartConversationInput,
): Promise<Sent> {
  await services.rateLimits.count('conversation-start', sender.userId, STARTS_AN_HOUR)
  await countMessage(services, sender)
  try {
    return await inTransaction(services.db, (tx) => startIn(services, tx, sender, input))
  } catch (error) {
    if (error instanceof NothingSaid) return error.outcome
    throw error
  }
}

async function startIn(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: Queryable,
  sender: Actor,
  input: StartConversationInput,
): Promise<Sent> {
  const pair = await findPair(tx, sender, input)
  if (!pair) return refused('no_such_person')
  const conversationId = await openConversation(tx, pair, services.clock.now())
  const { clientId, content, attachmentIds } = input
  const sent = await sendInto(services, tx, sender, { conversationId, clientId, content, attachmentIds })
  if (!sent.ok) throw new NothingSaid(sent)
  return sent
}

/** Rolls back what was begun: where nothing was said, there is no conversation either. */
class NothingSaid extends Error {
  readonly outcome: Sent

  constructor(outcome: Sent) {
    super('nothing was said')
    this.outcome = outcome
  }
}
