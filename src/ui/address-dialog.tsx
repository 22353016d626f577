import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormError } from './form-error.tsx'
import { Input } from './input.tsx'

/** Somebody leaves name and email, and what else `children` asks for; once it is sent, the dialog says what happens next. */
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
  /** What is sent along and not asked for, by name. */
  hidden: Record<string, string>
  form: { errors: Record<string, string | undefined>; busy: boolean; failure: string | null }
  /** The attributes that read and send the form. */
  sends: ComponentProps<'form'>
  /** What the button says. */
  action: string
  /** Null until it was sent. */
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
        {/* Only programs that fill in every field fill in this one. */}
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
