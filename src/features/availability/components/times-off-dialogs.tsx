import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { readProblem } from '#platform/api-problem.ts'
import { addDays, formatDay, formatTimeRange } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import {
  type Act,
  type AvailabilitySettings,
  type blockedSchema,
  blockFormSchema,
  openingFormSchema,
} from '../own-hours/schema.ts'
import { rangeWords } from '../week.ts'

/** A time selected in the preview. */
export interface DatedTime {
  date: string
  startTime: string
  endTime: string
}

const USUAL_BLOCK = { startTime: '12:00', endTime: '14:00' }

type LessonThere = Extract<z.output<typeof blockedSchema>, { ok: false }>['lessons'][number]

const dayWords = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC')

/** `Thu, Dec 24 – Fri, Jan 1` */
export const datesOfAct = ({ from, to }: Pick<Act, 'from' | 'to'>): string =>
  from === to ? dayWords(from) : `${dayWords(from)} – ${dayWords(to)}`

/** `Mon, Nov 30, 12:00 – 6:00 PM`; whole dates have no times. */
export const spanOfAct = (
  act: Pick<Act, 'from' | 'to'> & {
    startTime?: Act['startTime'] | undefined
    endTime?: Act['endTime'] | undefined
  },
): string =>
  act.startTime && act.endTime
    ? `${datesOfAct(act)}, ${rangeWords({ from: act.startTime, to: act.endTime })}`
    : datesOfAct(act)

/** Shortcuts for common blocks. Each fills in the form, which can be edited before it is submitted. */
const quickChoices = (
  today: string,
): readonly { label: string; time: Partial<DatedTime> & { date: string } }[] => {
  const tomorrow = addDays(today, 1)
  return [
    { label: 'Today', time: { date: today } },
    { label: 'Tomorrow', time: { date: tomorrow } },
    { label: 'Tomorrow morning', time: { date: tomorrow, startTime: '06:00', endTime: '12:00' } },
    { label: 'Tomorrow afternoon', time: { date: tomorrow, startTime: '12:00', endTime: '18:00' } },
  ]
}

/** Invalidates all queries that show a coach's hours, including the calendar. */
export const refreshHours = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ['availability', 'schedule'].map((name) => queryClient.invalidateQueries({ queryKey: [[name]] })),
  )

/** Shows a toast about the change with an Undo button. */
function useDone() {
  const queryClient = useQueryClient()
  const refresh = () => refreshHours(queryClient)
  return async (title: string, description: string, act: number) => {
    await refresh()
    const undo = async () => {
      try {
        const { dates } = await availabilityClient.takeBack.call({ act })
        await refresh()
        toast.success(dates > 0 ? 'Undone' : 'Already undone', description)
      } catch (error) {
        toast.error('Could not undo', readProblem(error).message ?? 'We could not reach the server.')
      }
    }
    toast.success(title, description, { action: { label: 'Undo', onClick: () => void undo() } })
  }
}

/**
 * Blocks dates, or a part of each date, in one operation. Lessons and clinics in that time are listed first and
 * are not cancelled.
 */
