import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whySchema } from '#features/accounts/admin-acts/schema.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { ViewAsDialog } from '#features/accounts/impersonation/view-as-dialog.tsx'
import { describeOutcome, type Outcome } from '#features/back-office/act-outcome.ts'
import { backOfficeClient } from '#features/back-office/client.ts'
import { showOutcome } from '#features/back-office/components/use-desk-act.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { operationsClient } from '../client.ts'
import type { PersonShown } from '../schema.ts'
import { CloseAccountDialog } from './close-account-dialog.tsx'
import { hasPromises, promisesQuery, SuspendDialog } from './suspend-dialog.tsx'

interface Act {
  label: string
  text: string
  tone?: 'danger'
  run: (reason: string) => Promise<Outcome>
}

/** What ends with all sessions. */
const ALSO_ENDS =
  'Webhooks, access tokens, their private calendar address, text messages and notifications end, too. They get an email about it.'

const did = (title: string) => (): Outcome => ({ isDone: true, title })

/** The admin actions for an account. Each requires a reason and is recorded in the audit log. */
export function UserActs({ person }: { person: PersonShown }) {
  const [act, setAct] = useState<Act | null>(null)
  const [isViewing, setViewing] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const [isSuspending, setSuspending] = useState(false)
  const { userId } = person
  const { data: promises } = useQuery({ ...promisesQuery(userId), enabled: person.state === 'suspended' })
  if (person.state === 'closed') return null
  const acts = actsFor(person)
  return (
    <section aria-label="Actions" className="grid gap-2 rounded-card border bg-surface-raised p-5">
      {person.role === 'admin' || person.state !== 'open' ? null : (
        <Button variant="brand" aria-haspopup="dialog" onClick={() => setViewing(true)}>
          View as {person.fullName}
        </Button>
      )}
      {acts.map((one) => (
        <Button
          key={one.label}
          size="sm"
          className={one.tone === 'danger' ? 'text-danger' : undefined}
          aria-haspopup="dialog"
          onClick={() => setAct(one)}
        >
          {one.label}
        </Button>
      ))}
      {person.role !== 'admin' && person.state === 'open' ? (
        <Button size="sm" className="text-danger" aria-haspopup="dialog" onClick={() => setSuspending(true)}>
          Suspend account
        </Button>
      ) : null}
      {person.state === 'suspended' && promises && hasPromises(promises) ? (
        <Button size="sm" className="text-danger" aria-haspopup="dialog" onClick={() => setSuspending(true)}>
          Cancel and refund what was kept
        </Button>
      ) : null}
      {person.role === 'admin' ? null : (
        <Button size="sm" className="text-danger" aria-haspopup="dialog" onClick={() => setClosing(true)}>
          Delete account
        </Button>
      )}
      {isClosing ? <CloseAccountDialog person={person} onClose={() => setClosing(false)} /> : null}
      {isSuspending ? <SuspendDialog person={person} onClose={() => setSuspending(false)} /> : null}
      {act ? <ActDialog act={act} name={person.fullName} onClose={() => setAct(null)} /> : null}
      {isViewing ? (
        <ViewAsDialog
          person={{ userId, fullName: person.fullName, email: person.email }}
          onClose={() => setViewing(false)}
        />
      ) : null}
    </section>
  )
}

function actsFor(person: PersonShown): Act[] {
  const { userId } = person
  const isAdmin = person.role === 'admin'
  const liftSuspension = async (reason: string) =>
    describeOutcome(
      await backOfficeClient.act.call({
        list: 'users',
        act: 'lift',
        q: '',
        filters: {},
        ids: [userId],
        shown: 1,
        reason,
      }),
      {
        chosen: 1,
        done: 'Suspension lifted',
        unchanged: 'The suspension was lifted, or the account deleted, in the meantime.',
      },
    )
  return [
    {
      label: 'Sign out everywhere',
      text: `Every device is signed out. ${ALSO_ENDS}`,
      run: (reason) =>
        accountsClient.signOutEverywhere.call({ userId, reason }).then(did('Signed out everywhere')),
    },
    {
      label: 'Export their data',
      text: 'Download all data we store about this person.',
      run: (reason) =>
        accountsClient.exportForPerson
          .call({ userId, reason })
          .then(save)
          .then(did('The file is in your downloads')),
    },
    {
      label: 'Resend welcome email',
      text: 'Sends the welcome email for this kind of account again.',
      run: (reason) =>
        accountsClient.sendWelcome.call({ email: person.email, reason }).then(did('Welcome email sent')),
    },
    ...(person.hasSecondFactor || person.passkeys > 0
      ? [
          {
            label: 'Remove two-step sign-in',
            text: `For a person who lost their phone and backup codes. Their passkeys are removed, too. They are signed out and then sign in with the password only. ${ALSO_ENDS}`,
            tone: 'danger' as const,
            run: (reason: string) =>
              accountsClient.takeSecondFactorAway
                .call({ userId, reason })
                .then(did('Two-step sign-in taken away')),
          },
        ]
      : []),
    // An account can be created under another person's address, so only a confirmed one can become an admin. Admins do not teach.
    ...(isAdmin || (person.emailVerified && person.role !== 'coach')
      ? [
          {
            label: isAdmin ? 'Remove admin role' : 'Make admin',
            text: isAdmin
              ? `They are signed out and lose access to these pages. ${ALSO_ENDS}`
              : `They can see and change everything here. They are signed out and must sign in again with two steps. ${ALSO_ENDS}`,
            tone: 'danger' as const,
            run: (reason: string) =>
              accountsClient.setAdmin
                .call({ userId, isAdmin: !isAdmin, reason })
                .then(did(isAdmin ? 'Admin role removed' : 'Admin role given')),
          },
        ]
      : []),
    ...(isAdmin
      ? []
      : [
          ...(person.state === 'suspended'
            ? [
                {
                  label: 'Lift suspension',
                  text: 'They can sign in again, a coach is found as before, and payouts that waited go out.',
                  run: liftSuspension,
                },
              ]
            : []),
        ]),
  ]
}

function ActDialog({ act, name, onClose }: { act: Act; name: string; onClose: () => void }) {
  const form = useCheckedForm(whySchema)
  const queryClient = useQueryClient()
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={`${act.label}: ${name}`} description={act.text}>
      <form
        {...form.sends(async ({ reason }) => {
          const outcome = await act.run(reason)
          await queryClient.invalidateQueries({ queryKey: operationsClient.person.key() })
          onClose()
          showOutcome(outcome)
        })}
        className="grid gap-4 pb-2"
      >
        {form.failure ? <FormError>{form.failure}</FormError> : null}
        <Field label="Reason" required error={form.errors.reason} hint="It goes to the audit log.">
          <Textarea name="reason" rows={2} maxLength={500} />
        </Field>
        <Button
          type="submit"
          variant={act.tone ?? 'brand'}
          loading={form.busy}
          className="justify-self-start"
        >
          {act.label}
        </Button>
      </form>
    </Dialog>
  )
}

/** Downloads a file in the browser. */
function save(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
