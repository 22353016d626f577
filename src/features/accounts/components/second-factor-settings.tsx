import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import type { OwnAccount } from '../own-details/schema.ts'
import { ownSecondFactorSchema } from '../second-factors/schema.ts'
import { BackupCodes } from './backup-codes.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { secondFactorQuery } from './second-factor-query.ts'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'
import { wrongCodeThere } from './wrong-code.ts'

type Doing = 'set_up' | 'renew' | 'end'

/** The state of the second factor and all actions on it. */
export function SecondFactorSettings({ account }: { account: OwnAccount }) {
  const state = useQuery(secondFactorQuery)
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<Doing | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountsClient.secondFactor.key() })
  const close = () => setDoing(null)

  if (state.isPending) return <Skeleton className="h-19 w-full" />
  if (state.isError)
    return (
      <Alert
        tone="error"
        title="This could not be loaded."
        action={
          <Button size="sm" onClick={() => void state.refetch()}>
            Try again
          </Button>
        }
      />
    )
  const { isOn, isRequired, backupCodesLeft } = state.data
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isOn ? (
          <Badge tone="green" icon={ShieldCheck}>
            On
          </Badge>
        ) : (
          <Badge tone="neutral" icon={null}>
            Off
          </Badge>
        )}
        <span className="text-[0.9375rem] text-muted">
          {isOn
            ? `After your password we ask for a code from your app. ${codesLeft(backupCodesLeft)}`
            : 'Protects your account if your password is stolen: we also ask for a code from an app on your phone.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        {isOn ? (
          <>
            <Button onClick={() => setDoing('renew')}>Make new backup codes</Button>
            {isRequired ? null : (
              <Button variant="ghost" className="text-danger" onClick={() => setDoing('end')}>
                Turn it off
              </Button>
            )}
          </>
        ) : account.hasPassword ? (
          <Button onClick={() => setDoing('set_up')}>Set it up</Button>
        ) : (
          <p className="text-[0.9375rem] text-muted">Choose a password first; then this can be set up.</p>
        )}
      </div>
      <Dialog
        open={doing === 'set_up'}
        onOpenChange={close}
        title="Set up two-step sign-in"
        description="It takes about three minutes and your phone. Your other devices are signed out."
      >
        <SecondFactorSetUp
          onTurnedOn={() => {
            toast.success('Two-step sign-in is on', 'Save your backup codes now.')
            void refresh()
          }}
          onDone={close}
        />
      </Dialog>
      <Dialog
        open={doing === 'renew'}
        onOpenChange={close}
        title="Make new backup codes?"
        description="Your current codes stop working."
      >
        <RenewCodes email={account.email} onRenewed={() => void refresh()} onDone={close} />
      </Dialog>
      <Dialog
        open={doing === 'end'}
        onOpenChange={close}
        title="Turn two-step sign-in off?"
        description="Your account will be protected by your password only."
      >
        <ConfirmOwner
          submitLabel="Turn it off"
          danger
          send={async (entered) => {
            await accountsClient.endSecondFactor.call(entered)
            close()
            toast.success('Two-step sign-in is off')
            void refresh()
          }}
        />
      </Dialog>
    </div>
  )
}

const codesLeft = (count: number) =>
  count === 0
    ? 'You have no backup codes left: make new ones.'
    : `You have ${count} backup ${count === 1 ? 'code' : 'codes'} left.`

function RenewCodes(props: { email: string; onRenewed: () => void; onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <BackupCodes codes={codes} email={props.email} onDone={props.onDone} />
  return (
    <ConfirmOwner
      submitLabel="Make new codes"
      send={async (entered) => {
        const made = await accountsClient.renewBackupCodes.call(entered)
        setCodes(made.backupCodes)
        props.onRenewed()
      }}
    />
  )
}

/** Asks for password and code before changing the second factor. */
function ConfirmOwner(props: {
  submitLabel: string
  danger?: boolean
  send: (entered: { password: string; code: string }) => Promise<void>
}) {
  const form = useCheckedForm(ownSecondFactorSchema)
  const onPassword = wrongPasswordAt('password')
  return (
    <form
      {...form.sends(props.send, (problem) =>
        problem.code === 'wrong_code' ? wrongCodeThere(problem) : onPassword(problem),
      )}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <CodeField error={form.errors.code} />
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        variant={props.danger ? 'danger' : 'brand'}
        loading={form.busy}
        className="self-start"
      >
        {props.submitLabel}
      </Button>
    </form>
  )
}
