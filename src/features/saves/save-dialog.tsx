import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { AddressDialog } from '#ui/address-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { savesClient } from './client.ts'
import { saveAsVisitorSchema } from './schema.ts'

/** A coach as far as saving goes. */
export interface Saveable {
  id: string
  label: string
}

/** After a visitor saved a profile in the browser: how to keep it beyond that, with an address or an account. Both may be left out. */
export function SaveDialog({ coach, onClose }: { coach: Saveable; onClose: () => void }) {
  const form = useCheckedForm(saveAsVisitorSchema)
  const save = useMutation(savesClient.saveAsVisitor.mutationOptions())
  return (
    <AddressDialog
      title="Profile saved"
      description={`${coach.label} is saved in this browser. To keep the profile elsewhere, leave your email or create an account. When you are signed in, all of them are under My Instructors.`}
      hidden={{ instructorId: coach.id }}
      form={form}
      sends={form.sends(async (entered) => void (await save.mutateAsync(entered)))}
      action="Save with my email"
      sent={
        save.data
          ? {
              title: 'Your details are saved',
              text: `We saved your interest in ${coach.label} and may contact you about lessons.`,
            }
          : null
      }
      below={
        <p className="text-center text-[0.9375rem] sm:col-span-2">
          <Link
            to="/auth"
            search={{ mode: 'student', redirect: `/instructor/${coach.id}` }}
            className="text-link font-semibold"
          >
            Create an account instead
          </Link>
        </p>
      }
      onClose={onClose}
    >
      <Field label="Phone" optional error={form.errors.phone}>
        <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <div className="sm:col-span-2">
        <Field label="Notes" optional error={form.errors.notes}>
          <Textarea name="notes" rows={3} maxLength={1000} placeholder="What you would like to work on" />
        </Field>
      </div>
    </AddressDialog>
  )
}
