import { people } from '#features/notifications/sample.ts'
import { HOUR } from '#platform/duration.ts'
import type { Lesson } from './schema.ts'

/** A one-hour lesson at $85.00. @param start milliseconds since 1970, UTC */
export function sampleLesson(start: number): Lesson {
  return {
    id: '0199b3f4-52c1-7d6e-9a10-3c5d7e9f1a2b',
    coach: { id: people.coachId, label: people.coach, name: people.coachName, imageUrl: null },
    student: { id: '0199aaaa-0000-7000-8000-000000000003', name: people.student },
    golfer: null,
    start: new Date(start).toISOString(),
    durationMinutes: 60,
    zone: people.zone,
    priceCents: 8_500,
    title: '60-minute Lesson',
    lessonType: 'individual',
    status: 'confirmed',
    paymentStatus: 'completed',
    cancelReason: null,
    holdExpiresAt: null,
    checkoutUrl: null,
    location: { id: null, name: 'Pine Hollow Golf Club', address: '1200 Fairway Drive, Charlotte, NC 28210' },
    terms: {
      policy: 'standard',
      text: '',
      deadlines: [
        { until: new Date(start - 48 * HOUR).toISOString(), percent: 100 },
        { until: new Date(start - 24 * HOUR).toISOString(), percent: 50 },
      ],
    },
    movedByCoach: false,
    weather: null,
    noShow: false,
    changeNumber: 0,
    moveNumber: 0,
    isPaidElsewhere: false,
    isDemo: false,
    isInvitation: false,
    note: null,
    answers: [],
    series: null,
    seat: null,
  }
}
