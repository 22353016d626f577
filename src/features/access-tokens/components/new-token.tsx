import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxList } from '#ui/checkbox-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { accessTokensClient } from '../client.ts'
import { newTokenSchema } from '../schema.ts'
import { scopes, scopeTexts } from '../scope.ts'

const scopeOptions = scopes.map((scope) => ({
  value: scope,
  label: scopeTexts[scope],
  description: <code>{scope}</code>,
}))

const lifetimeOptions = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'Until I revoke it' },
]

/** Makes a token: its name, what it may do and for how long. */
export function NewToken(props: {
  onMade: (made: { name: string; token: string }) => void
  onClose: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const form = useCheckedForm(newTokenSchema)
  const checked = form.sends(async (entered) => {
    const { made, token } = await accessTokensClient.make.call(entered)
    await queryClient.invalidateQueries({ queryKey: accessTokensClient.list.key() })
    props.onMade({ name: made.name, token })
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title="Make an access token"
      description="For a program that works for you: a script, your own website, a spreadsheet."
      footer={
        <>
          <Button onClick={props.onClose}>Go back</Button>
          <Button variant="brand" loading={form.busy} onClick={() => element.current?.requestSubmit()}>
            Make token
          </Button>
        </>
      }
    >
      <form {...checked} ref={element} className="flex flex-col gap-5">
        <Field label="Name" hint="Helps you recognize the token later." required error={form.errors.name}>
          <Input name="name" maxLength={60} autoComplete="off" placeholder="My website" />
        </Field>
        <CheckboxList
          legend="Permissions"
          name="scopes"
          options={scopeOptions}
          defaultValue={[]}
          error={form.errors.scopes}
        />
        <Field label="Good for" error={form.errors.lifetime}>
          <Select name="lifetime" defaultValue="90" options={lifetimeOptions} />
        </Field>
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
