import { sql } from 'drizzle-orm'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { disputeBadges, disputeReasonLabels, disputeReasons } from './dispute.ts'
import { paymentDisputes as disputes } from './tables.ts'

/** Problems that students reported and payments that banks dispute, the newest first. */
export const disputeList: AdminList = {
  name: 'disputes',
  noun: ['dispute', 'disputes'],
  from: sql`${disputes}`,
  id: sql`${disputes.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Opened',
      kind: 'instant',
      value: sql`${disputes.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${disputes.status}`,
      options: disputeStatuses.map((value) => ({ value, label: disputeBadges[value].label })),
      filter: true,
    },
    lessonTitle: {
      label: 'Lesson or purchase',
      kind: 'text',
      value: sql`${disputes.lessonTitle}`,
      filter: true,
    },
    reason: {
      minor: true,
      label: 'Reason',
      kind: 'choice',
      value: sql`${disputes.disputeReason}`,
      options: disputeReasons.map((value) => ({ value, label: disputeReasonLabels[value] })),
      filter: true,
    },
    amount: { label: 'Amount', kind: 'money', value: sql`${disputes.paymentAmount}`, filter: true },
    studentName: { label: 'Student', kind: 'text', value: sql`${disputes.studentName}` },
    studentEmail: {
      label: 'Student’s email',
      kind: 'text',
      value: sql`${disputes.studentEmail}`,
      fileOnly: true,
    },
    instructorName: { label: 'Coach', kind: 'text', value: sql`${disputes.instructorName}` },
    instructorEmail: {
      label: 'Coach’s email',
      kind: 'text',
      value: sql`${disputes.instructorEmail}`,
      fileOnly: true,
    },
    source: {
      label: 'Opened by',
      kind: 'choice',
      value: sql`${disputes.source}`,
      options: [
        { value: 'student', label: 'Student' },
        { value: 'card_network', label: 'Payer’s bank' },
      ],
      filter: true,
      minor: true,
    },
    resolvedAt: { label: 'Settled', kind: 'instant', value: sql`${disputes.resolvedAt}`, minor: true },
    bookingId: { label: 'Booking', kind: 'text', value: sql`${disputes.bookingId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email or an id',
    matches: (words) =>
      isUuid(words)
        ? sql`${words}::uuid in (${disputes.id}, ${disputes.bookingId}, ${disputes.paymentId}, ${disputes.studentId}, ${disputes.instructorId})`
        : sql`${contains(sql`${disputes.studentName}`, words)} or ${contains(sql`${disputes.studentEmail}`, words)}
          or ${contains(sql`${disputes.instructorName}`, words)} or ${contains(sql`${disputes.instructorEmail}`, words)}
          or ${contains(sql`${disputes.lessonTitle}`, words)}`,
  },
}
