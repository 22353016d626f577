import { isLessonType, type LessonType } from '#features/bookings/booking.ts'

/** A lesson agreed upon in a conversation, on its way to the booking panel. Pure; the browser reads it too. */

/** What people are told when an agreed lesson cannot be booked. */
export const agreedLessonRefusalTexts = {
  package_unknown: 'This offer is no longer open. Please ask your coach for a new one.',
  package_used: 'This offer is booked already. You find the lesson under My Lessons.',
} as const

export type AgreedLessonRefusal = keyof typeof agreedLessonRefusalTexts

/** Under this name it is handed over: in the state of the route, or in the tab's session storage. */
export const PACKAGE_CONTEXT = 'packageContext'

/** What a conversation hands over. Price and title are for showing until the server has said what was agreed upon. */
export interface AgreedLessonContext {
  conversationId: string
  durationMinutes: number
  title: string | null
  lessonType: LessonType | null
  /** Dollars. */
  price: number | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TITLE_LENGTH = 120

/** Reads what was handed over; null for anything that names no conversation and length. */
export function readAgreedLesson(raw: unknown): AgreedLessonContext | null {
  if (typeof raw !== 'object' || raw === null) return null
  const given = new Map<string, unknown>(Object.entries(raw))
  const conversationId = given.get('conversation_id')
  const durationMinutes = Number(given.get('duration_minutes'))
  if (typeof conversationId !== 'string' || !UUID.test(conversationId)) return null
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
