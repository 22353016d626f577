import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import { toldText } from '#features/bookings/components/lesson-words.ts'
import { useRefreshLessons } from '#features/bookings/components/use-refresh-lessons.ts'
import { formatMoney } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { toast } from '#ui/toast.tsx'
import { scheduleClient } from '../client.ts'
import { readEnteredTime } from '../entered-time.ts'
import { enterLessonFormSchema, type WeekSchedule } from '../schema.ts'
import { whenWords } from './entry-words.ts'

/** A request, with what the coach confirmed for it. */
interface Attempt {
  of: string
  /** The lesson had begun when it was entered. */
  isTaught: boolean
  idempotencyKey: string
  confirmed: TimeWarning[]
}

type Entered = z.output<typeof enterLessonFormSchema>
type Issue = { path: string; message: string }

/** The form of a lesson that a coach enters. It is sent once the coach has confirmed what the server warns about. */
export function useEnterLesson({
  schedule,
  students,
  isCaller,
  onClose,
}: {
  schedule: WeekSchedule
  students: readonly { id: string; name: string }[]
  /** The lesson is for a student without an email address. */
  isCaller: boolean
  onClose: () => void
}) {
  const form = useCheckedForm(enterLessonFormSchema)
  const refresh = useRefreshLessons()
  const [asked, setAsked] = useState<{ start: string; zone: string; warnings: TimeWarning[] } | null>(null)
  // Of the last request without a response. Sent again unchanged, it returns the lesson that it may have entered.
  const attempt = useRef<Attempt | null>(null)

  async function enter(entered: Entered): Promise<Issue[] | undefined> {
    const { placeId, zone, instant } = readEnteredTime(schedule, entered)
    if (instant === null)
      return [{ path: 'time', message: 'The clocks change then: there is no such time that day.' }]
    const start = toIso(instant)
    const { durationMinutes } = entered
    const lesson = {
      student: whoOf(entered),
      start,
      durationMinutes,
      ...(placeId ? { placeId } : {}),
      priceCents: entered.price,
      ...(entered.title ? { title: entered.title } : {}),
      payment: entered.payment,
    }
    const of = JSON.stringify(lesson)
    if (attempt.current?.of !== of) {
      const time = await scheduleClient.look.call({ start, durationMinutes, ...(placeId ? { placeId } : {}) })
      const isTaught = time.hasBegun
      if (!isTaught && !time.isFree)
        return [{ path: 'time', message: time.reasons[0] ?? 'This time is not free.' }]
      const warnings = isTaught ? [] : time.warnings
      const isConfirmed = asked?.start === start && warnings.every((one) => asked.warnings.includes(one))
      if (warnings.length > 0 && !isConfirmed) {
        setAsked({ start, zone, warnings })
        return
      }
      attempt.current = { of, isTaught, idempotencyKey: crypto.randomUUID(), confirmed: warnings }
    }
    const { isTaught, idempotencyKey, confirmed } = attempt.current
    await scheduleClient.enter.call({ ...lesson, confirmed, idempotencyKey })
    await refresh()
    const name = entered.name || students.find(({ id }) => id === entered.studentId)?.name || 'Your student'
    const when = whenWords(start, durationMinutes, zone)
    if (entered.payment === 'here')
      toast.success(
        isTaught ? 'Pay link sent' : 'The time is held',
        isTaught
          ? `${name} has 23 hours to pay ${formatMoney(entered.price)} for ${when}.`
          : `${name} has a link to pay ${formatMoney(entered.price)}. The lesson is confirmed once it is paid.`,
      )
    else if (isTaught) toast.success('Lesson recorded', `${when}, with ${name}.`)
    else
      toast.success(
        'Lesson entered',
        entered.studentId === 'invite'
          ? `${when}. We invite ${name} by email.`
          : `${when}. ${toldText(name, isCaller)}`,
      )
    onClose()
  }

  const attributes = form.sends(
    async (entered, node) => {
      const wrong = await enter(entered)
      if (wrong) form.show(node, wrong)
    },
    (problem) => {
      if (problem.code !== 'offline' && problem.code !== 'internal') attempt.current = null
      return problem.issues.length > 0
        ? problem.issues.map((issue) => ({ ...issue, path: fieldOf[issue.path] ?? issue.path }))
        : problem.message && fieldOfReason[problem.code]
          ? [{ path: fieldOfReason[problem.code] ?? '', message: problem.message }]
          : []
    },
  )

  return {
    ...form,
    /** The attributes of the form. */
    attributes,
    /** The warnings about the chosen time that the coach has not confirmed yet. */
    asked,
    /** For a changed form. */
    forgetWarnings: () => setAsked(null),
  }
}

const whoOf = ({ studentId = '', golferId, name = '', email = '', phone = '' }: Entered) =>
  studentId === 'invite'
    ? { is: 'invited' as const, name, email }
    : studentId === 'caller'
      ? { is: 'caller' as const, name, phone }
      : { is: 'known' as const, studentId, ...(golferId ? { golferId } : {}) }

const fieldOf: Record<string, string> = {
  'student.name': 'name',
  'student.email': 'email',
  'student.phone': 'phone',
  'student.studentId': 'studentId',
  'student.golferId': 'golferId',
  priceCents: 'price',
  start: 'time',
}
const fieldOfReason: Record<string, string> = {
  time_not_free: 'time',
  slot_taken: 'time',
  not_over_yet: 'time',
  too_long_ago: 'date',
  own_address: 'email',
  invitation_declined: 'email',
  no_such_golfer: 'golferId',
  no_such_student: 'studentId',
}
