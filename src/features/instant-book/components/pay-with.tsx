import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { BY_CARD } from './student-packages.ts'

/** A student with prepaid lessons uses one of them, or pays for another. */
export function PayWith({
  packages,
  value,
  onChange,
  cardPrice,
}: {
  packages: readonly LessonPackage[]
  /** A package's id, or `card`. */
  value: string
  onChange: (value: string) => void
  /** The price of what is chosen when it is paid by card, as text. */
  cardPrice: string
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
          { value: BY_CARD, label: `Card, ${cardPrice}` },
        ]}
      />
    </Field>
  )
}
