import { useMutation } from '@tanstack/react-query'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { waitlistClient } from '../client.ts'
import { joinWaitlistSchema } from '../schema.ts'
import { budgets, skillLabels, skillLevels } from '../waitlist.ts'

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

/** Name, email and two wishes: enough to write to somebody when a coach starts in their city. */
export function WaitlistDialog({
  city,
  state,
  onClose,
}: {
  city: string
  state: string
  onClose: () => void
}) {
  const form = useCheckedForm(joinWaitlistSchema)
  const join = useMutation(waitlistClient.join.mutationOptions())
  const place = `${city}, ${state}`

  if (join.data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title="You are on the list"
        footer={
          <DialogClose>
            <Button variant="brand">Done</Button>
          </DialogClose>
        }
      >
        <p role="status" className="text-muted">
          We will email you once, when the first instructor near {place} opens a calendar.
        </p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`The waitlist for ${place}`}
      description="We will email you once, when an instructor starts near you."
    >
      <form
        {...form.sends(async (entered) => void (await join.mutateAsync(entered)))}
        className="grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="city" value={city} />
        <input type="hidden" name="state" value={state} />
        <div hidden>
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {form.failure ? (
          <div className="sm:col-span-2">
            <FormError>{form.failure}</FormError>
          </div>
        ) : null}
        <Field label="Name" required error={form.errors.name}>
          <Input name="name" autoComplete="name" />
        </Field>
        <Field label="Email" required error={form.errors.email}>
          <Input name="email" type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Field label="Your game" optional>
          <Select name="skillLevel" options={skills} />
        </Field>
        <Field label="Your budget" optional>
          <Select name="maxBudget" options={prices} />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 sm:col-span-2">
          Join the waitlist
        </Button>
      </form>
    </Dialog>
  )
}
