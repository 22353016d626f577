import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormError } from './form-error.tsx'
import { Input } from './input.tsx'

/**
 * A dialog with a form for name, email, and the additional fields in `children`. After submission it shows
 * the next steps.
 */
export function AddressDialog({
  title,
  description,
  hidden,
  form,
  sends,
  action,
  sent,
  children,
  below,
  onClose,
}: {
  title: string
  description: string
  /** Hidden fields that are submitted as well, by name. */
  hidden: Record<string, string>
  form: { errors: Record<string, string | undefined>; busy: boolean; failure: string | null }
  /** The form's attributes, including its submit handler. */
  sends: ComponentProps<'form'>
  /** The button's label. */
  action: string
  /** Null until the form was submitted. */
  sent: { title: string; text: string } | null
  children: ReactNode
  below?: ReactNode
  onClose: () => void
}) {
  if (sent)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        size="sm"
        title={sent.title}
        footer={
          <DialogClose>
            <Button variant="brand">Done</Button>
          </DialogClose>
        }
      >
        <p role="status" className="text-muted">
          {sent.text}
        </p>
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form {...sends} className="grid gap-4 sm:grid-cols-2">
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {/* A honeypot field: only bots that fill in every field fill in this one. */}
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
        {children}
        <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 sm:col-span-2">
          {action}
        </Button>
        {below}
      </form>
    </Dialog>
  )
}
