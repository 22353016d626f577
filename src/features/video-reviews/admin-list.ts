import { sql } from 'drizzle-orm'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { refundBySupport } from './commands.ts'
import { videoReviews } from './tables.ts'

const nameOf = (id: unknown) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** Every video review, the newest first. */
export const videoReviewList: AdminList = {
  name: 'video-reviews',
  noun: ['video review', 'video reviews'],
  from: sql`${videoReviews}`,
  id: sql`${videoReviews.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Bought',
      kind: 'instant',
      value: sql`${videoReviews.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${videoReviews.status}`,
      options: [
        { value: 'pending', label: 'At the checkout' },
        { value: 'unpaid', label: 'Not paid' },
        { value: 'paid', label: 'Waits for videos' },
        { value: 'asked', label: 'Waits for the coach' },
        { value: 'answered', label: 'Answered' },
        { value: 'refunded', label: 'Refunded' },
      ],
      filter: true,
    },
    student: { label: 'Student', kind: 'text', value: nameOf(videoReviews.studentId) },
    coach: { label: 'Coach', kind: 'text', value: nameOf(videoReviews.instructorId) },
    amount: { label: 'Price', kind: 'money', value: sql`${videoReviews.priceCents}`, filter: true },
    dueAt: { label: 'Due', kind: 'instant', value: sql`${videoReviews.dueAt}` },
    reason: {
      label: 'Refunded because',
      kind: 'text',
      value: sql`replace(${videoReviews.endReason}, '_', ' ')`,
      minor: true,
    },
    paymentId: { label: 'Payment', kind: 'text', value: sql`${videoReviews.paymentId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Email of either person, or an id',
    matches: (words) =>
      isUuid(words)
        ? sql`${videoReviews.id} = ${words} or ${videoReviews.paymentId} = ${words} or ${videoReviews.studentId} = ${words} or ${videoReviews.instructorId} = ${words}`
        : sql`${videoReviews.studentId} = (select p.id from profiles p where lower(p.email) = lower(${words}))
          or ${videoReviews.instructorId} = (select p.id from profiles p where lower(p.email) = lower(${words}))`,
  },
  acts: {
    refund: {
      label: 'Refund in full',
      done: 'The refunds are on their way',
      confirm:
        'Each payment goes back to its original payment method. Reviews without an answer can no longer be answered; for answered ones the coach’s share is taken back. Reviews are skipped while their student’s bank decides about a dispute. It cannot be undone.',
      needsReason: true,
      run: (services, tx, ids) => refundBySupport(services, tx, ids),
    },
  },
}
