import { DAY } from '#platform/duration.ts'

/** Which problems with a lesson may be reported, and until when. Pure. */

/** The processing status of a reported problem. */
export const disputeStatuses = ['pending', 'investigating', 'resolved', 'rejected'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** A problem can be reported until this many days after the lesson's end. */
export const REPORT_WITHIN_DAYS = 14
export type ReportRefusal = 'not_booked' | 'not_started' | 'too_late' | 'already_reported' | 'more_than_paid'

/**
 * Why a student cannot report a problem now; null when they can. Reporting opens at the lesson's start, in
 * case the coach does not come.
 * @param lesson its start and end, and `now`, in milliseconds since 1970, UTC
 */
export function whyNotReport(
  lesson: { status: string; lessonStart: number; lessonEnd: number },
  now: number,
): Exclude<ReportRefusal, 'already_reported' | 'more_than_paid'> | null {
  if (lesson.status !== 'confirmed' && lesson.status !== 'completed') return 'not_booked'
  if (now < lesson.lessonStart) return 'not_started'
  return now > reportableUntil(lesson.lessonEnd) ? 'too_late' : null
}

/** The last instant at which a problem can be reported. Milliseconds since 1970, UTC. */
export const reportableUntil = (lessonEnd: number) => lessonEnd + REPORT_WITHIN_DAYS * DAY

export const reportRefusalTexts: Record<ReportRefusal, string> = {
  not_booked: 'Only a booked lesson can have a problem to report.',
  not_started: 'This lesson has not begun. You can still cancel or move it.',
  too_late: `Problems are reported within ${REPORT_WITHIN_DAYS} days after a lesson. Please write to support.`,
  already_reported: 'You have reported a problem with this lesson already. We are looking into it.',
  more_than_paid: 'That is more than you paid and did not get back.',
}
