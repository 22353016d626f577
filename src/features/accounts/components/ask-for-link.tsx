import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { emailField } from '../schema.ts'

const schema = z.object({ email: emailField })

/** Requests an emailed link. The response is the same whether or not the address has an account. */
export function AskForLink({
  email,
  submitLabel,
  sentText,
  onAsk,
}: {
  /** Prefilled from a previous form. */
  email?: string | undefined
  submitLabel: string
  /** What the link does and how long it is valid. */
  sentText: ReactNode
  onAsk: (email: string) => Promise<unknown>
}) {
  const form = useCheckedForm(schema)
  const [sentTo, setSentTo] = useState<string | null>(null)

  if (sentTo !== null) return <LinkSent email={sentTo} text={sentText} onAgain={() => setSentTo(null)} />

  return (
    <form
      {...form.sends(async (entered) => {
        await onAsk(entered.email)
        setSentTo(entered.email)
      })}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <Field label="Email" required error={form.errors.email}>
        <Input name="email" type="email" inputMode="email" autoComplete="username" defaultValue={email} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 w-full">
        {submitLabel}
      </Button>
    </form>
  )
}

function LinkSent({ email, text, onAgain }: { email: string; text: ReactNode; onAgain: () => void }) {
  return (
    <div role="status" className="rounded-card bg-surface-sunken p-6">
      <MailCheck aria-hidden className="size-8 text-brand" strokeWidth={1.5} />
      <h2 className="mt-3 text-title">Check your email</h2>
      <p className="mt-2 text-muted">
        If <strong className="font-semibold break-words text-ink">{email}</strong> has an account, we emailed
        you a link. {text}
      </p>
      <p className="mt-3 text-[0.9375rem] text-muted">
        Nothing after a minute or two? Check your spam folder, or{' '}
        <button type="button" className="text-link" onClick={onAgain}>
          try another address
        </button>
        .
      </p>
    </div>
  )
}
