import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import type { Me } from '../schema.ts'
import { signInWithPasskey, suggestPasskeys, useCanUsePasskeys } from './passkey-browser.ts'

export type PasskeySignInProps = {
  /** Also offers passkeys where the browser suggests addresses. The email field must allow it: `webauthn`. */
  suggests?: boolean
  onSignedIn: (me: Me) => Promise<void> | void
}

/** A button that signs in with a passkey; nothing in browsers that have none. */
export function PasskeySignIn({ suggests = false, onSignedIn }: PasskeySignInProps) {
  const canUse = useCanUsePasskeys()
  const { busy, failure, attempt } = useAttempt(
    'Your passkey could not be used. Please try again, or sign in another way.',
  )
  const finish = (signIn: () => Promise<Me | null>) =>
    attempt(async () => {
      const me = await signIn()
      if (me) await onSignedIn(me)
    })
  const latest = useRef(finish)
  latest.current = finish

  useEffect(() => {
    if (!suggests) return
    const offer = new AbortController()
    suggestPasskeys(offer.signal).then(
      (signIn) => signIn && latest.current(signIn),
      // The person did not ask for it, so a failure is not shown: the button remains.
      () => undefined,
    )
    return () => offer.abort()
  }, [suggests])

  if (!canUse) return null
  return (
    <div className="flex flex-col gap-2.5">
      <FormError>{failure}</FormError>
      <Button size="lg" className="w-full" loading={busy} onClick={() => void finish(signInWithPasskey)}>
        <KeyRound aria-hidden strokeWidth={1.75} />
        Sign in with a passkey
      </Button>
    </div>
  )
}
