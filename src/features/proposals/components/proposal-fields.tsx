import { lessonTypes } from '#features/bookings/booking.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { closesAt, lessonTypeLabels, openHoursChoices, PROPOSAL_TEXT_LENGTH, validDays } from '../proposal.ts'
import { FindStudent, useProposalStudents } from './find-student.tsx'
import { dollarsText, type ProposalDraft, rateOf, usualPrice } from './proposal-draft.ts'
import { ProposedTimes } from './proposed-times.tsx'

const openLabels: Record<number, string> = { 24: '1 day', 48: '2 days', 72: '3 days', 168: '7 days' }
const validLabels: Record<number, string> = { 30: '1 month', 90: '3 months', 180: '6 months', 365: '1 year' }

/**
 * Steps of 15 minutes up to three hours, then of 30 minutes; a previously agreed length is kept as an option.
 */
const lengths = [
  ...Array.from({ length: 12 }, (_, quarter) => (quarter + 1) * 15),
  ...Array.from({ length: 10 }, (_, half) => 210 + half * 30),
]
export const lengthsFor = (chosen: number) => [...new Set([...lengths, chosen])].toSorted((a, b) => a - b)

/** The fields of a proposal's form. */
export function ProposalFields({
  coach,
  draft,
  errors,
  onChange,
  askStudent,
}: {
  coach: CoachProfile
  draft: ProposalDraft
  errors: Record<string, string>
  onChange: (part: Partial<ProposalDraft>) => void
  askStudent: boolean
}) {
  const lessons = Number(draft.lessons)
  const isPackage = Number.isInteger(lessons) && lessons > 1
  const usual = usualPrice(draft, rateOf(coach, draft.lessonType))
  const endsHint = useEndsHint(coach, draft)
  return (
    <>
      {askStudent ? <StudentField draft={draft} error={errors.studentId} onChange={onChange} /> : null}
      <Field label="Lesson title" required error={errors.title}>
        <Input
          value={draft.title}
          maxLength={120}
          placeholder="Short game tune-up"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Type" error={errors.lessonType}>
          <Select
            value={draft.lessonType}
            options={lessonTypes.map((type) => ({ value: type, label: lessonTypeLabels[type] }))}
            onChange={(event) =>
              onChange({
                lessonType: lessonTypes.find((type) => type === event.target.value) ?? 'individual',
              })
            }
          />
        </Field>
        <Field label="Length" error={errors.durationMinutes}>
          <Select
            value={String(draft.durationMinutes)}
            options={lengthsFor(draft.durationMinutes).map((minutes) => ({
              value: String(minutes),
              label: formatDuration(minutes),
            }))}
            onChange={(event) =>
              onChange({ durationMinutes: Number(event.target.value), times: [], confirmed: [] })
            }
          />
        </Field>
        {coach.locations.length > 1 ? (
          <Field label="Place" error={errors.locationId}>
            <Select
              value={draft.locationId || coach.locations[0]?.id}
              options={coach.locations.map((place) => ({ value: place.id, label: place.name }))}
              onChange={(event) => onChange({ locationId: event.target.value, times: [], confirmed: [] })}
            />
          </Field>
        ) : null}
      </div>
      <ProposedTimes
        coachId={coach.id}
        locationId={draft.locationId || undefined}
        durationMinutes={draft.durationMinutes}
        times={draft.times}
        onTimes={(times) => onChange({ times })}
        onOwnTime={(start, warnings) =>
          onChange({
            times: [...new Set([...draft.times, start])].toSorted(),
            confirmed: [...new Set([...draft.confirmed, ...warnings])],
          })
        }
        error={errors.times}
        isPackage={isPackage}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label="Number of lessons"
          hint="Two or more lessons are a package, paid once"
          error={errors.lessons}
        >
          <Input
            inputMode="numeric"
            value={draft.lessons}
            onChange={(event) => onChange({ lessons: event.target.value })}
          />
        </Field>
        <Field
          label={isPackage ? 'Price for all lessons' : 'Price'}
          hint={`Your rate makes ${formatMoney(usual)}`}
          error={errors.priceCents}
        >
          <Input
            inputMode="decimal"
            leading="$"
            value={draft.price}
            placeholder={dollarsText(usual)}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        </Field>
        <Field label="Open for" hint={endsHint} error={errors.openHours}>
          <Select
            value={String(draft.openHours)}
            options={openHoursChoices.map((hours) => ({
              value: String(hours),
              label: openLabels[hours] ?? `${hours} hours`,
            }))}
            onChange={(event) => onChange({ openHours: Number(event.target.value) })}
          />
        </Field>
      </div>
      {isPackage ? (
        <Field
          label="Lessons can be taken for"
          hint={packageTermsText(coach.cancellationPolicy)}
          error={errors.validDays}
        >
          <Select
            value={String(draft.validDays)}
            options={validDays.map((days) => ({
              value: String(days),
              label: validLabels[days] ?? `${days} days`,
            }))}
            onChange={(event) => onChange({ validDays: Number(event.target.value) })}
          />
        </Field>
      ) : null}
      <Field label="Note" optional error={errors.note}>
        <Textarea
          rows={3}
          maxLength={PROPOSAL_TEXT_LENGTH}
          value={draft.note}
          onChange={(event) => onChange({ note: event.target.value })}
          counter={{ length: draft.note.length, max: PROPOSAL_TEXT_LENGTH }}
        />
      </Field>
    </>
  )
}

/**
 * Explains when the proposal actually ends: at its last time, if that is before the end of the chosen period.
 */
function useEndsHint(coach: CoachProfile, { times, openHours: hours, locationId }: ProposalDraft): string {
  const now = useNow(60_000)
  if (now === null) return 'The proposal expires after this time'
  const expiresAt = now + hours * 3_600_000
  const ends = closesAt(
    expiresAt,
    times.map((time) => Date.parse(time)),
  )
  const zone =
    coach.locations.find(({ id }) => id === locationId)?.zone ?? coach.locations[0]?.zone ?? coach.zone
  return ends < expiresAt
    ? `Ends earlier, when its last time begins: ${formatMoment(ends, zone)}`
    : `Ends ${formatMoment(ends, zone)}`
}

function StudentField({
  draft,
  error,
  onChange,
}: {
  draft: ProposalDraft
  error: string | undefined
  onChange: (part: Partial<ProposalDraft>) => void
}) {
  const found = useProposalStudents(draft.studentId)
  const { students, search, isPending, isError } = found
  const none = !isPending && !isError && search === null && students.length === 0
  return (
    <>
      <FindStudent {...found} />
      <Field
        label="Student"
        required
        hint={
          none
            ? 'Students who messaged you, accepted your invitation, had a lesson with you or bought a package or a video review appear here.'
            : undefined
        }
        error={isError ? 'Your students could not be loaded. Close this and try again.' : error}
      >
        <Select
          value={draft.studentId}
          placeholder="Choose a student"
          disabled={none || isPending}
          options={students.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onChange({ studentId: event.target.value })}
        />
      </Field>
    </>
  )
}
