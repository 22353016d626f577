import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

/** In place of a package's id: this lesson is paid by card. */
export const BY_CARD = 'card'

/** A student with prepaid lessons uses one of them, or pays for another. */
export function PayWith({
  packages,
  value,
  onChange,
  hourlyRateCents,
}: {
  packages: readonly LessonPackage[]
  /** A package's id, or `card`. */
  value: string
  onChange: (value: string) => void
  hourlyRateCents: number
}) {
  return (
    <Field label="Pay with" className="mt-4">
      <Select
        name="pay-with"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          ...packages.map((one) => ({
            value: one.id,
            label: `${one.title}: ${one.left} of ${one.lessons} left`,
          })),
          { value: BY_CARD, label: `Card, ${formatMoney(hourlyRateCents)} an hour` },
        ]}
      />
    </Field>
  )
}
