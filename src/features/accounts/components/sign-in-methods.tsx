import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useCheckedForm, wrongPasswordAt } from '#platform/use-checked-form.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { deviceWords } from '../devices/device.ts'
import { ownPasswordField } from '../passwords/schema.ts'
import { passkeyNameField } from '../sign-in-methods/passkey-schema.ts'
import type { SignInMethods as Methods } from '../sign-in-methods/schema.ts'
import { addOwnPasskey, isKnownHere, useCanUsePasskeys } from './passkey-browser.ts'
import { PasswordInput } from './password-input.tsx'

type Provider = Methods['providers'][number]
type Passkey = Methods['passkeys'][number]
type Doing = { what: 'add' } | { what: 'connect'; provider: Provider } | { what: 'rename'; passkey: Passkey }

const methodsQuery = accountsClient.signInMethods.queryOptions({ staleTime: 0 })

/** Connected services and passkeys of the user, with buttons to add and remove them. */
export function SignInMethods() {
  const queryClient = useQueryClient()
  const methods = useQuery(methodsQuery)
  const zone = useViewerZone() ?? 'UTC'
  const canUse = useCanUsePasskeys()
  const [doing, setDoing] = useState<Doing | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountsClient.signInMethods.key() })
  const close = () => setDoing(null)

  if (methods.isPending) return <Skeleton className="h-32 w-full" />
  if (methods.isError)
    return (
      <Alert
        tone="error"
        title="Your sign-in methods could not be loaded."
        action={
          <Button size="sm" onClick={() => void methods.refetch()}>
            Try again
          </Button>
        }
      />
    )

  async function remove(work: () => Promise<unknown>, done: string) {
    await work().then(
      () => toast.success(done),
      (error) => toast.error('It was not removed', readProblem(error).message ?? 'Please try again.'),
    )
    await refresh()
  }

  const { providers, passkeys, hasPassword, mayAdd } = methods.data
  const obstacle = !mayAdd
    ? 'Confirm your email address first; then you can add a way to sign in.'
    : !hasPassword
      ? 'Choose a password first; then you can add another way to sign in.'
      : null
  return (
    <div className="flex flex-col gap-5">
      {providers.length + passkeys.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface-raised">
          {providers.map((provider) => (
            <Row
              key={provider.id}
              icon={<Link2 aria-hidden className="size-6 shrink-0 text-muted" strokeWidth={1.5} />}
              title={provider.name}
              text={
                provider.isConnected
                  ? `Connected${provider.email ? `: ${provider.email}` : ''}`
                  : 'Not connected'
              }
            >
              {provider.isConnected ? (
                <ConfirmDialog
                  trigger={
                    <Button size="sm" aria-label={`Disconnect ${provider.name}`}>
                      Disconnect
                    </Button>
                  }
                  title={`Disconnect ${provider.name}?`}
                  description={`Your ${provider.name} account will not sign you in any more.`}
                  confirmLabel="Disconnect"
                  onConfirm={() =>
                    remove(
                      () => accountsClient.disconnectProvider.call({ provider: provider.id }),
                      `${provider.name} is disconnected`,
                    )
                  }
                />
              ) : obstacle ? null : (
                <Button
                  size="sm"
                  aria-label={`Connect ${provider.name}`}
                  onClick={() => setDoing({ what: 'connect', provider })}
                >
                  Connect
                </Button>
              )}
            </Row>
          ))}
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              icon={<KeyRound aria-hidden className="size-6 shrink-0 text-muted" strokeWidth={1.5} />}
              title={passkey.name}
              text={`Passkey · added ${formatDay(passkey.addedAt, zone)} · ${passkey.usedAt ? `last used ${formatDay(passkey.usedAt, zone)}` : 'not used yet'}`}
            >
              <Button
                size="sm"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => setDoing({ what: 'rename', passkey })}
              >
                Rename
              </Button>
              <ConfirmDialog
                trigger={
                  <Button size="sm" aria-label={`Remove ${passkey.name}`}>
                    Remove
                  </Button>
                }
                title={`Remove “${passkey.name}”?`}
                description="It will not sign you in any more. Delete it from your device or password manager as well."
                confirmLabel="Remove it"
                onConfirm={() =>
                  remove(
                    () => accountsClient.removePasskey.call({ passkeyId: passkey.id }),
                    'The passkey is removed',
                  )
                }
              />
            </Row>
          ))}
        </ul>
      ) : null}
      {obstacle ? (
        <p className="text-[0.9375rem] text-muted">{obstacle}</p>
      ) : canUse ? (
        <Button className="self-start" onClick={() => setDoing({ what: 'add' })}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-[0.9375rem] text-muted">This browser cannot use passkeys.</p>
      )}
      <Dialog
        open={doing?.what === 'add'}
        onOpenChange={close}
        title="Add a passkey"
        description="You sign in with your finger, your face or the PIN of your device instead of a password."
        size="sm"
      >
        <AddPasskey
          onAdded={() => {
            close()
            toast.success('The passkey is added', 'Next time, choose “Sign in with a passkey”.')
            void refresh()
          }}
        />
      </Dialog>
      <Dialog
        open={doing?.what === 'connect'}
        onOpenChange={close}
        title={`Connect ${doing?.what === 'connect' ? doing.provider.name : ''}`}
        description="Enter your password, then continue there. You come back to this page."
        size="sm"
      >
        {doing?.what === 'connect' ? <Connect provider={doing.provider} /> : null}
      </Dialog>
      <Dialog open={doing?.what === 'rename'} onOpenChange={close} title="Rename the passkey" size="sm">
        {doing?.what === 'rename' ? (
          <RenamePasskey
            passkey={doing.passkey}
            onRenamed={() => {
              close()
              void refresh()
            }}
          />
        ) : null}
      </Dialog>
    </div>
  )
}

