import { useQuery } from '@tanstack/react-query'
import type { Me } from '../schema.ts'
import { useCanUsePasskeys } from './passkey-browser.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { OrLine, ProviderButtons } from './provider-buttons.tsx'
import { signInProvidersQuery } from './sign-in-providers-query.ts'

/** The ways to sign in below the form with the password: other services and passkeys. */
export function SignInWithoutPassword(props: {
  returnTo: string | undefined
  /** Whether another service may be visited. */
  mayLeave: boolean
  onSignedIn: (me: Me) => Promise<void> | void
}) {
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const canUsePasskeys = useCanUsePasskeys()
  const mayVisit = props.mayLeave && providers.length > 0
  if (!mayVisit && !canUsePasskeys) return null
  return (
    <div className="mt-2 flex flex-col gap-4">
      <OrLine>or</OrLine>
      <div className="flex flex-col gap-2.5">
        {mayVisit ? <ProviderButtons returnTo={props.returnTo} /> : null}
        <PasskeySignIn suggests onSignedIn={props.onSignedIn} />
      </div>
    </div>
  )
}
