import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import type { SeenLink } from './link-page.ts'
import { LinkTrouble } from './link-trouble.tsx'

/** A page with one button that a mailed link leads to; opening it does nothing. */
export function MailboxLinkPage(props: {
  link: SeenLink | null
  title: string
  text: ReactNode
  button: string
  onConfirm: (token: string) => Promise<void>
  doneTitle: string
  doneText: string
  /** What to do when the link does not work. */
  next: string
}) {
  const { link } = props
  const { busy, failure, attempt } = useAttempt()
  const [done, setDone] = useState(false)
  if (done)
    return (
      <AuthFrame>
        <div role="status">
          <CircleCheck aria-hidden className="size-10 text-green" strokeWidth={1.5} />
          <h1 className="mt-4 text-headline">{props.doneTitle}</h1>
          <p className="mt-3 text-muted">{props.doneText}</p>
        </div>
        <LinkButton href="/" variant="brand" size="lg" className="mt-8">
          Find a coach
        </LinkButton>
      </AuthFrame>
    )
  if (link?.state !== 'good')
    return (
      <AuthFrame>
        <LinkTrouble state={link?.state ?? 'unknown'} next={props.next} />
        <LinkButton href="/profile" variant="brand" size="lg" className="mt-8">
          Go to your profile
        </LinkButton>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className="text-headline">{props.title}</h1>
      <p className="mt-3 mb-8 text-muted">{props.text}</p>
      <div className="flex flex-col gap-4">
        <FormError>{failure}</FormError>
        <Button
          variant="primary"
          size="lg"
          loading={busy}
          className="w-full"
          onClick={() =>
            void attempt(async () => {
              await props.onConfirm(link.token)
              setDone(true)
            })
          }
        >
          {props.button}
        </Button>
      </div>
    </AuthFrame>
  )
}
