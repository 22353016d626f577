import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { webhooksClient } from '../client.ts'
import { newEndpointSchema } from '../schema.ts'
import { type WebhookEvent, webhookEvents, webhookEventTexts } from '../webhook.ts'

/** Adds an address: where it is and what it is told. @param props.onAdded is given the secret, which is shown once */
export function NewWebhook({ onAdded }: { onAdded: (secret: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="brand">Add a webhook</Button>}
      title="Add a webhook"
      description="We tell your program at this address when something happens to your lessons."
    >
      <WebhookForm
        onAdded={(secret) => {
          setOpen(false)
          onAdded(secret)
        }}
        onClose={() => setOpen(false)}
      />
    </Dialog>
  )
}

function WebhookForm(props: { onAdded: (secret: string) => void; onClose: () => void }) {
  const form = useCheckedForm(newEndpointSchema)
  const element = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(webhookEvents)
  const [refusal, setRefusal] = useState<string>()
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    setChosen((known) => (isChosen ? [...known, event] : known.filter((other) => other !== event)))
  const checked = form.sends(async (entered) => {
    setRefusal(undefined)
    try {
      props.onAdded((await webhooksClient.add.call(entered)).secret)
    } catch (error) {
      const { code, message } = readProblem(error)
      if (code !== 'bad_address' || !message) throw error
      setRefusal(message)
      element.current?.querySelector<HTMLInputElement>('[name="url"]')?.focus()
    }
  })
  const eventsWrong = chosen.length === 0 ? form.errors.events : undefined
  return (
    <form {...checked} ref={element} onChange={() => setRefusal(undefined)} className="flex flex-col gap-5">
      <Field label="Address" hint="It begins with https://" required error={form.errors.url ?? refusal}>
        <Input
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://example.com/greenside"
        />
      </Field>
      <fieldset aria-describedby={eventsWrong ? 'events-error' : undefined} className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-semibold">Tell it when</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={webhookEventTexts[event]}
            description={<code>{event}</code>}
            checked={chosen.includes(event)}
            onChange={(change) => choose(event, change.target.checked)}
          />
        ))}
        <input type="hidden" name="events" value={chosen.join(' ')} />
        {eventsWrong ? <FieldError id="events-error">{eventsWrong}</FieldError> : null}
      </fieldset>
      <FormError>{form.failure}</FormError>
      <div className="flex flex-col-reverse gap-2.5 border-t pt-4 sm:flex-row sm:justify-end">
        <Button onClick={props.onClose}>Go back</Button>
        <Button type="submit" variant="brand" loading={form.busy}>
          Add webhook
        </Button>
      </div>
    </form>
  )
}
