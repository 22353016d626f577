import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { templatesClient } from '../client.ts'
import type { SiteSettingsAnswer } from '../schema.ts'
import { templateWords } from '../template-settings.ts'
import { LoadFailed } from './load-failed.tsx'
import { siteSettingsQuery, useFailureToast, wordsOf } from './template-queries.ts'

/** The address that links in letters begin with. */
export const DomainSettings = () => (
  <AddressSetting
    id="domain-settings"
    title="Domain Settings"
    description="Every link in emails and texts begins with this address. It must lead to this server: sign-in links go there, too."
    label="App URL"
    loadFailed={templateWords.appUrlNotLoaded}
    saveFailed={templateWords.appUrlNotSaved}
    saved={templateWords.appUrlSaved}
    read={({ appUrl, appUrlChangedAt, ownAppUrl }) => ({
      value: appUrl,
      changedAt: appUrlChangedAt,
      usual: ownAppUrl,
    })}
    save={async (appUrl) => (await templatesClient.setAppUrl.call({ appUrl })).appUrl}
  />
)

/** Where texts lead. */
export const CtaSettings = () => (
  <AddressSetting
    id="sms-cta-url"
    title="SMS call-to-action URL"
    description="Texts that name no page of their own lead here, as {{sms_cta_url}}. A short address leaves room for words."
    label="SMS CTA URL"
    loadFailed={templateWords.ctaNotLoaded}
    saveFailed={templateWords.ctaNotSaved}
    saved="SMS CTA URL updated successfully."
    read={({ smsCtaUrl, smsCtaUrlChangedAt, appUrl }) => ({
      value: smsCtaUrl,
      changedAt: smsCtaUrlChangedAt,
      usual: appUrl,
    })}
    save={async (smsCtaUrl) => (await templatesClient.setSmsCtaUrl.call({ smsCtaUrl })).smsCtaUrl}
  />
)

interface AddressSettingProps {
  id: string
  title: string
  description: string
  label: string
  loadFailed: string
  saveFailed: string
  saved: string
  read: (settings: SiteSettingsAnswer) => { value: string; changedAt: string | null; usual: string }
  /** @returns the address as it was stored */
  save: (address: string) => Promise<string>
}

const formSchema = z.object({
  address: z.string().trim().min(1, 'Please enter an address, such as https://www.example.com').max(500),
})

function AddressSetting(props: AddressSettingProps) {
  const settings = useQuery(siteSettingsQuery)
  useFailureToast(settings, props.loadFailed)
  return (
    <SettingsSection id={props.id} title={props.title} description={props.description}>
      {settings.isError ? (
        <LoadFailed title={props.loadFailed} onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <AddressForm {...props} settings={settings.data} />
      ) : (
        <Skeleton className="h-24 max-w-xl" />
      )}
    </SettingsSection>
  )
}

function AddressForm({
  settings,
  label,
  read,
  save,
  saved,
  saveFailed,
}: AddressSettingProps & { settings: SiteSettingsAnswer }) {
  const queryClient = useQueryClient()
  const form = useCheckedForm(formSchema)
  const { value, changedAt, usual } = read(settings)
  const checked = form.sends(
    async ({ address }, element) => {
      try {
        const stored = await save(address)
        const input = element.elements.namedItem('address')
        if (input instanceof HTMLInputElement) input.value = stored
        toast.success(saved)
        await queryClient.invalidateQueries(siteSettingsQuery)
      } catch (error) {
        toast.error(wordsOf(error, saveFailed))
        throw error
      }
    },
    (problem) => {
      const { message, code } = problem
      return code === 'bad_address' && message ? [{ path: 'address', message }] : problem.issues
    },
  )
  return (
    <form {...checked} className="flex max-w-xl flex-col gap-3">
      <Field
        label={label}
        hint={
          changedAt
            ? `Changed ${formatMoment(changedAt, 'America/New_York')}`
            : `Nobody has changed it: ${usual}`
        }
        error={form.errors.address}
      >
        <Input
          name="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={value}
        />
      </Field>
      <FormError>{form.failure}</FormError>
      <div>
        <Button type="submit" variant="brand" loading={form.busy}>
          Save address
        </Button>
      </div>
    </form>
  )
}
