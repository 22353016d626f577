import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

/** After a visitor saved a profile in the browser: how to keep it beyond that, with an address or an account. Both may be left out. */
export function SaveDialog({ coach, onClose }: { coach: Saveable; onClose: () => void }) {
  const form = useCheckedForm(saveAsVisitorSchema)
  const save = useMutation(savesClient.saveAsVisitor.mutationOptions())

  if (save.data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title="Your details are saved"
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
      title="Profile saved"
      description={`${coach.label} is saved in this browser. To keep the profile elsewhere, leave your email or create an account. A list of your saved coaches is coming.`}
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
          Save with my email
        </Button>
        <p className="text-center text-[0.9375rem] sm:col-span-2">
          <Link
            to="/auth"
            search={{ mode: 'student', redirect: `/instructor/${coach.id}` }}
            className="text-link font-semibold"
          >
            Create an account instead
          </Link>
        </p>
      </form>
    </Dialog>
  )
}
