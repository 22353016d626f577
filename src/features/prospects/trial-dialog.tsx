import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { prospectsClient } from './client.ts'
import { trialFormSchema } from './schema.ts'

const THANKS_MS = 3_000
const LONGEST = 1_000
const SENT = "Request Submitted! We'll contact you within 24 hours to discuss your free trial."

/**
 * The dialog 'Start Your 30-Day Free Trial' with the contact details for a callback. Input is kept when
 * sending fails; the confirmation closes automatically and resets the form.
 */
export function TrialDialog({
  person,
  isOpen,
  onClose,
}: {
  person: { fullName: string; email: string } | null
  isOpen: boolean
  onClose: () => void
}) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  useEffect(() => {
    if (sentTo === null) return
    const timer = setTimeout(() => {
      onClose()
      setSentTo(null)
    }, THANKS_MS)
    return () => clearTimeout(timer)
  }, [sentTo, onClose])
  const close = () => {
    onClose()
    setSentTo(null)
  }
  if (sentTo !== null)
    return (
      <Dialog open={isOpen} onOpenChange={close} size="sm" title={`Thank you, ${sentTo}`}>
        <p role="status" className="flex gap-3 pb-2 text-muted">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-green" />
          {SENT}
        </p>
      </Dialog>
    )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      title="Start Your 30-Day Free Trial"
      description="Tell us how to reach you. We call, set up your account with you, and nothing is charged for 30 days."
    >
      <TrialForm
        person={person}
        onSent={(fullName) => {
          toast.success(SENT)
          setSentTo(fullName.split(' ')[0] ?? fullName)
        }}
      />
    </Dialog>
  )
}

function TrialForm({
  person,
  onSent,
}: {
  person: { fullName: string; email: string } | null
  onSent: (fullName: string) => void
}) {
  const form = useCheckedForm(trialFormSchema)
  const [length, setLength] = useState(0)
  const [clientIds] = useState(contentIds)
  return (
    <form
      {...form.sends(async (entered) => {
        try {
          await prospectsClient.sendTrialInterest.call({
            ...entered,
            businessName: entered.businessName ?? undefined,
            message: entered.message ?? undefined,
            clientId: clientIds.of(entered),
          })
        } catch (error) {
          const { message } = readProblem(error)
          toast.error('Submission Failed', message ?? 'Failed to submit your request. Please try again.')
          throw error
        }
        onSent(entered.fullName)
      })}
      className="grid gap-4 pb-2 sm:grid-cols-2"
    >
      <div hidden>
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Field label="Full name" required error={form.errors.fullName}>
        <Input name="fullName" autoComplete="name" defaultValue={person?.fullName} />
      </Field>
      <Field label="Email" required error={form.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={person?.email}
        />
      </Field>
      <Field label="Phone" required error={form.errors.phone}>
        <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Business name" optional error={form.errors.businessName}>
        <Input name="businessName" autoComplete="organization" />
      </Field>
      <Field label="Message" optional error={form.errors.message} className="sm:col-span-2">
        <Textarea
          name="message"
          rows={3}
          onChange={(event) => setLength(event.target.value.length)}
          counter={{ length, max: LONGEST }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.busy} className="sm:col-span-2">
        Start my free trial
      </Button>
    </form>
  )
}
