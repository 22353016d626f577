import { useRef } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { templatesClient } from '../client.ts'
import { type Template, testInput } from '../schema.ts'
import { templateWords } from '../template-settings.ts'

const formSchema = testInput.pick({ testEmail: true })

/** Sends one email of a template, as it is saved, to an address. */
export function TestEmailDialog({
  template,
  isDirty,
  onClose,
}: {
  template: Template
  isDirty: boolean
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(formSchema)
  const checked = form.sends(
    async ({ testEmail }) => {
      await templatesClient.test.call({ templateKey: template.templateKey, testEmail, sample: 0 })
      onClose()
      toast.success(templateWords.testSent, `To ${testEmail}`)
    },
    ({ issues, message }) => {
      toast.error(message ?? templateWords.testFailed)
      return issues
    },
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="Send a test email"
      description={`“${template.templateName}” with sample data, exactly as ${template.toUnconfirmed ? 'it reaches an address that is not confirmed yet' : 'the preview shows it'}.`}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Send test email
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} className="flex flex-col gap-4">
        {isDirty ? (
          <Alert tone="warning">You have unsaved changes. The test sends the saved version.</Alert>
        ) : null}
        <Field label="Test email address" error={form.errors.testEmail}>
          <Input name="testEmail" type="email" inputMode="email" autoComplete="email" />
        </Field>
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