function Row(props: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
      {props.icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{props.title}</p>
        <p className="text-sm text-muted wrap-anywhere">{props.text}</p>
      </div>
      <div className="flex gap-2">{props.children}</div>
    </li>
  )
}

const addForm = z.object({ name: passkeyNameField, password: ownPasswordField })

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const form = useCheckedForm(addForm)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <form
      {...form.sends(async (entered) => {
        setNotice(null)
        try {
          if (await addOwnPasskey(entered)) onAdded()
          else setNotice('Nothing was added. Press the button to try again.')
        } catch (error) {
          if (!isKnownHere(error)) throw error
          setNotice('This device has a passkey of your account already.')
        }
      }, wrongPasswordAt('password'))}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      {notice ? <Alert tone="info">{notice}</Alert> : null}
      <Field label="Name" required hint="So that you recognize it in the list." error={form.errors.name}>
        <Input name="name" autoComplete="off" defaultValue={deviceWords(navigator.userAgent)} />
      </Field>
      <OwnPassword error={form.errors.password} />
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Add the passkey
      </Button>
    </form>
  )
}

const connectForm = z.object({ password: ownPasswordField })

function Connect({ provider }: { provider: Provider }) {
  const form = useCheckedForm(connectForm)
  return (
    <form
      {...form.sends(async ({ password }) => {
        const { url } = await accountsClient.connectProvider.call({
          provider: provider.id,
          password,
          redirect: '/profile#sign-in-methods',
        })
        navigateAway(url)
      }, wrongPasswordAt('password'))}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <OwnPassword error={form.errors.password} />
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Continue to {provider.name}
      </Button>
    </form>
  )
}

const renameForm = z.object({ name: passkeyNameField })

function RenamePasskey({ passkey, onRenamed }: { passkey: Passkey; onRenamed: () => void }) {
  const form = useCheckedForm(renameForm)
  return (
    <form
      {...form.sends(async ({ name }) => {
        await accountsClient.renamePasskey.call({ passkeyId: passkey.id, name })
        onRenamed()
      })}
      className="flex flex-col gap-4"
    >
      <FormError>{form.failure}</FormError>
      <Field label="Name" required error={form.errors.name}>
        <Input name="name" autoComplete="off" defaultValue={passkey.name} />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Save the name
      </Button>
    </form>
  )
}

const OwnPassword = ({ error }: { error: string | undefined }) => (
  <Field label="Your password" required error={error}>
    <PasswordInput name="password" autoComplete="current-password" />
  </Field>
)
