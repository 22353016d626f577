import { startConversation } from '#features/messages/starts/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Entered } from '#platform/auth-session.ts'
import { AppError } from '#platform/errors.ts'
import { uuidFrom } from '#platform/ids.ts'
import type { Services } from '#ports/services.ts'
import { signUp } from '../commands.ts'
import { findActor } from '../queries.ts'
import type { SignUpWithMessageInput } from '../schema.ts'

const TRIES = 3

/**
 * Makes a student's account, and where there is a first message, sends it to its coach in the same go. A coach who
 * cannot be written to is found out before there is an account.
 * @returns the conversation the message is in; null without a message, and when it could not be stored though the account was
 * @throws AppError no_such_person, already_registered, too_many_requests
 */
export async function signUpWithMessage(
  services: Services,
  input: SignUpWithMessageInput,
  from: { headers: Headers; ip: string },
): Promise<{ entered: Entered; conversationId: string | null }> {
  const { message, instructorId, ...account } = input
  if (message === undefined || instructorId === undefined)
    return { entered: await signUp(services, account, from), conversationId: null }
  await refuseUnreachable(services, instructorId)
  const entered = await signUp(services, account, from)
  const student = await findActor(services.db, entered.userId)
  return { entered, conversationId: student && (await sendFirst(services, student, instructorId, message)) }
}

async function refuseUnreachable(services: Services, instructorId: string) {
  const found = await services.db.$client.query(
    `select from instructor_profiles c join profiles p on p.id = c.user_id
     where c.user_id = $1 and c.is_visible and p.closed_at is null and p.suspended_at is null`,
    [instructorId],
  )
  if (found.rowCount === 0)
    throw new AppError('not_found', 'no_such_person', 'You cannot write to this person.')
}

/** The account stands already: a database that stumbles is tried again, and what cannot be sent can still be typed once more. */
async function sendFirst(services: Services, student: Actor, instructorId: string, content: string) {
  const clientId = uuidFrom(`first-message:${student.userId}`)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      const sent = await startConversation(services, student, {
        instructorId,
        clientId,
        content,
        attachmentIds: [],
      })
      return sent.ok ? sent.message.conversationId : null
    } catch (error) {
      services.log.warn({ err: error, attempt }, 'a first message was not stored')
    }
  }
  return null
}
