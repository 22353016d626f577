import { useMutation } from '@tanstack/react-query'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { savesClient } from '../client.ts'
import { saveAsVisitorSchema } from '../schema.ts'
import type { Saveable } from './save-profile.tsx'

/** Who saves a profile without an account says how to be reached about it. */
export function SaveDialog({
  coach,
  onSaved,
  onClose,
}: {
  coach: Saveable
  onSaved: () => void
  onClose: () => void
}) {
  const form = useCheckedForm(saveAsVisitorSchema)
  const save = useMutation(savesClient.saveAsVisitor.mutationOptions({ onSuccess: onSaved }))

  if (save.data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title="Profile saved"
        footer={
          <DialogClose>
            <Button variant="brand">Done</Button>
          </DialogClose>
        }
      >
        <p role="status" className="text-muted">
          We saved your interest in {coach.label} and may contact you about lessons.
        </p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save profile"
      description={`Tell us how to reach you about lessons with ${coach.label}. No account, no obligation.`}
    >
      <form
        {...form.sends(async (entered) => void (await save.mutateAsync(entered)))}
        className="grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="instructorId" value={coach.id} />
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
        <Field label="Phone" optional error={form.errors.phone}>
          <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
        <div className="sm:col-span-2">
          <Field label="Notes" optional error={form.errors.notes}>
            <Textarea name="notes" rows={3} maxLength={1000} placeholder="What you would like to work on" />
          </Field>
        </div>
        <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 sm:col-span-2">
          Save profile
        </Button>
      </form>
    </Dialog>
  )
}
