import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { accessTokensClient } from '../client.ts'
import { newTokenSchema } from '../schema.ts'
import { type Scope, scopes, scopeTexts } from '../scope.ts'

const lifetimeOptions = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'Until I revoke it' },
]

/** Makes a token: its name, what it may do and for how long. */
export function NewToken({ onMade }: { onMade: (made: { name: string; token: string }) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="brand">Make a token</Button>}
      title="Make an access token"
      description="For a program that works for you: a script, your own website, a spreadsheet."
    >
      <TokenForm
        onMade={(made) => {
          setOpen(false)
          onMade(made)
        }}
        onClose={() => setOpen(false)}
      />
    </Dialog>
  )
}

function TokenForm(props: { onMade: (made: { name: string; token: string }) => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useCheckedForm(newTokenSchema)
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const choose = (scope: Scope, isChosen: boolean) =>
    setChosen((known) => (isChosen ? [...known, scope] : known.filter((other) => other !== scope)))
  const checked = form.sends(async (entered) => {
    const { made, token } = await accessTokensClient.make.call(entered)
    await queryClient.invalidateQueries({ queryKey: accessTokensClient.list.key() })
    props.onMade({ name: made.name, token })
  })
  const scopesWrong = chosen.length === 0 ? form.errors.scopes : undefined
  return (
    <form {...checked} className="flex flex-col gap-5">
      <Field label="Name" hint="So that you know later what uses it." required error={form.errors.name}>
        <Input name="name" maxLength={60} autoComplete="off" placeholder="My website" />
      </Field>
      <fieldset aria-describedby={scopesWrong ? 'scopes-error' : undefined} className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-semibold">What it may do</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeTexts[scope]}
            description={<code>{scope}</code>}
            checked={chosen.includes(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          />
        ))}
        <input type="hidden" name="scopes" value={chosen.join(' ')} />
        {scopesWrong ? <FieldError id="scopes-error">{scopesWrong}</FieldError> : null}
      </fieldset>
      <Field label="Good for" error={form.errors.lifetime}>
        <Select name="lifetime" defaultValue="90" options={lifetimeOptions} />
      </Field>
      <FormError>{form.failure}</FormError>
      <div className="flex flex-col-reverse gap-2.5 border-t pt-4 sm:flex-row sm:justify-end">
        <Button onClick={props.onClose}>Go back</Button>
        <Button type="submit" variant="brand" loading={form.busy}>
          Make token
        </Button>
      </div>
    </form>
  )
}
