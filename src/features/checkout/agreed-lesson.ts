import { isLessonType, type LessonType } from '#features/bookings/booking.ts'
import { isUuidInAnyCase } from '#platform/uuid.ts'

/** A lesson agreed upon in a conversation, passed to the booking panel. Pure; shared with the browser. */

/** The message shown when an agreed lesson cannot be booked. */
export const agreedLessonRefusalTexts = {
  package_unknown: 'This offer is no longer open. Please ask your coach for a new one.',
  package_used: 'This offer is booked already. You find the lesson under My Lessons.',
} as const

export type AgreedLessonRefusal = keyof typeof agreedLessonRefusalTexts

/** The key in the route's state or in session storage. */
export const PACKAGE_CONTEXT = 'packageContext'

/**
 * The data passed from a conversation. Price and title are displayed until the server returns the agreed
 * ones.
 */
export interface AgreedLessonContext {
  conversationId: string
  durationMinutes: number
  title: string | null
  lessonType: LessonType | null
  /** Dollars. */
  price: number | null
}

const TITLE_LENGTH = 120

/** Parses the passed data; null unless it contains a conversation and a duration. */
export function readAgreedLesson(raw: unknown): AgreedLessonContext | null {
  if (typeof raw !== 'object' || raw === null) return null
  const given = new Map<string, unknown>(Object.entries(raw))
  const conversationId = given.get('conversation_id')
  const durationMinutes = Number(given.get('duration_minutes'))
  if (typeof conversationId !== 'string' || !isUuidInAnyCase(conversationId)) return null
  if (!Number.isInteger(durationMinutes) || durationMinutes < 15 || durationMinutes > 480) return null
  const title = given.get('lesson_title')
  const type = given.get('lesson_type')
  const price = given.get('price')
  return {
    conversationId,
    durationMinutes,
    title: typeof title === 'string' && title.trim() ? title.trim().slice(0, TITLE_LENGTH) : null,
    lessonType: typeof type === 'string' && isLessonType(type) ? type : null,
    price: typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : null,
  }
}
