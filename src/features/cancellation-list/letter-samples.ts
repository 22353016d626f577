import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld } from '#features/notifications/sample.ts'
import { HOUR } from '#platform/duration.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'
import { freedTimeGone, freedTimeKind, freedTimeOffered, freedTimePublic, seatsFree } from './letters.ts'

export function cancellationListSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  // At half past nine in the morning, the day after tomorrow.
  const start = Math.ceil(now / (24 * HOUR)) * 24 * HOUR + 38.5 * HOUR
  const words = {
    student_name: people.student,
    coach_name: people.coach,
    lesson_when: formatLesson(start, 60, people.zone),
    leave_url: `${appUrl}/leave-list?token=sample`,
  }
  const freed = { ...words, list_url: `${appUrl}/lessons#cancellation-list` }
  return [
    {
      name: 'Freed times',
      samples: [
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'A requested time opened',
          letter: fillIn(freedTimeOffered, {
            ...freed,
            place: 'Pine Hollow Golf Club',
            price: '$85.00',
            until: formatMoment(now + 2 * HOUR, people.zone),
          }),
        },
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'The time was not taken, and went to the next',
          letter: fillIn(freedTimeGone, freed),
        },
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'The time was not taken, and there is no next golfer',
          letter: fillIn(freedTimePublic, {
            ...words,
            booking_url: `${appUrl}/instant-book/${people.coachId}`,
          }),
        },
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'Seats in a clinic are free',
          letter: fillIn(seatsFree, {
            student_name: people.student,
            coach_name: people.coach,
            lesson_title: 'Short game clinic',
            lesson_short: formatMoment(start, people.zone),
            seat_count: '2 seats',
            dates: formatLesson(start, 90, people.zone),
            place: 'Pine Hollow Golf Club',
            price: '$60.00 a seat',
            clinic_url: `${appUrl}/clinics/sample`,
            leave_url: `${appUrl}/leave-list?token=sample`,
          }),
        },
      ],
    },
  ]
}
