import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { type OwnAccount, ownDetailsSchema } from '../own-details/schema.ts'
import { useCheckedForm } from './checked-form.ts'
import { useAttempt } from './use-attempt.ts'

/** Name, phone and city. */
export function DetailsForm({ account }: { account: OwnAccount }) {
  const form = useCheckedForm(ownDetailsSchema)
  const { busy, failure, attempt } = useAttempt()
  const queryClient = useQueryClient()
  const router = useRouter()
  return (
    <form
      method="post"
      noValidate
      onInput={form.recheck}
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        const entered = form.read(element)
        if (!entered) return
        void attempt(
          async () => {
            const saved = await accountsClient.changeDetails.call(entered)
            queryClient.setQueryData(accountsClient.account.queryKey(), saved)
            void queryClient.invalidateQueries({ queryKey: accountsClient.me.key() })
            toast.success('Saved')
            await router.invalidate()
          },
          (problem) => form.show(element, problem.issues),
        )
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      {failure ? (
        <div className="sm:col-span-2">
          <FormError>{failure}</FormError>
        </div>
      ) : null}
      <Field label="Name" required error={form.errors.name} className="sm:col-span-2">
        <Input name="name" autoComplete="name" defaultValue={account.name} />
      </Field>
      <Field label="Phone" required error={form.errors.phone} hint="For texts about your lessons.">
        <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" defaultValue={account.phone} />
      </Field>
      <Field label="City" optional error={form.errors.city}>
        <Input name="city" autoComplete="address-level2" defaultValue={account.city} />
      </Field>
      <Button type="submit" variant="brand" loading={busy} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