export function BlockDialog({
  today,
  time,
  onClose,
}: {
  /** `yyyy-MM-dd` in the coach's zone. */
  today: string
  /** A time that was selected in a calendar. */
  time?: DatedTime | null
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(blockFormSchema)
  const done = useDone()
  const [begin, setBegin] = useState<(Partial<DatedTime> & { date: string }) | null>(time ?? null)
  const [isAllDay, setAllDay] = useState(!time)
  const [chosen, setChosen] = useState<string | null>(null)
  const [lessons, setLessons] = useState<readonly LessonThere[]>([])
  const checked = form.sends(async (entered) => {
    const dates = { ...entered, to: entered.to || entered.from, keepLessons: lessons.length > 0 }
    const answer = await availabilityClient.block.call(dates)
    if (!answer.ok) {
      setLessons(answer.lessons)
      return
    }
    onClose()
    await done('Blocked', spanOfAct(dates), answer.act)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Block time"
      description="Students can’t book you then. They never see why."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            {lessons.length > 0 ? wordsFor(lessons).keep : 'Block'}
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} onChange={() => setLessons([])} className="flex flex-col gap-4">
        {time ? null : (
          <fieldset aria-label="Block right away" className="flex flex-wrap gap-2">
            {quickChoices(today).map((choice) => (
              <Button
                key={choice.label}
                size="sm"
                aria-pressed={choice.label === chosen}
                className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-text"
                onClick={() => {
                  setChosen(choice.label)
                  setBegin(choice.time)
                  setAllDay(!choice.time.startTime)
                  setLessons([])
                }}
              >
                {choice.label}
              </Button>
            ))}
          </fieldset>
        )}
        {/* The keys reset the fields to the chosen shortcut. */}
        <Dates key={`dates ${chosen}`} today={today} errors={form.errors} date={begin?.date ?? null} />
        <Checkbox label="All day" checked={isAllDay} onChange={(event) => setAllDay(event.target.checked)} />
        {isAllDay ? null : (
          <Times key={`times ${chosen}`} errors={form.errors} time={{ ...USUAL_BLOCK, ...begin }} />
        )}
        <Field label="Note" optional hint="For you alone." error={form.errors.note}>
          <Input name="note" autoComplete="off" placeholder="Family trip" />
        </Field>
        {lessons.length > 0 ? <LessonsThere lessons={lessons} /> : null}
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** What the dialog says about lessons, clinics, or both. */
function wordsFor(there: readonly LessonThere[]): { title: string; keep: string } {
  const clinics = there.filter(({ student }) => student === null).length
  if (clinics === 0)
    return {
      title: there.length === 1 ? 'A lesson is booked then' : `${there.length} lessons are booked then`,
      keep: 'Block and keep lessons',
    }
  if (clinics === there.length)
    return {
      title: clinics === 1 ? 'A clinic takes place then' : `${clinics} clinic dates are then`,
      keep: 'Block and keep clinics',
    }
  return {
    title: `${there.length} lessons and clinics are then`,
    keep: 'Block and keep lessons and clinics',
  }
}

function LessonsThere({ lessons }: { lessons: readonly LessonThere[] }) {
  const hasLessons = lessons.some(({ student }) => student !== null)
  const hasClinics = lessons.some(({ student }) => student === null)
  return (
    <Alert tone="warning" title={wordsFor(lessons).title}>
      <ul className="my-1.5 flex flex-col gap-1">
        {lessons.slice(0, 6).map((lesson) => (
          <li key={lesson.id}>
            <bdi>{lesson.student ?? lesson.title}</bdi>
            {lesson.seats ? ` (${lesson.seats.taken} of ${lesson.seats.all} seats taken)` : ''}
            {`, ${formatDay(lesson.start, lesson.zone)}, ${formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}`}
          </li>
        ))}
        {lessons.length > 6 ? <li>{`and ${lessons.length - 6} more`}</li> : null}
      </ul>
      {hasLessons ? (
        <p>
          Blocking does not cancel lessons. You can move or cancel them under{' '}
          <a href="/lessons" className="text-link">
            My Lessons
          </a>
          .
        </p>
      ) : null}
      {hasClinics ? (
        <p>
          Blocking does not cancel clinics. Until a clinic begins, you can cancel it under{' '}
          <a href="/your-clinics" className="text-link">
            Clinics and camps
          </a>
          .
        </p>
      ) : null}
    </Alert>
  )
}

/** Opens a time on one or more dates, in addition to the weekly hours. */
export function OpeningDialog({
  settings,
  time,
  onClose,
}: {
  settings: AvailabilitySettings
  time: DatedTime | null
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(openingFormSchema)
  const done = useDone()
  const checked = form.sends(async ({ placeId, ...entered }) => {
    const dates = { ...entered, to: entered.to || entered.from, placeId: placeId || null }
    const { act } = await availabilityClient.open.call(dates)
    onClose()
    await done('Extra hours opened', spanOfAct(dates), act)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Open extra hours"
      description="In addition to your weekly hours, including days off and times you blocked before."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Open
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} className="flex flex-col gap-4">
        <Dates today={settings.today} errors={form.errors} date={time?.date ?? null} />
        <Times errors={form.errors} time={time ?? { startTime: '09:00', endTime: '11:00' }} />
        {settings.places.length > 1 ? (
          <Field label="Where">
            <Select
              name="placeId"
              options={[
                { value: '', label: 'At all my places' },
                ...settings.places.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        ) : null}
        <Field label="Note" optional hint="For you alone." error={form.errors.note}>
          <Input name="note" autoComplete="off" />
        </Field>
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

type Errors = Record<string, string | undefined>

function Dates({ today, errors, date }: { today: string; errors: Errors; date: string | null }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={date ? 'Date' : 'First date'} error={errors.from}>
        <Input type="date" name="from" min={today} defaultValue={date ?? undefined} className="px-2.5" />
      </Field>
      <Field label="Last date" optional error={errors.to}>
        <Input type="date" name="to" min={today} className="px-2.5" />
      </Field>
    </div>
  )
}

function Times({ errors, time }: { errors: Errors; time: Pick<DatedTime, 'startTime' | 'endTime'> }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="From" error={errors.startTime}>
        <Input type="time" name="startTime" step={900} defaultValue={time.startTime} className="px-2.5" />
      </Field>
      <Field label="Until" error={errors.endTime}>
        <Input
          type="time"
          name="endTime"
          step={900}
          defaultValue={time.endTime === '24:00' ? '00:00' : time.endTime}
          className="px-2.5"
        />
      </Field>
    </div>
  )
}
