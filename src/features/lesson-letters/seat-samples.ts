import type { SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { toIso } from '#platform/time.ts'
import { seriesCalendarUrl } from './calendar-links.ts'
import { sampleGolfer, sampleLessons, sampleOfLesson, samplePaid } from './letter-samples.ts'
import { cancelledForCoach } from './letter-words.ts'
import {
  holdExpiredKind,
  lessonBookedKind,
  lessonCancelledKind,
  lessonReminderKind,
} from './notification-kinds.ts'
import {
  seatsCancelledFor,
  seatsCancelledForCoach,
  seatsConfirmedFor,
  seatsConfirmedForCoach,
  seatsExpiredFor,
  seatsReminderFor,
} from './seat-words.ts'

/** The letters about seats in a clinic, for each event that sends them. */
export function seatSamples(world: SampleWorld): SampleGroup[] {
  const { env, now } = world
  const { start, coming } = sampleLessons(now)
  const paid = samplePaid
  const dates = [0, 1].map((day) => ({
    start: toIso(start + day * DAY),
    end: toIso(start + day * DAY + HOUR),
  }))
  const seat = {
    ...coming,
    title: 'Junior camp',
    lessonType: 'group' as const,
    seat: { clinicId: '0199aaaa-0000-7000-8000-000000000005', dates },
  }
  const [first, second] = [
    { lesson: { ...seat, golfer: sampleGolfer }, money: paid },
    { lesson: { ...seat, golfer: { ...sampleGolfer, name: 'Leo Rivera' } }, money: paid },
  ]
  const url = (as: 'student' | 'coach') => seriesCalendarUrl(env, seat, as)
  const write = sampleOfLesson(world)
  const booked = write(lessonBookedKind, seat, paid)
  const expired = write(holdExpiredKind, seat, paid)
  const near = write(lessonReminderKind, seat, paid)
  const gone = write(lessonCancelledKind, { ...seat, status: 'cancelled' }, paid)
  const late = { lesson: seat, money: paid }
  const byUs = { by: 'admin', refundCents: 17_000, now } as const
  const ofOne = {
    by: 'student',
    refundCents: 8_500,
    refundedBeforeCents: 0,
    returnsCredit: false,
    money: { ...paid, shareCents: 0 },
    isSeatSold: true,
    now,
  } as const
  const samples = [
    booked('Two seats booked and paid', seatsConfirmedFor([first, second], [], url('student'))),
    booked('Two seats booked and paid', seatsConfirmedForCoach([first, second], url('coach'))),
    booked('A third one was paid too late', seatsConfirmedFor([first, second], [late], url('student'))),
    expired(
      'The hold of two seats expired unpaid',
      seatsExpiredFor([{ ...first, isSeatSold: true }, second], env.appUrl),
    ),
    expired(
      'The hold of two seats expired unpaid, and the clinic was cancelled',
      seatsExpiredFor([first, second], env.appUrl),
    ),
    near(
      'A date of a clinic is near',
      seatsReminderFor([first, second], 'Coming up', Date.parse(seat.start)),
    ),
    gone('The student cancelled one seat', cancelledForCoach(first.lesson, ofOne)),
    gone(
      'The coach cancelled the clinic',
      seatsCancelledFor(
        [first, second],
        { by: 'coach', message: 'The range is flooded.', refundCents: 17_000, now },
        url('student'),
      ),
    ),
    gone('We cancelled two seats', seatsCancelledFor([first, second], byUs, url('student'))),
    gone('We cancelled two seats', seatsCancelledForCoach([first, second], byUs, url('coach'))),
  ]
  return [{ name: 'Seats in a clinic', samples }]
}
