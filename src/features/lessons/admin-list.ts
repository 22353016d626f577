import { type SQL, sql } from 'drizzle-orm'
import { bookingStatuses, paymentStatuses, statusBadge } from '#features/bookings/booking.ts'
import { bringsRevenue } from '#features/bookings/revenue.ts'
import { bookings } from '#features/bookings/tables.ts'
import { payments } from '#features/payments/tables.ts'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'
import { idsOfNumber } from './number-search.ts'

const nameOf = (id: SQL) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** As the index of the list of users has it. */
const people = (words: string) =>
  sql`(select p.id from profiles p where ${contains(sql`(p.full_name || ' ' || p.email || ' ' || coalesce(p.phone, ''))`, words)})`

const paymentWords = {
  pending: 'Pending',
  completed: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
} as const

/** Lessons by booking number, by the id of the booking or of a person, or by a part of a person's name, email or phone. */
function matches(words: string): SQL {
  if (isUuid(words))
    return sql`${bookings.id} = ${words} or ${bookings.studentId} = ${words} or ${bookings.instructorId} = ${words}`
  const range = idsOfNumber(words)
  if (range) return sql`${bookings.id} between ${range.first}::uuid and ${range.last}::uuid`
  return sql`${bookings.studentId} in ${people(words)} or ${bookings.instructorId} in ${people(words)}`
}

/** Every lesson that was booked, entered or held, the latest date first. */
export const lessonList: AdminList = {
  name: 'lessons',
  noun: ['lesson', 'lessons'],
  from: sql`${bookings} left join ${payments} on ${payments.bookingId} = ${bookings.id}`,
  id: sql`${bookings.id}`,
  idKind: 'uuid',
  columns: {
    number: {
      label: 'Number',
      kind: 'text',
      value: sql`'GS-' || upper(left(${bookings.id}::text, 8))`,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${bookings.status}`,
      options: bookingStatuses.map((value) => ({ value, label: statusBadge(value).label })),
      filter: true,
    },
    lessonDate: {
      label: 'Lesson',
      kind: 'instant',
      value: sql`${bookings.lessonDate}`,
      sort: true,
      filter: true,
    },
    student: { label: 'Student', kind: 'text', value: nameOf(sql`${bookings.studentId}`) },
    golfer: {
      label: 'Who plays',
      kind: 'text',
      value: sql`(select golfers.name from golfers where golfers.id = ${bookings.golferId})`,
      minor: true,
    },
    coach: { label: 'Coach', kind: 'text', value: nameOf(sql`${bookings.instructorId}`), filter: true },
    price: { label: 'Price', kind: 'money', value: sql`${bookings.priceAmount} * 100`, filter: true },
    payment: {
      label: 'Payment',
      kind: 'choice',
      value: sql`${bookings.paymentStatus}`,
      options: paymentStatuses.map((value) => ({ value, label: paymentWords[value] })),
      filter: true,
    },
    createdAt: {
      label: 'Booked',
      kind: 'instant',
      value: sql`${bookings.createdAt}`,
      sort: true,
      filter: true,
      minor: true,
    },
    title: { label: 'Title', kind: 'text', value: sql`${bookings.lessonTitle}`, fileOnly: true },
    place: { label: 'Place', kind: 'text', value: sql`${bookings.locationName}`, minor: true },
    refunded: { label: 'Refunded', kind: 'money', value: sql`${payments.refundedCents}`, minor: true },
    cancelReason: {
      label: 'Cancelled by',
      kind: 'text',
      value: sql`replace(${bookings.cancelReason}, '_', ' ')`,
      minor: true,
    },
    revenue: {
      label: 'Counts as revenue',
      kind: 'yes-no',
      value: sql`(${bringsRevenue(sql`${bookings}`)})`,
      filter: true,
      minor: true,
    },
    zone: { label: 'Zone', kind: 'text', value: sql`${bookings.timeZone}`, hidden: true },
    studentId: { label: 'Student', kind: 'text', value: sql`${bookings.studentId}`, hidden: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${bookings.instructorId}`, hidden: true },
  },
  sortedBy: '-lessonDate',
  search: { label: 'Booking number, name, email or phone', matches },
}
