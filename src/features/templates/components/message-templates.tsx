import { useLocation, useRouter } from '@tanstack/react-router'
import type { TemplateChannel } from '../template-settings.ts'
import { CtaSettings, DomainSettings } from './address-settings.tsx'
import { TemplateScreen } from './template-screen.tsx'

/** The email templates, and the domain of their links. */
export const EmailTemplates = () => (
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
