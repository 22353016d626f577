import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxList } from '#ui/checkbox-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { webhooksClient } from '../client.ts'
import { newEndpointSchema } from '../schema.ts'
import { webhookEvents, webhookEventTexts } from '../webhook.ts'

const eventOptions = webhookEvents.map((event) => ({
  value: event,
  label: webhookEventTexts[event],
  description: <code>{event}</code>,
}))

/**
 * The form for a new webhook: URL and events.
 * @param props.onAdded receives the secret, which is shown once
 */
export function NewWebhook(props: { onAdded: (secret: string) => void; onClose: () => void }) {
  const form = useCheckedForm(newEndpointSchema)
  const element = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<string>()
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
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title="Add a webhook"
      description="We tell your program at this address when something happens to your lessons."
      footer={
        <>
          <Button onClick={props.onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Add webhook
          </Button>
        </>
      }
    >
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
        <CheckboxList
          legend="Tell it when"
          name="events"
          options={eventOptions}
          defaultValue={webhookEvents}
          error={form.errors.events}
        />
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
