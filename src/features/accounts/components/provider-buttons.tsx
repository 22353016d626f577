import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProviderId } from '#platform/provider-ids.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { accountsClient } from '../client.ts'
import { signInProvidersQuery } from './sign-in-providers-query.ts'

/**
 * Buttons that sign in or sign up with an account of another service; nothing where none is offered.
 * @param props.returnTo the page to come back to; defaults to the current one, with all that is chosen there
 */
export function ProviderButtons({ returnTo }: { returnTo: string | undefined }) {
  const here = useLocation({ select: ({ href }) => href })
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const { busy, failure, attempt } = useAttempt()
  const [chosen, setChosen] = useState<ProviderId>()
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-2.5">
      <FormError>{failure}</FormError>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          className="w-full"
          loading={busy && chosen === id}
          onClick={() => {
            setChosen(id)
            void attempt(async () => {
              const redirect = returnTo ?? here
              const { url } = await accountsClient.startProviderSignIn.call({ provider: id, redirect })
              navigateAway(url)
            })
          }}
        >
          {id === 'google' ? <GoogleMark /> : null}
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}

/** The same above the form of a new account, with a line between them. */
export function ProviderSignUp({ returnTo, className }: { returnTo: string; className?: string }) {
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  if (providers.length === 0) return null
  return (
    <div className={cn('flex flex-col gap-4', className)}>
      <ProviderButtons returnTo={returnTo} />
      <OrLine>or with your email</OrLine>
    </div>
  )
}

/** A line with a word in the middle, between two ways to go on. */
export const OrLine = ({ children }: { children: string }) => (
  <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {children}
  </p>
)

/** Google's mark in its four colors, as its guidelines for sign-in buttons require. */
const GoogleMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path
      fill="#4285f4"
      d="M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4.1h6.5c-.1 1.1-.8 2.7-2.4 3.8l3.5 2.7c2.4-2.1 3.9-5 3.9-8.4"
    />
    <path
      fill="#34a853"
      d="M12 24c3.2 0 6-1.1 7.9-2.9l-3.7-2.9c-1 .7-2.4 1.2-4.2 1.2-3.2 0-5.9-2.1-6.8-5l-3.9 3C3.3 21.3 7.3 24 12 24"
    />
    <path fill="#fbbc05" d="M5.2 14.4a7.4 7.4 0 0 1 0-4.8l-3.9-3a12 12 0 0 0 0 10.8z" />
    <path
      fill="#ea4335"
      d="M12 4.7c2.3 0 3.8 1 4.7 1.8l3.4-3.3A12 12 0 0 0 1.3 6.6l3.9 3c.9-2.8 3.6-4.9 6.8-4.9"
    />
  </svg>
)
