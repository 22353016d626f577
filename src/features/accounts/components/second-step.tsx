import { useState } from 'react'
import { z } from 'zod'
import { siteName } from '#platform/site-name.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormError } from '#ui/form-error.tsx'
import { accountsClient } from '../client.ts'
import type { Me, NextStep } from '../schema.ts'
import { secondFactorCodeField } from '../second-factors/schema.ts'
import { CodeField } from './code-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'
import { wrongCodeThere } from './wrong-code.ts'

const schema = z.object({ code: secondFactorCodeField })

export type SecondStepProps = {
  /** The remaining step. */
  step: NextStep['secondFactor']
  /** Runs in the click event before the request, when a new tab can still be opened. */
  onSending?: () => void
  onFailed?: () => void
  /** The button stays busy until this resolves. */
  onSignedIn: (me: Me) => Promise<void> | void
  /** Returns to the first step; with a message if it is the only option. */
  onStartOver: (why?: string) => void
}

/** The second step of signing in: enter a code, use a passkey, or set up a second factor if it is required. */
export function SecondStep(props: SecondStepProps) {
  const { onSignedIn } = props
  const [enabled, setEnabled] = useState<Me | null>(null)
  if (props.step === 'code') return <AskForCode {...props} />
  if (props.step === 'passkey')
    return (
      <section className="flex flex-col gap-4" aria-label="Passkey">
        <p className="text-muted">
          One more step: your account can see other people’s data, so use your passkey as well.
        </p>
        <PasskeySignIn onSignedIn={onSignedIn} />
        <button
          type="button"
          className="text-link self-center text-[0.9375rem]"
          onClick={() => props.onStartOver()}
        >
          Start over
        </button>
      </section>
    )
  return (
    <section className="flex flex-col gap-4" aria-labelledby="set-up-title">
      <h2 id="set-up-title" className="text-title">
        Set up two-step sign-in
      </h2>
      <p className="text-muted">
        Your account can see other people’s data. Before you go on, connect an app that shows a code at every
        sign-in.
      </p>
      <SecondFactorSetUp
        onTurnedOn={setEnabled}
        onDone={async () => {
          if (enabled) await onSignedIn(enabled)
        }}
      />
    </section>
  )
}

function AskForCode({ onSending, onFailed, onSignedIn, onStartOver }: SecondStepProps) {
  const form = useCheckedForm(schema)
  return (
    <form
      {...form.sends(
        async ({ code }, element) => {
          onSending?.()
          const trustDevice = new FormData(element).has('trustDevice')
          await onSignedIn(await accountsClient.answerSecondFactor.call({ code, trustDevice }))
        },
        (problem) => {
          onFailed?.()
          if (problem.code === 'sign_in_again') onStartOver(problem.message ?? undefined)
          return wrongCodeThere(problem)
        },
      )}
      className="flex flex-col gap-4"
    >
      <p className="text-muted">One more step: the code your app shows for {siteName}.</p>
      <FormError>{form.failure}</FormError>
      <CodeField error={form.errors.code} />
      <Checkbox
        name="trustDevice"
        label="Don’t ask on this device for 30 days"
        description="Only use this on your own device."
      />
      <Button type="submit" variant="primary" size="lg" loading={form.busy} className="mt-2 w-full">
        Sign in
      </Button>
      <button type="button" className="text-link self-center text-[0.9375rem]" onClick={() => onStartOver()}>
        Start over
      </button>
    </form>
  )
}
