import { MailWarning } from 'lucide-react'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { emailTroubleTexts } from '../email-trouble.ts'
import type { Me } from '../schema.ts'

/** A banner on every page for users whose address is suppressed: the problem and the two ways to fix it. */
export function EmailTroubleBanner({
  me,
}: {
  me: Pick<Me, 'email'> & { emailTrouble: NonNullable<Me['emailTrouble']> }
}) {
  const { busy, failure, attempt } = useAttempt()
  const words = emailTroubleTexts[me.emailTrouble]
  const sendLink = () =>
    attempt(async () => {
      await accountsClient.requestVerification.call()
      toast.success('We emailed you a link', `Open it in the inbox of ${me.email}.`)
    })
  return (
    <section
      aria-label="Your email address"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-red/20 bg-red-soft px-4 py-3 text-red sm:px-6"
    >
      <div className="flex min-w-64 flex-1 items-start gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 text-[0.9375rem]">
          <p className="font-semibold wrap-anywhere">{words.title(me.email)}</p>
          <p className="text-ink">{failure ?? words.text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton href="/profile#email" size="sm">
          Change the address
        </LinkButton>
        <Button size="sm" loading={busy} onClick={() => void sendLink()}>
          Email me a link
        </Button>
      </div>
    </section>
  )
}
