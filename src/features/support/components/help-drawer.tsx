import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { supportClient } from '../client.ts'
import { askForHelpSchema } from '../schema.ts'
import { closeHelp, isHelpOpen } from './help-store.ts'

const LONGEST = 2000

/** 'Need Help?': a question to the people behind the product. What is typed stays until it is sent, also when this is closed. */
export function HelpDrawer({
  me,
  isOpen,
}: {
  me: { fullName: string; email: string } | null
  isOpen: boolean
}) {
  const mine = { name: me?.fullName ?? '', email: me?.email ?? '', message: '' }
  const [typed, setTyped] = useState(mine)
  const form = useCheckedForm(askForHelpSchema)
  const { data: contact } = useQuery({
    ...supportClient.contact.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
    enabled: isOpen,
  })
  const send = useMutation(supportClient.send.mutationOptions())
  const [clientIds] = useState(contentIds)
  const openedAt = useRef(performance.now())
  const change = (event: { target: { name: string; value: string } }) =>
    setTyped((now) => ({ ...now, [event.target.name]: event.target.value }))

  async function submit(element: HTMLFormElement) {
    // The second press of a double click may come while the drawer that has sent closes, with its fields empty again.
    if (send.isPending || !isHelpOpen.get()) return
    const entered = form.read(element, ([first]) => toast.error('Validation Error', first?.message))
    if (!entered) return
    try {
      const filledInMs = Math.round(performance.now() - openedAt.current)
      await send.mutateAsync({ ...entered, clientId: clientIds.of(entered), filledInMs })
    } catch (error) {
      const { message } = readProblem(error)
      toast.error('Failed to Send', message ?? 'Please try again or email support directly.')
      return
    }
    toast.success('Message Sent!', `We'll get back to you at ${entered.email} within 24 hours.`)
    clientIds.forget()
    openedAt.current = performance.now()
    setTyped(mine)
    closeHelp()
  }

  return (
    <Drawer
      side="bottom"
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : closeHelp())}
      title="Need Help?"
      description="Tell us what you are trying to do. We will answer by email."
      className="mx-auto max-w-2xl sm:border-x"
    >
      <form
        method="post"
        noValidate
        onInput={form.recheck}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
        className="grid gap-4 sm:grid-cols-2"
      >
        <div hidden>
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Field label="Name" required error={form.errors.name}>
          <Input name="name" autoComplete="name" value={typed.name} onChange={change} />
        </Field>
        <Field
          label="Email"
          required
          error={form.errors.email}
          hint={me ? 'We answer at the address of your account.' : undefined}
        >
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={me?.email ?? typed.email}
            readOnly={me !== null}
            onChange={change}
          />
        </Field>
        <Field label="Message" required error={form.errors.message} className="sm:col-span-2">
          <Textarea
            name="message"
            rows={5}
            value={typed.message}
            onChange={change}
            counter={{ length: typed.message.length, max: LONGEST }}
          />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:col-span-2">
          <p className="min-h-5 text-sm text-muted">
            {contact ? (
              <>
                Prefer email?{' '}
                <a href={`mailto:${contact.email}`} className="text-link">
                  {contact.email}
                </a>
              </>
            ) : null}
          </p>
          <Button
            type="submit"
            variant="primary"
            aria-disabled={send.isPending || undefined}
            className="max-sm:w-full"
          >
            {send.isPending ? 'Sending...' : 'Send message'}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
