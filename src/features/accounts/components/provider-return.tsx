import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { pushToDataLayer } from '#platform/data-layer.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { type FinishedProvider, type ProviderResult, providerAccountSchema } from '../providers/schema.ts'
import type { Me, NextStep } from '../schema.ts'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useOnSignedIn } from './use-on-signed-in.ts'

/** Whether a person has signed in and the next page is loading. Signing in mounts this page again meanwhile. */
let isLeaving = false

/** Uses the answer of a sign-in provider, and asks for what is missing. */
export function ProviderReturn() {
  const router = useRouter()
  const { me } = useRouteContext({ from: '__root__' })
  const onSignedIn = useOnSignedIn()
  const [finished, setFinished] = useState<FinishedProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const hasBegun = useRef(false)

  async function goTo(me: Me, redirect: string) {
    isLeaving = true
    try {
      await onSignedIn(me)
      await router.navigate({ href: redirect, replace: true })
    } finally {
      isLeaving = false
    }
  }

  async function finish(answer: string) {
    try {
      const done = await accountsClient.finishProviderSignIn.call({ answer })
      const { result, redirect, provider } = done
      if (result.kind === 'signed_in' && !('secondFactor' in result.next))
        return await goTo(result.next, redirect)
      if (result.kind === 'connected') {
        toast.success(`${provider} is connected`, 'From now on it signs you in.')
        return await router.navigate({ href: redirect, replace: true })
      }
      setFinished(done)
    } catch (error) {
      setFailure(readProblem(error).message ?? 'We could not reach the server. Please try again.')
    }
  }

  useEffect(() => {
    // The answer works once; React runs effects twice in development.
    if (hasBegun.current || isLeaving) return
    hasBegun.current = true
    const answer = window.location.search.slice(1)
    if (new URLSearchParams(answer).has('state')) void finish(answer)
    else setFailure(me ? 'Please begin in Profile Settings.' : 'Please begin on the sign-in page.')
  })

  // A person who is signed in came to connect the provider.
  if (failure && me)
    return (
      <Stop title="Nothing was connected" text={failure}>
        <LinkButton href="/profile#sign-in-methods" variant="brand" size="lg">
          Back to Profile Settings
        </LinkButton>
      </Stop>
    )
  if (failure)
    return (
      <Stop title="You are not signed in" text={failure}>
        <LinkButton href="/auth" variant="brand" size="lg">
          Go to sign-in
        </LinkButton>
      </Stop>
    )
  if (!finished)
    return (
      <p role="status" className="flex items-center gap-3 text-lead text-muted">
        <Spinner /> Signing you in…
      </p>
    )
  const { result, redirect, provider } = finished
  if (result.kind === 'refused')
    return (
      <Stop title={refusedTitle(result)} text={refusedText(result, provider)}>
        <LinkButton
          href={result.isConnecting ? redirect : `/auth?redirect=${encodeURIComponent(redirect)}`}
          variant="brand"
          size="lg"
        >
          {result.isConnecting ? 'Go back' : 'Sign in another way'}
        </LinkButton>
      </Stop>
    )
  if (result.kind === 'account_exists')
    return (
      <>
        <h1 className="text-headline">You already have an account</h1>
        <Alert tone="info" title={result.email} className="my-6">
          You already have an account with this address. Sign in with your password, then connect {provider}{' '}
          in Profile Settings.
        </Alert>
        <SignInForm
          email={result.email}
          returnTo={redirect}
          mayLeave={false}
          onSignedIn={(me) => goTo(me, redirect)}
        />
      </>
    )
  if (result.kind === 'new_account')
    return (
      <NewAccount
        {...result}
        provider={provider}
        onSignedIn={(me) => goTo(me, redirect)}
        onKnown={() => setFinished({ ...finished, result: { kind: 'account_exists', email: result.email } })}
      />
    )
  if (result.kind === 'signed_in' && 'secondFactor' in result.next)
    return <LastStep step={result.next.secondFactor} redirect={redirect} onSignedIn={goTo} />
  return null
}

function LastStep(props: {
  step: NextStep['secondFactor']
  redirect: string
  onSignedIn: (me: Me, redirect: string) => Promise<void>
}) {
  const router = useRouter()
  return (
    <>
      <h1 className="mb-8 text-headline">One more step</h1>
      <SecondStep
        step={props.step}
        onSignedIn={(me) => props.onSignedIn(me, props.redirect)}
        onStartOver={() => void router.navigate({ to: '/auth', search: { redirect: props.redirect } })}
      />
    </>
  )
}

/** What is still missing for an account: a name, if the provider gave none, and a phone number. */
function NewAccount(props: {
  email: string
  name: string
  provider: string
  onSignedIn: (me: Me) => Promise<void>
  /** The address got an account in the meantime. */
  onKnown: () => void
}) {
  const form = useCheckedForm(providerAccountSchema)
  return (
    <>
      <h1 className="text-headline">Almost done</h1>
      <p className="mt-3 mb-8 text-muted">
        Your new account is for <span className="wrap-anywhere text-ink">{props.email}</span>, and you sign in
        with {props.provider}.
      </p>
      <form
        {...form.sends(
          async (entered) => {
            const made = await accountsClient.signUpWithProvider.call(entered)
            if ('secondFactor' in made) return
            pushToDataLayer({ event: 'student_signup', user_type: 'student', signup_method: 'provider' })
            toast.success('Account created!', `Welcome, ${made.fullName.split(' ')[0]}.`)
            await props.onSignedIn(made)
          },
          (problem) => {
            if (problem.code === 'already_registered') props.onKnown()
            return problem.issues
          },
        )}
        className="flex flex-col gap-4"
      >
        <FormError>{form.failure}</FormError>
        <Field label="Name" required error={form.errors.name}>
          <Input name="name" autoComplete="name" defaultValue={props.name} />
        </Field>
        <Field
          label="Phone"
          required
          error={form.errors.phone}
          hint="Your coach sees it around a booked lesson. You can change that."
        >
          <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 w-full">
          Create account
        </Button>
      </form>
    </>
  )
}

function Stop({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-headline">{title}</h1>
      <p role="alert" className="mt-4 mb-8 text-lead text-muted">
        {text}
      </p>
      {children}
    </>
  )
}

type Refusal = Extract<ProviderResult, { kind: 'refused' }>

const refusedTitle = ({ isConnecting }: Refusal) =>
  isConnecting ? 'Nothing was connected' : 'You are not signed in'

function refusedText({ why, isConnecting }: Refusal, provider: string): string {
  if (why === 'declined') return `You did not continue at ${provider}. Nothing has changed.`
  if (why === 'not_verified')
    return `${provider} has not verified the address of your account there. Verify it at ${provider} first${isConnecting ? '.' : ', or sign in another way.'}`
  if (why === 'other_account')
    return 'You are signed in to a different account now than when you began. Please begin again in Profile Settings.'
  return `This account at ${provider} signs in to another account here, or you have connected another one already.`
}
