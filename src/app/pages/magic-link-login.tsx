import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unlistedHead } from '#app/title-head.ts'
import { safeRedirect } from '#features/accounts/account.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { AskForLink } from '#features/accounts/components/ask-for-link.tsx'
import { AuthFrame } from '#features/accounts/components/auth-frame.tsx'
import { fetchLinkState, readLinkSearch, type SeenLink } from '#features/accounts/components/link-page.ts'
import { LinkTrouble } from '#features/accounts/components/link-trouble.tsx'
import { SecondStep } from '#features/accounts/components/second-step.tsx'
import { SignedInAlready } from '#features/accounts/components/signed-in-already.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import type { Me, NextStep } from '#features/accounts/schema.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'

/** Passwordless sign-in: requests the emailed link, and is its target. Opening the link alone does not sign in. */
export const Route = createFileRoute('/_shell/magic-link-login')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => fetchLinkState(context.queryClient, 'magic-link', deps.token),
  head: unlistedHead('Sign in by email'),
  component: MagicLinkPage,
})

function MagicLinkPage() {
  const link = Route.useLoaderData()
  const { redirect, email } = Route.useSearch()
  const { me } = Route.useRouteContext()
  const first = useRef(link)
  const shown = first.current?.token === link?.token ? first.current : link
  return (
    <AuthFrame>
      {shown?.state === 'good' ? (
        <Confirm link={shown} next={safeRedirect(redirect)} />
      ) : shown && me ? (
        <SignedInAlready me={me} next={safeRedirect(redirect)} />
      ) : (
        <Ask link={shown} email={email} redirect={redirect} />
      )}
    </AuthFrame>
  )
}

function Ask(props: { link: SeenLink | null; email: string | undefined; redirect: string | undefined }) {
  const { link, email, redirect } = props
  const back = redirect ? `/auth?redirect=${encodeURIComponent(redirect)}` : '/auth'
  return (
    <>
      {link && link.state !== 'good' ? (
        <LinkTrouble state={link.state} next="Request a new link and we will email it right away." />
      ) : (
        <>
          <h1 className="text-headline">Sign in without a password</h1>
          <p className="mt-3 text-muted">We will email you a link that signs you in.</p>
        </>
      )}
      <div className="mt-8">
        <AskForLink
          email={email}
          submitLabel="Email me a sign-in link"
          sentText="The link in it works once, for 15 minutes."
          onAsk={(to) => accountsClient.requestMagicLink.call({ email: to, redirect })}
        />
      </div>
      <p className="mt-6 text-center text-[0.9375rem] text-muted">
        <a href={back} className="text-link">
          Use a password instead
        </a>
      </p>
    </>
  )
}

function Confirm({ link, next }: { link: SeenLink; next: string }) {
  const { busy, failure, attempt } = useAttempt()
  const onSignedIn = useOnSignedIn()
  const router = useRouter()
  const [step, setStep] = useState<NextStep['secondFactor'] | null>(null)

  async function goOn(me: Me) {
    await onSignedIn(me)
    await router.navigate({ href: next, replace: true })
  }

  if (step)
    return (
      <>
        <h1 className="mb-8 text-headline">One more step</h1>
        <SecondStep
          step={step}
          onSignedIn={goOn}
          onStartOver={() => void router.navigate({ to: '/auth', search: { redirect: next } })}
        />
      </>
    )
  return (
    <>
      <h1 className="text-headline">Sign in on this browser</h1>
      <p className="mt-3 mb-8 text-muted">
        Press the button to sign in as {link.email}. Not your device? Close this page.
      </p>
      {link.endsPassword ? (
        <Alert tone="info" title="This ends the password of this account" className="mb-6">
          Your address was not confirmed yet, so we cannot know who chose it. Every device is signed out, and
          two-step sign-in ends, too. To keep the password,{' '}
          <a href={`/auth?redirect=${encodeURIComponent(next)}`} className="text-link">
            sign in with it
          </a>{' '}
          and confirm your address in your profile.
        </Alert>
      ) : null}
      <div className="flex flex-col gap-4">
        <FormError>{failure}</FormError>
        <Button
          variant="primary"
          size="lg"
          loading={busy}
          className="w-full"
          onClick={() =>
            void attempt(async () => {
              const answer = await accountsClient.signInByMagicLink.call({ token: link.token })
              if ('secondFactor' in answer) setStep(answer.secondFactor)
              else await goOn(answer)
            })
          }
        >
          Sign in
        </Button>
      </div>
    </>
  )
}
