import { priceLesson } from '#features/bookings/booking.ts'
import { playingLengths } from '#features/bookings/lesson-kinds.ts'
import { coachShare } from '#features/ledger/fee.ts'
import { RateFields } from '#features/onboarding/components/rate-fields.tsx'
import { formatMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { priceOf } from '../own-profile.ts'
import { EditorSection } from './editor-section.tsx'
import type { SectionProps } from './section-props.ts'

const groupSizes = Array.from({ length: 11 }, (_, at) => ({
  value: String(at + 2),
  label: `${at + 2} players`,
}))

const playingOptions = [
  { value: '', label: 'On request' },
  ...playingLengths.map((minutes) => ({
    value: String(minutes),
    label: `At my open times, ${formatDuration(minutes)}`,
  })),
]

/** Hourly rate and lengths, with the resulting prices and the coach's share. */
export function PriceSection({ words, onChange, faults }: SectionProps) {
  return (
    <EditorSection
      title="Prices and lengths"
      description="New prices apply to new bookings. Booked lessons and lessons being paid for keep their price."
    >
      <RateFields draft={words} onChange={onChange} faults={faults} />
      <fieldset className="flex flex-col gap-5 border-t pt-6">
        <legend className="sr-only">Other kinds of lessons</legend>
        <p className="text-sm text-muted">
          <strong className="block font-semibold text-ink">Group and playing lessons</strong>
          Your profile shows the prices. Students book these lessons at your open times, or ask for one and
          you send a proposal with a time.
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Group lesson, an hour"
            optional
            error={faults.groupRate}
            hint={shareHint(words.groupRate, 'For the whole group together.')}
          >
            <Input
              name="groupRate"
              inputMode="decimal"
              leading="$"
              value={words.groupRate}
              onChange={(event) => onChange({ groupRate: event.target.value })}
            />
          </Field>
          <Field label="Players in a group, at most" error={faults.groupSize}>
            <Select
              name="groupSize"
              options={groupSizes}
              value={String(words.groupSize)}
              disabled={words.groupRate.trim() === ''}
              onChange={(event) => onChange({ groupSize: Number(event.target.value) })}
            />
          </Field>
          <Checkbox
            className="sm:col-span-2"
            name="groupBookable"
            label="Groups book at my open times"
            description="In the lengths above. Otherwise they ask you first."
            checked={words.groupBookable && words.groupRate.trim() !== ''}
            disabled={words.groupRate.trim() === ''}
            onChange={(event) => onChange({ groupBookable: event.target.checked })}
          />
          <Field
            label="Playing lesson, an hour"
            optional
            error={faults.playingRate}
            hint={shareHint(words.playingRate, 'On the course. Green fees are not part of it.')}
          >
            <Input
              name="playingRate"
              inputMode="decimal"
              leading="$"
              value={words.playingRate}
              onChange={(event) => onChange({ playingRate: event.target.value })}
            />
          </Field>
          <Field
            label="Booking a playing lesson"
            error={faults.playingMinutes}
            hint={playingHint(words.playingRate, words.playingMinutes)}
          >
            <Select
              name="playingMinutes"
              options={playingOptions}
              value={String(words.playingMinutes ?? '')}
              disabled={words.playingRate.trim() === ''}
              onChange={({ target: { value } }) =>
                onChange({ playingMinutes: value === '' ? null : Number(value) })
              }
            />
          </Field>
        </div>
      </fieldset>
    </EditorSection>
  )
}

/** The price of a whole playing lesson. */
function playingHint(typed: string, minutes: number | null): string {
  const cents = priceOf(typed)
  if (minutes === null || cents === null) return 'Students ask you for a time first.'
  return `Students pay ${formatMoney(priceLesson(cents, minutes))} for ${formatDuration(minutes)}.`
}

function shareHint(typed: string, words: string): string {
  const cents = priceOf(typed)
  return cents === null ? words : `${words} You receive ${formatMoney(coachShare(cents))} of an hour.`
}
