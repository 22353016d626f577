import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { studentsClient } from '../client.ts'
import { inviteFormSchema } from '../invitations/schema.ts'

/**
 * A coach invites a person by email.
 * @param props.again an earlier invitation, whose fields are filled in
 */
export function InviteDialog({
  again = { email: '', name: '', message: null, givesAccess: true },
  onClose,
}: {
  again?: { email: string; name: string; message: string | null; givesAccess: boolean }
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(inviteFormSchema)
  const sends = form.sends(
    async (entered) => {
      await studentsClient.invite.call(entered)
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      onClose()
      toast.success('Invitation sent', `A letter is on its way to ${entered.email}.`)
    },
    ({ code, message, issues }) =>
      aboutAddress.includes(code) ? [{ path: 'email', message: message ?? '' }] : issues,
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Invite a student"
      description="We email an invitation link. When they accept, they create an account and join your student list."
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Send invitation
          </Button>
        </>
      }
    >
      <form {...sends} ref={element} className="flex flex-col gap-4">
        <FormError title={form.failure ? 'Not sent' : null}>{form.failure}</FormError>
        <Field label="Email" error={form.errors.email}>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            defaultValue={again.email}
            placeholder="golfer@example.com"
          />
        </Field>
        <Field label="Name" optional error={form.errors.name}>
          <Input name="name" autoComplete="off" defaultValue={again.name} maxLength={100} />
        </Field>
        <Field
          label="Message"
          optional
          hint="Your message is included in the email."
          error={form.errors.message}
        >
          <Textarea name="message" rows={3} maxLength={500} defaultValue={again.message ?? ''} />
        </Field>
        <Checkbox
          name="givesAccess"
          defaultChecked={again.givesAccess}
          label="May book my open times directly"
          description="You can change this at any time."
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** Refusals that are shown below the email field. */
const aboutAddress: readonly string[] = [
  'invited_lately',
  'invitation_declined',
  'already_student',
  'own_address',
]
