import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { type OwnAccount, ownDetailsSchema } from '../own-details/schema.ts'

/** Name, phone, city, and which contact details coaches can see. */
export function DetailsForm({ account, isStudent }: { account: OwnAccount; isStudent: boolean }) {
  const [shares, setShares] = useState({ sharesPhone: account.sharesPhone, sharesEmail: account.sharesEmail })
  const form = useCheckedForm(ownDetailsSchema)
  const queryClient = useQueryClient()
  const router = useRouter()
  return (
    <form
      {...form.sends(async (entered) => {
        const saved = await accountsClient.changeDetails.call({ ...entered, ...(isStudent ? shares : {}) })
        queryClient.setQueryData(accountsClient.account.queryKey(), saved)
        void queryClient.invalidateQueries({ queryKey: accountsClient.me.key() })
        // The city above the menu, which is read by a higher feature.
        void queryClient.invalidateQueries({ queryKey: [['members']] })
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
      {isStudent ? (
        <fieldset className="sm:col-span-2">
          <legend className="mb-2 text-sm font-semibold">
            What your coach sees for a confirmed lesson, until a day after it
          </legend>
          <div className="flex flex-col gap-2.5">
            <Checkbox
              label="My phone number"
              description="Your coach can call or text you about the lesson."
              checked={shares.sharesPhone}
              onChange={(event) => setShares({ ...shares, sharesPhone: event.target.checked })}
            />
            <Checkbox
              label="My email address"
              checked={shares.sharesEmail}
              onChange={(event) => setShares({ ...shares, sharesEmail: event.target.checked })}
            />
          </div>
        </fieldset>
      ) : null}
      <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
