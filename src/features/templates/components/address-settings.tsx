import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
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
import { errorText, siteSettingsQuery, useFailureToast } from './template-queries.ts'

/** The address that links in letters begin with. */
export const DomainSettings = () => (
  <AddressSetting
    id="domain-settings"
    title="Domain Settings"
    description="Every link in emails and texts begins with this address, sign-in and password links included. It must lead to this site: we check that before we save it."
    confirm={(address) => `Every link in emails and texts that are sent from now on begins with ${address}.`}
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
    description="Texts without a page of their own lead here, as {{sms_cta_url}}. A short address leaves more room for words."
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
  /** What changes, for a dialog that asks before it is saved; saved at once when left out. */
  confirm?: (address: string) => string
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
  confirm,
}: AddressSettingProps & { settings: SiteSettingsAnswer }) {
  const queryClient = useQueryClient()
  const form = useCheckedForm(formSchema)
  const { value, changedAt, usual } = read(settings)
  const element = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const isConfirmed = useRef(false)
  const checked = form.sends(
    async ({ address }, element) => {
      if (confirm && !isConfirmed.current && address !== value) return setAsked(address)
      isConfirmed.current = false
      try {
        const stored = await save(address)
        const input = element.elements.namedItem('address')
        if (input instanceof HTMLInputElement) input.value = stored
        toast.success(saved)
        await queryClient.invalidateQueries(siteSettingsQuery)
      } catch (error) {
        toast.error(errorText(error, saveFailed))
        throw error
      }
    },
    (problem) => {
      const { message, code } = problem
      return (code === 'bad_address' || code === 'not_this_site') && message
        ? [{ path: 'address', message }]
        : problem.issues
    },
  )
  return (
    <form {...checked} ref={element} className="flex max-w-xl flex-col gap-3">
      <Field
        label={label}
        hint={changedAt ? `Changed ${formatMoment(changedAt, 'America/New_York')}` : `Default: ${usual}`}
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
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title={`Change the address to ${asked ?? ''}?`}
        description={confirm?.(asked ?? '') ?? ''}
        confirmLabel="Change address"
        tone="brand"
        onConfirm={() => {
          isConfirmed.current = true
          element.current?.requestSubmit()
        }}
      />
    </form>
  )
}
