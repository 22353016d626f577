import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { toast } from '#ui/toast.tsx'
import type { Me } from '../schema.ts'
import { signOutHere } from './sign-out-here.ts'
import { useOnSignedIn } from './use-on-signed-in.ts'

/** Shown on the sign-in page if the user is already signed in. */
export function SignedInAlready({ me, next }: { me: Me; next: string }) {
  const onSignedIn = useOnSignedIn()
  const [busy, setBusy] = useState(false)

  async function signOut() {
    setBusy(true)
    try {
      await signOutHere()
      await onSignedIn(null)
    } catch {
      toast.error('You are still signed in', 'We could not reach the server. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <h1 className="text-headline">You are already signed in</h1>
      <p className="mt-4 text-lead text-muted">
        As <strong className="font-semibold text-ink">{me.fullName}</strong>, {me.email}.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton href={next} variant="primary" size="lg">
          {next === '/' ? 'Go to the home page' : 'Go on'}
        </LinkButton>
        <Button size="lg" loading={busy} onClick={signOut}>
          Use another account
        </Button>
      </div>
    </div>
  )
}
