import { lessonsLeftText } from '#features/proposals/packages/package.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatDate } from '#platform/time.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

/** In place of a package's id: this lesson is paid for by itself. */
export const BY_CARD = 'card'

/** A student with lessons paid already takes one of them, or pays for another. */
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
    <RadioGroup
      legend="Pay with"
      name="pay-with"
      className="mt-5"
      value={value}
      onValueChange={onChange}
      options={[
        ...packages.map((one) => ({
          value: one.id,
          label: `Your package: ${one.title}`,
          description: `${lessonsLeftText(one.left, one.lessons)}, until ${formatDate(dateIn(one.expiresAt, one.zone))}. Nothing to pay.`,
        })),
        {
          value: BY_CARD,
          label: 'Card',
          description: `One more lesson at ${formatMoney(hourlyRateCents)} an hour. Your package stays as it is.`,
        },
      ]}
    />
  )
}
