import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { type OwnAccount, ownDetailsSchema } from '../own-details/schema.ts'

/** Name, phone and city. */
export function DetailsForm({ account }: { account: OwnAccount }) {
  const form = useCheckedForm(ownDetailsSchema)
  const queryClient = useQueryClient()
  const router = useRouter()
  return (
    <form
      {...form.sends(async (entered) => {
        const saved = await accountsClient.changeDetails.call(entered)
        queryClient.setQueryData(accountsClient.account.queryKey(), saved)
        void queryClient.invalidateQueries({ queryKey: accountsClient.me.key() })
        toast.success('Saved')
        await router.invalidate()
      })}
      className="grid gap-4 sm:grid-cols-2"
    >
      {form.failure ? (
        <div className="sm:col-span-2">
          <FormError>{form.failure}</FormError>
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
      <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
