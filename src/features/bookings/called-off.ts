import type { BookingStatus } from './booking.ts'

/** True for a booked lesson that the coach called off because of the weather, until its student chooses what becomes of it. */
export const isCalledOff = (lesson: {
  status: BookingStatus
  weather: { calledOffAt: string | null } | null
}): boolean => lesson.status === 'confirmed' && Boolean(lesson.weather?.calledOffAt)
