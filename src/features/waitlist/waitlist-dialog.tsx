import { useMutation } from '@tanstack/react-query'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { AddressDialog } from '#ui/address-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { waitlistClient } from './client.ts'
import { joinWaitlistSchema } from './schema.ts'
import { budgets, type KnownRequest, skillLabels, skillLevels } from './waitlist.ts'

const skills = [
  { value: '', label: 'Rather not say' },
  ...skillLevels.map((value) => ({ value, label: skillLabels[value] })),
]
const prices = [
  { value: '', label: 'Any price' },
  ...budgets.map((dollars) => ({
    value: String(dollars),
    label: `Up to ${formatMoney(dollars * 100)} an hour`,
  })),
]

/** Name, email and two preferences, for an email when a coach starts in the city. */
export function WaitlistDialog({
  city,
  state,
  known,
  onClose,
}: {
  city: string
  state: string
  known?: KnownRequest | undefined
  onClose: () => void
}) {
  const form = useCheckedForm(joinWaitlistSchema)
  const join = useMutation(waitlistClient.join.mutationOptions())
  const place = `${city}, ${state}`
  return (
    <AddressDialog
      title={`The waitlist for ${place}`}
      description="We will email you once, when an instructor starts near you."
      hidden={{ city, state }}
      form={form}
      sends={form.sends(async (entered) => void (await join.mutateAsync(entered)))}
      action="Join the waitlist"
      sent={
        join.data
          ? {
              title: 'You are on the list',
              text: `We will email you once, when an instructor starts near ${place}.`,
            }
          : null
      }
      onClose={onClose}
    >
      <Field label="Your game" optional>
        <Select name="skillLevel" options={skills} defaultValue={known?.skillLevel} />
      </Field>
      <Field label="Your budget" optional>
        <Select name="maxBudget" options={prices} defaultValue={known?.maxBudget} />
      </Field>
    </AddressDialog>
  )
}
