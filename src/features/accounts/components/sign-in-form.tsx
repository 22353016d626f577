import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { accountsClient } from '../client.ts'
import { type Me, type NextStep, signInSchema } from '../schema.ts'
import { PasswordInput } from './password-input.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInWithoutPassword } from './sign-in-without-password.tsx'

export type SignInFormProps = {
  /** Prefilled from a previous form. */
  email?: string
  submitLabel?: string
  /** The page that an emailed link returns to; defaults to the current page. */
  returnTo?: string
  /** Whether another service may be visited; false where that would lose what was entered. */
  mayLeave?: boolean
  /** Runs in the click event before the request, when a new tab can still be opened. */
  onSending?: () => void
  onFailed?: () => void
  /** The button stays busy until this resolves. */
  onSignedIn: (me: Me) => Promise<void> | void
  footer?: ReactNode
}

/**
 * Email and password, and a code if required. Errors never reveal whether the email or the password is wrong.
 */
export function SignInForm(props: SignInFormProps) {
  const { email, submitLabel = 'Sign in', returnTo, mayLeave = true } = props
  const { onSending, onFailed, onSignedIn, footer } = props
  const form = useCheckedForm(signInSchema)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<NextStep['secondFactor'] | null>(null)
  const sending = useRef(false)

  async function send(element: HTMLFormElement) {
    if (sending.current) return
    const entered = form.read(element)
    if (!entered) return
    sending.current = true
    setFailure(null)
    setBusy(true)
    onSending?.()
    try {
      const answer = await accountsClient.signIn.call(entered)
      if ('secondFactor' in answer) {
        // The second step follows, so a tab opened for the next action must be closed for now.
        onFailed?.()
        setStep(answer.secondFactor)
      } else await onSignedIn(answer)
    } catch (error) {
      onFailed?.()
      const problem = readProblem(error)
      if (!form.show(element, problem.issues))
        setFailure(
          problem.message ?? 'We could not reach the server. What you typed is still here: please try again.',
        )
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  if (step)
    return (
      <SecondStep
        step={step}
        onSending={onSending}
        onFailed={onFailed}
        onSignedIn={onSignedIn}
        onStartOver={(why) => {
          setStep(null)
          setFailure(why ?? null)
        }}
      />
    )

  return (
    <form
      method="post"
      noValidate
      onInput={form.recheck}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
      className="flex flex-col gap-4"
    >
      <FormError>{failure}</FormError>
      <Field label="Email" required error={form.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          defaultValue={email}
        />
      </Field>
      <Field label="Password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {submitLabel}
      </Button>
      <OtherWaysIn returnTo={returnTo} />
      <SignInWithoutPassword returnTo={returnTo} mayLeave={mayLeave} onSignedIn={onSignedIn} />
      {footer}
    </form>
  )
}

/**
 * Links for users without their password at hand. The email entered and the redirect target are passed on.
 */
function OtherWaysIn({ returnTo }: { returnTo: string | undefined }) {
  const here = useLocation({ select: ({ href }) => href })
  const [email, setEmail] = useState<string>()
  const redirect = returnTo ?? here
  const readEmail = (event: { currentTarget: Element }) => {
    const field = event.currentTarget.closest('form')?.elements.namedItem('email')
    setEmail(field instanceof HTMLInputElement && field.value ? field.value : undefined)
  }
  // The email is read before the click, for both pointer and keyboard users.
  const reading = { onPointerEnter: readEmail, onPointerDown: readEmail, onFocus: readEmail }
  const search = { email, redirect: redirect === '/' ? undefined : redirect }
  return (
    <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-[0.9375rem]">
      <Link to="/reset-password" search={{ email }} className="text-link" {...reading}>
        Forgot your password?
      </Link>
      <Link to="/magic-link-login" search={search} className="text-link" {...reading}>
        Email me a sign-in link
      </Link>
    </p>
  )
}
