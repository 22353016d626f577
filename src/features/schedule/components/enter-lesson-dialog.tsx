import { useRef, useState } from 'react'
import { timeWarningTexts } from '#features/availability/own-times/own-time.ts'
import { defaultLessonTitle, priceLesson } from '#features/bookings/booking.ts'
import { PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import { FindStudent, useProposalStudents } from '#features/proposals/components/find-student.tsx'
import { siteName } from '#platform/site-name.ts'
import { addDays, dateIn, formatDuration, formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { readEnteredTime } from '../entered-time.ts'
import type { WeekSchedule } from '../schema.ts'
import { useEnterLesson } from './use-enter-lesson.ts'

interface Begin {
  date: string
  startTime: string
  /** Minutes. */
  length: number
}

/** A lesson the coach enters herself: who, when, where, for how much, and how it is paid. */
export function EnterLessonDialog({
  schedule,
  begin,
  studentId,
  onClose,
}: {
  schedule: WeekSchedule
  begin: Begin | null
  /** Whom it is for, where that is known. */
  studentId?: string | undefined
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const [who, setWho] = useState(studentId ?? '')
  const isNew = who === 'invite' || who === 'caller'
  const found = useProposalStudents(isNew ? '' : who)
  const { students } = found
  const [chosenPayment, setPayment] = useState<'here' | 'elsewhere'>('here')
  // Typed as in the fields.
  const [when, setWhen] = useState({
    date: begin?.date ?? '',
    time: begin?.startTime ?? '',
    placeId: schedule.placeId ?? '',
  })
  const [length, setLength] = useState(lengthOf(begin?.length, schedule.durations))
  /** As typed; null while it is the coach's usual price for the length. */
  const [price, setPrice] = useState<string | null>(null)
  // The page may have been open for hours.
  const present = useNow(10_000) ?? Date.parse(schedule.now)
  const isPast =
    when.date !== '' && when.time !== '' && (readEnteredTime(schedule, when).instant ?? Infinity) < present
  const student = students.find(({ id }) => id === who)
  /** Nothing is sent to a student without an email address. */
  const isCaller = who === 'caller' || (student?.isCaller ?? false)
  const payment = isCaller ? 'elsewhere' : chosenPayment

  const form = useEnterLesson({ schedule, students, isCaller, onClose })
  const { asked } = form

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add a lesson"
      description="At any free time, also outside your hours, or a lesson you already taught."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            {asked
              ? 'Yes, use this time'
              : payment === 'elsewhere'
                ? isPast
                  ? 'Record the lesson'
                  : 'Add the lesson'
                : isPast
                  ? 'Send the pay link'
                  : 'Hold the time and send the link'}
          </Button>
        </>
      }
    >
      <form
        {...form.attributes}
        ref={element}
        className="flex flex-col gap-4"
        onChange={({ currentTarget }) => {
          const typed = new FormData(currentTarget)
          const textOf = (name: string) => String(typed.get(name) ?? '')
          setWhen({ date: textOf('date'), time: textOf('time'), placeId: textOf('placeId') })
          form.forgetWarnings()
        }}
      >
        {isNew ? null : <FindStudent {...found} />}
        <Field label="Student" error={form.errors.studentId}>
          <Select
            name="studentId"
            value={who}
            onChange={(event) => setWho(event.target.value)}
            options={[
              { value: '', label: found.isPending ? 'Loading your students…' : 'Choose a student' },
              ...students.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'invite', label: 'New student, with email' },
              { value: 'caller', label: 'New student, phone only' },
            ]}
          />
        </Field>
        {student && student.golfers.length > 0 ? (
          <Field key={student.id} label="Who plays?" error={form.errors.golferId}>
            <Select
              name="golferId"
              defaultValue={student.lastGolferId ?? ''}
              options={[
                { value: '', label: student.name },
                ...student.golfers.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        ) : null}
        {isNew ? (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Name" error={form.errors.name}>
              <Input name="name" autoComplete="off" maxLength={100} />
            </Field>
            {who === 'caller' ? (
              <Field label="Phone" error={form.errors.phone} hint="Only you see it. Nothing is sent.">
                <Input name="phone" type="tel" autoComplete="off" maxLength={20} />
              </Field>
            ) : (
              <Field
                label="Email"
                error={form.errors.email}
                hint={
                  isPast && payment === 'elsewhere'
                    ? 'For your records. Nothing is sent about a lesson already taught.'
                    : 'They get one email, to accept or decline this lesson. Until then you see the name you enter.'
                }
              >
                <Input name="email" type="email" autoComplete="off" maxLength={255} />
              </Field>
            )}
          </div>
        ) : null}
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field label="Date" error={form.errors.date} className="max-sm:col-span-2">
            <Input
              type="date"
              name="date"
              min={addDays(dateIn(schedule.now, schedule.zone), -365)}
              defaultValue={begin?.date}
              className="px-2.5"
            />
          </Field>
          <Field label="Starts" error={form.errors.time}>
            <Input type="time" name="time" step={900} defaultValue={begin?.startTime} className="px-2.5" />
          </Field>
          <Field label="Length" error={form.errors.durationMinutes}>
            <Select
              name="durationMinutes"
              value={String(length)}
              onChange={(event) => setLength(Number(event.target.value))}
              options={lengths(schedule.durations, begin?.length).map((minutes) => ({
                value: String(minutes),
                label: formatDuration(minutes),
              }))}
            />
          </Field>
        </div>
        {schedule.places.length > 1 ? (
          <Field label="Where" hint="The time is by the clock of this place.">
            <Select
              name="placeId"
              defaultValue={schedule.placeId ?? ''}
              options={schedule.places.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        ) : null}
        <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
          <Field label="Price" error={form.errors.price}>
            <Input
              name="price"
              inputMode="decimal"
              autoComplete="off"
              value={price ?? dollarsOf(priceLesson(schedule.rateCents, length))}
              onChange={(event) => setPrice(event.target.value)}
            />
          </Field>
          <Field label="Title" optional error={form.errors.title}>
            <Input name="title" autoComplete="off" placeholder={defaultLessonTitle(length)} maxLength={80} />
          </Field>
        </div>
        <RadioGroup
          legend="How is it paid?"
          name="payment"
          error={form.errors.payment}
          value={payment}
          onValueChange={(value) => setPayment(value === 'elsewhere' ? 'elsewhere' : 'here')}
          options={[
            {
              value: 'here',
              label: 'Here, with a payment link',
              disabled: isCaller,
              description: isCaller
                ? 'The link is sent by email, and this student has no email address.'
                : `${isPast ? 'Your student has 23 hours to pay.' : 'The time is held for up to 23 hours while your student pays.'} Our ${PLATFORM_FEE_PERCENT}% fee and your usual payout apply.`,
            },
            {
              value: 'elsewhere',
              label: 'Elsewhere: cash, transfer, club account',
              description: isPast
                ? `It is recorded as taught and paid outside ${siteName}. No fee, no payout, and nothing is sent.`
                : `It is confirmed at once, marked as paid outside ${siteName} for both of you. No fee, no payout.`,
            },
          ]}
        />
        {isPast ? (
          <p className="text-sm text-muted">This time has passed: the lesson is recorded as taught.</p>
        ) : null}
        {asked ? (
          <Alert tone="warning" title={formatMoment(asked.start, asked.zone)}>
            {asked.warnings.map((warning) => timeWarningTexts[warning]).join(' ')}
          </Alert>
        ) : null}
        <FormError title={form.failure ? 'The lesson was not entered' : null}>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** `85` or `127.50`, as it is typed. */
const dollarsOf = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))

/** The coach's own lengths and the usual ones. */
const lengths = (own: readonly number[], wanted = 60) =>
  [...new Set([...own, 30, 45, 60, 90, 120, wanted])].sort((a, b) => a - b)

const lengthOf = (wanted: number | undefined, own: readonly number[]) =>
  wanted ?? (own.includes(60) ? 60 : (own[0] ?? 60))
