import { useEffect, useRef, useState } from 'react'
import { findOwnPushEndpoint } from '#features/notifications/components/push-browser.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { inFours, secretOf } from '../second-factors/codes.ts'
import {
  confirmSecondFactorSchema,
  type NewSecondFactor,
  startSecondFactorSchema,
} from '../second-factors/schema.ts'
import { BackupCodes } from './backup-codes.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { wrongCodeThere } from './wrong-code.ts'

export type SecondFactorSetUpProps = {
  /** Called once it is enabled and the backup codes are displayed. */
  onTurnedOn: (me: Me) => void
  /** Called once the user has saved the codes. */
  onDone: () => Promise<void> | void
}

/** The setup in four steps: password, app, first code, backup codes. It is enabled by the third step. */
export function SecondFactorSetUp({ onTurnedOn, onDone }: SecondFactorSetUpProps) {
  const [begun, setBegun] = useState<NewSecondFactor | null>(null)
  const [owner, setOwner] = useState<Me | null>(null)
  if (!begun) return <AskForPassword onBegun={setBegun} />
  if (!owner)
    return (
      <ConnectApp
        begun={begun}
        onConfirmed={(me) => {
          setOwner(me)
          onTurnedOn(me)
        }}
      />
    )
  return <BackupCodes codes={begun.backupCodes} email={owner.email} onDone={onDone} />
}

function AskForPassword({ onBegun }: { onBegun: (begun: NewSecondFactor) => void }) {
  const form = useCheckedForm(startSecondFactorSchema)
  return (
    <form
      {...form.sends(
        async (entered) => onBegun(await accountsClient.startSecondFactor.call(entered)),
        wrongPasswordAt('password'),
      )}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Continue
      </Button>
    </form>
  )
}

const firstCodeSchema = confirmSecondFactorSchema.omit({ ownPushEndpoint: true })

function ConnectApp({ begun, onConfirmed }: { begun: NewSecondFactor; onConfirmed: (me: Me) => void }) {
  const form = useCheckedForm(firstCodeSchema)
  const { size, path } = begun.qr
  // The QR code must be visible first: focusing the field would scroll it out of view on phones.
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <form
      {...form.sends(async (entered) => {
        const ownPushEndpoint = await findOwnPushEndpoint()
        onConfirmed(await accountsClient.confirmSecondFactor.call({ ...entered, ownPushEndpoint }))
      }, wrongCodeThere)}
      className="flex flex-col gap-5"
    >
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        {/* Black on white in dark mode as well, as scanners require. */}
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code for your app"
          shapeRendering="crispEdges"
          className="size-44 shrink-0 self-center rounded-control border bg-white text-black"
        >
          <path d={path} fill="currentColor" />
        </svg>
        <div className="flex min-w-0 flex-col gap-3 text-[0.9375rem]">
          <p ref={start} tabIndex={-1} className="outline-none">
            Scan this with an authenticator app: the one your phone came with, 1Password, Google or Microsoft
            Authenticator, or any other.
          </p>
          <p className="text-muted">
            On this phone?{' '}
            <a href={begun.uri} className="text-link">
              Open my app
            </a>
            , or type this key into it:
          </p>
          <p className="tabular font-medium break-words select-all" data-testid="secret">
            {inFours(secretOf(begun.uri))}
          </p>
        </div>
      </div>
      <FormError>{form.failure}</FormError>
      <CodeField backup={false} focused={false} error={form.errors.code} />
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Turn it on
      </Button>
    </form>
  )
}
