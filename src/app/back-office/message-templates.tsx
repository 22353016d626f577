import { useLocation, useRouter } from '@tanstack/react-router'
import { CtaSettings, DomainSettings } from '#features/templates/components/address-settings.tsx'
import { TemplateScreen } from '#features/templates/components/template-screen.tsx'
import type { TemplateChannel } from '#features/templates/template-settings.ts'

/** The email templates, and the domain of their links. */
export const EmailSettings = () => (
  <>
    <Templates channel="email" tab="email" />
    <div className="mt-12">
      <DomainSettings />
    </div>
  </>
)

/** The SMS templates, and the link targets. */
export const SmsTemplates = () => (
  <>
    <Templates channel="sms" tab="sms" />
    <div className="mt-12">
      <CtaSettings />
    </div>
  </>
)

/** The URL contains the selected template. */
function Templates({ channel, tab }: { channel: TemplateChannel; tab: string }) {
  const { searchStr } = useLocation()
  const router = useRouter()
  return (
    <TemplateScreen
      channel={channel}
      chosen={new URLSearchParams(searchStr).get('template') ?? undefined}
      onChoose={(templateKey) =>
        void router.navigate({ href: `/?tab=${tab}&template=${templateKey}`, resetScroll: false })
      }
    />
  )
}
