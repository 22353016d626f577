import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import type { ShownTask } from '../schema.ts'

/** A task in words: what waits, what to know about it, and the button that does it. */
export interface TaskWords {
  title: string
  detail: string
  action: string
  href: string
}

export function taskWords(task: ShownTask): TaskWords {
  switch (task.kind) {
    case 'hidden':
      return {
        title: 'Your profile is hidden',
        detail: 'Students cannot find or book you.',
        action: 'Make it visible',
        href: '/profile-edit',
      }
    case 'calendar':
      return {
        title: `Instant booking is closed: ${task.name} can’t be read`,
        detail: 'It opens again as soon as your calendar works or you disconnect it.',
        action: 'See your calendars',
        href: '/availability?part=calendars',
      }
    case 'problem':
      return {
        title: `${task.studentName} reported a problem`,
        detail: `${task.title}, ${formatMoment(task.lessonStart, task.zone)}`,
        action: 'Look at it',
        href: `/lessons?when=past&lesson=${task.bookingId}`,
      }
    case 'video_review':
      return {
        title: `${task.playerName} waits for a video review`,
        detail: `Refunded without an answer by ${formatMoment(task.dueAt, task.zone)}`,
        action: 'Review',
        href: `/video-reviews/${task.videoReviewId}`,
      }
    case 'conversation':
      return {
        title: task.reason
          ? `${task.studentName} needs an answer from you`
          : `New message from ${task.studentName}`,
        detail: task.reason ?? 'Not read yet.',
        action: 'Answer',
        href: `/inbox?conversation=${task.conversationId}`,
      }
    case 'changes':
      return {
        title: `${task.studentName} requested changes`,
        detail: `${task.title}. Open until ${formatMoment(task.expiresAt, task.zone)}`,
        action: 'Change the proposal',
        href: '/proposals?tab=changes',
      }
    case 'outcome':
      return {
        title: `How did it go with ${task.studentName}?`,
        detail: `${formatMoment(task.lessonStart, task.zone)}. Counts as taught from ${formatMoment(task.completesAt, task.zone)}`,
        action: 'How did it go?',
        href: `/lessons?when=past&lesson=${task.bookingId}&do=complete`,
      }
    case 'bank_account':
      return {
        title: task.isRestricted
          ? 'Stripe has paused your payouts'
          : task.isStarted
            ? 'Finish connecting your bank account'
            : 'Connect a bank account',
        detail:
          task.heldCents > 0
            ? `${formatMoney(task.heldCents)} of your earnings is held until then.`
            : 'Your share of a lesson is paid out to it.',
        action: task.isStarted ? 'Go on' : 'Connect',
        href: '/payment-settings',
      }
    case 'note':
      return {
        title: `${task.studentName} reviewed your lesson`,
        detail: `Write to ${task.studentName} to read it, or wait until ${formatDay(task.opensAt, task.zone)}.`,
        action: 'Write',
        href: `/reviews?write=${task.bookingId}`,
      }
  }
}

/** What tells two tasks apart. */
export function taskKey(task: ShownTask): string {
  if ('bookingId' in task) return `${task.kind} ${task.bookingId}`
  if ('proposalId' in task) return task.proposalId
  if ('videoReviewId' in task) return task.videoReviewId
  return 'conversationId' in task ? task.conversationId : task.kind
}
