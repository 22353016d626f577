import type { Context } from 'hono'
import { leaveListByLink } from '#features/cancellation-list/commands.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'

/** The button of the page `/leave-list` before its scripts run: leaves, and shows the page again, which says so. */
export async function answerLeaving(
  c: Context<{ Variables: RequestVariables }>,
  services: Services,
): Promise<Response> {
  const token = c.req.query('token')
  try {
    await leaveListByLink(services, c.get('ip'), token)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return c.redirect(`/leave-list?token=${encodeURIComponent(token?.slice(0, 300) ?? '')}`, 303)
}
