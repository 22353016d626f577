import { MapPin } from 'lucide-react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { StepProps } from './step-props.ts'
import { usePlace } from './use-place.ts'

/** The teaching place: its name, address and ZIP code, which determines the time zone. */
export function PlaceFields({ draft, onChange, faults }: StepProps<'locationName' | 'address' | 'zip'>) {
  return (
    <>
      <Field
        label="Name of the place"
        required
        error={faults.locationName}
        hint="The course, range or studio where you meet."
      >
        <Input
          name="locationName"
          autoComplete="organization"
          value={draft.locationName}
          onChange={(event) => onChange({ locationName: event.target.value })}
        />
      </Field>
      <Field label="Street address" optional error={faults.address}>
        <Input
          name="address"
          autoComplete="street-address"
          value={draft.address}
          onChange={(event) => onChange({ address: event.target.value })}
        />
      </Field>
      <div className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-[9rem_1fr]">
        <Field label="ZIP code" required error={faults.zip}>
          <Input
            name="zip"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={5}
            value={draft.zip}
            onChange={(event) => onChange({ zip: event.target.value.replace(/\D/g, '').slice(0, 5) })}
          />
        </Field>
        <PlaceOfZip zip={draft.zip} isFaulty={faults.zip !== undefined} />
      </div>
    </>
  )
}

/** The location of the ZIP code, and its time zone, which applies to the hours. */
function PlaceOfZip({ zip, isFaulty }: { zip: string; isFaulty: boolean }) {
  const { place, isUnknown } = usePlace(zip)
  return (
    <p aria-live="polite" className="flex min-h-11 items-center gap-2 text-[0.9375rem] text-muted sm:mt-6.5">
      {place ? (
        <>
          <MapPin aria-hidden className="size-5 shrink-0 text-brand" />
          <span>
            <strong className="font-semibold text-ink">
              {place.city}, {place.state}
            </strong>
            . Your hours are in local time there ({place.zoneName}).
          </span>
        </>
      ) : isUnknown ? (
        isFaulty ? null : (
          'We do not know this ZIP code. Is it the right one?'
        )
      ) : (
        'Students search by distance from it, and your hours are in its local time.'
      )}
    </p>
  )
}
