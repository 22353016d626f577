import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unlistedHead } from '#app/title-head.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { AskForLink } from '#features/accounts/components/ask-for-link.tsx'
import { AuthFrame } from '#features/accounts/components/auth-frame.tsx'
import { fetchLinkState, readLinkSearch, type SeenLink } from '#features/accounts/components/link-page.ts'
import { LinkTrouble } from '#features/accounts/components/link-trouble.tsx'
import { NewPasswordField } from '#features/accounts/components/new-password-field.tsx'
import { SecondStep } from '#features/accounts/components/second-step.tsx'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import { newPasswordForm } from '#features/accounts/passwords/schema.ts'
import type { Me, NextStep } from '#features/accounts/schema.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'

/** Asks for the link to a new password, and is where that link leads. */
export const Route = createFileRoute('/_shell/reset-password')({
  validateSearch: readLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps }) => fetchLinkState(context.queryClient, 'password-reset', deps.token),
  head: unlistedHead('Choose a new password'),
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const link = Route.useLoaderData()
  const { email } = Route.useSearch()
  // The link is spent as soon as it worked; what is shown until the next page comes is what was shown before.
  const first = useRef(link)
  const shown = first.current?.token === link?.token ? first.current : link
  return (
    <AuthFrame>
      {shown?.state === 'good' ? <ChoosePassword link={shown} /> : <AskForReset link={shown} email={email} />}
    </AuthFrame>
  )
}

function AskForReset({ link, email }: { link: SeenLink | null; email: string | undefined }) {
  return (
    <>
      {link && link.state !== 'good' ? (
        <LinkTrouble state={link.state} next="Request a new link and we will email it right away." />
      ) : (
        <>
          <h1 className="text-headline">Forgot your password?</h1>
          <p className="mt-3 text-muted">Enter your email and we will send you a link to choose a new one.</p>
        </>
      )}
      <div className="mt-8">
        <AskForLink
          email={email}
          submitLabel="Send the link"
          sentText="The link in it works once, for an hour."
          onAsk={(to) => accountsClient.requestPasswordReset.call({ email: to })}
        />
      </div>
      <p className="mt-6 text-center text-[0.9375rem] text-muted">
        <a href="/auth" className="text-link">
          Back to sign in
        </a>
      </p>
    </>
  )
}

function ChoosePassword({ link }: { link: SeenLink }) {
  const form = useCheckedForm(newPasswordForm)
  const onSignedIn = useOnSignedIn()
  const router = useRouter()
  const [step, setStep] = useState<NextStep['secondFactor'] | null>(null)

  async function goOn(me: Me) {
    await onSignedIn(me)
    await router.navigate({ to: '/', replace: true })
  }

  if (step)
    return (
      <>
        <h1 className="mb-8 text-headline">One more step</h1>
        <SecondStep step={step} onSignedIn={goOn} onStartOver={() => void router.navigate({ to: '/auth' })} />
      </>
    )
  return (
    <>
      <h1 className="text-headline">Choose a new password</h1>
      <p className="mt-3 text-muted">
        For the account of {link.email}. You will be signed in here and signed out everywhere else.
      </p>
      <form
        {...form.sends(async ({ password }) => {
          const answer = await accountsClient.resetPassword.call({ token: link.token, password })
          toast.success('Your new password is set', 'Other devices were signed out.')
          if ('secondFactor' in answer) setStep(answer.secondFactor)
          else await goOn(answer)
        })}
        className="mt-8 flex flex-col gap-4"
      >
        <FormError>{form.failure}</FormError>
        <NewPasswordField name="password" label="New password" error={form.errors.password} />
        <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 w-full">
          Save the password
        </Button>
      </form>
    </>
  )
}
