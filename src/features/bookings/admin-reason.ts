import { AppError } from '#platform/errors.ts'
import { writtenLine } from '#platform/written-text.ts'

/**
 * Why an admin changes other people's lesson. Recorded in the audit log; the student and the coach do not see
 * it.
 */
export const adminReason = writtenLine()
  .trim()
  .min(3, 'Please enter a reason')
  .max(500, 'Please keep the reason under 500 characters')

/** @throws AppError reason_missing */
export function requireReason(reason: string | undefined): string {
  if (!reason) throw new AppError('bad_input', 'reason_missing', 'Please enter a reason.')
  return reason
}
