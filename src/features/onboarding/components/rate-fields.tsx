import { priceLesson } from '#features/bookings/booking.ts'
import { coachShare, PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import { centsFromDollars, formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDuration } from '#platform/time.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { durationOptions } from '../onboarding.ts'
import { ChoiceList } from './choice-list.tsx'
import type { StepProps } from './step-props.ts'

/** What an hour costs, and how long lessons are; with what students pay for each length, and what the coach receives of it. */
export function RateFields({ draft, onChange, faults }: StepProps<'hourlyRate' | 'durations'>) {
  const lengths = [...new Set<number>([...durationOptions, ...draft.durations])].sort((a, b) => a - b)
  return (
    <>
      <Field
        label="Price per hour"
        required
        error={faults.hourlyRate}
        hint="The price of other lengths is calculated from it."
        className="max-w-60"
      >
        <Input
          name="hourlyRate"
          inputMode="decimal"
          leading="$"
          value={draft.hourlyRate}
          onChange={(event) => onChange({ hourlyRate: event.target.value })}
        />
      </Field>
      <ChoiceList
        legend="How long are your lessons?"
        name="durations"
        options={lengths.map((value) => ({ value, label: formatDuration(value) }))}
        chosen={draft.durations}
        onChange={(chosen) => onChange({ durations: [...chosen].sort((a, b) => a - b) })}
        error={faults.durations}
      />
      <Prices rate={draft.hourlyRate} durations={draft.durations} />
    </>
  )
}

/** What students will pay and what comes of it, as soon as it is known. */
function Prices({ rate, durations: chosen }: { rate: string; durations: readonly number[] }) {
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(rate.trim()) || chosen.length === 0) return null
  const hour = centsFromDollars(rate.trim())
  return (
    <div className="rounded-control bg-surface-sunken px-5 py-4">
      <p className="text-sm font-semibold">What students pay</p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-3">
        {chosen.map((minutes) => {
          const price = priceLesson(hour, minutes)
          return (
            <div key={minutes}>
              <dt className="text-sm text-muted">{formatDuration(minutes)}</dt>
              <dd className="tabular font-semibold">{formatMoney(price)}</dd>
              <dd className="tabular text-sm text-muted">you receive {formatMoney(coachShare(price))}</dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {siteName} keeps {PLATFORM_FEE_PERCENT}%. Booked lessons keep their price.
      </p>
    </div>
  )
}
