import { type ReactNode, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { type FieldErrors, useCheckedForm } from '#platform/use-checked-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { accountsClient } from '../client.ts'
import { type Me, type SignUpInput, signUpSchema } from '../schema.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ProviderSignUp } from './provider-buttons.tsx'

/** The values of the account fields by name. */
export type TypedAccount = Partial<Record<'name' | 'email' | 'phone' | 'password', string>>

export type AccountFormProps = {
  /** Initial values, updated in place, so that the owner can show the form again without losing input. */
  typed?: TypedAccount
  /** Additional fields in the same form, below the account's own: their schema and their rendering. */
  more?: { schema: typeof signUpSchema; fields: (errors: FieldErrors) => ReactNode }
  /**
   * Offers to sign up with an account of another service, and come back to this page. Without it, other services are
   * not offered.
   */
  returnTo?: string | undefined
  submitLabel: string
  /** The button label while `onCreated` continues with the original action. */
  continuingLabel?: string
  /** Runs in the click event before the request, when a new tab can still be opened. */
  onSending?: () => void
  onFailed?: () => void
  /** Creates another kind of account than a student's; it also receives the values of `more`. */
  create?: (entered: SignUpInput) => Promise<Me>
  /** The email already has an account: the place to offer signing in. */
  onAlreadyRegistered: (email: string) => void
  onCreated: (me: Me) => Promise<void> | void
  footer?: ReactNode
}

const isOwnField = (name: string): name is keyof TypedAccount =>
  ['name', 'email', 'phone', 'password'].includes(name)

type Stage = 'typing' | 'creating' | 'continuing'

/** A form that creates an account, a student's unless `create` is given. Input is kept if a request fails. */
export function AccountForm(props: AccountFormProps) {
  const form = useCheckedForm(props.more?.schema ?? signUpSchema)
  const [ownTyped] = useState<TypedAccount>({})
  const typed = props.typed ?? ownTyped
  const [failure, setFailure] = useState<string | null>(null)
  const [stage, setStage] = useState<Stage>('typing')
  const sending = useRef(false)

  async function send(element: HTMLFormElement) {
    if (sending.current) return
    const entered = form.read(element)
    if (!entered) return
    sending.current = true
    setFailure(null)
    setStage('creating')
    props.onSending?.()
    try {
      const me = await (props.create ?? accountsClient.signUp.call)(entered)
      setStage('continuing')
      await props.onCreated(me)
    } catch (error) {
      props.onFailed?.()
      const problem = readProblem(error)
      if (problem.code === 'already_registered') {
        toast.error('Error creating account', problem.message ?? undefined)
        props.onAlreadyRegistered(entered.email)
      } else if (!form.show(element, problem.issues)) {
        toast.error(
          'Error creating account',
          problem.code === 'internal'
            ? 'Failed to create user account'
            : (problem.message ?? 'Please try again later'),
        )
        setFailure(problem.message ?? 'We could not reach the server. What you typed is still here.')
      }
    } finally {
      sending.current = false
      setStage('typing')
    }
  }

  const labels: Record<Stage, string> = {
    typing: props.submitLabel,
    creating: 'Creating Account...',
    continuing: props.continuingLabel ?? props.submitLabel,
  }
  return (
    <form
      method="post"
      noValidate
      onInput={(event) => {
        form.recheck(event)
        const { target } = event
        if (target instanceof HTMLInputElement && isOwnField(target.name)) typed[target.name] = target.value
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      {props.returnTo === undefined ? null : (
        <ProviderSignUp returnTo={props.returnTo} className="sm:col-span-2" />
      )}
      {failure ? (
        <div className="sm:col-span-2">
          <FormError>{failure}</FormError>
        </div>
      ) : null}
      <Field label="Name" required error={form.errors.name}>
        <Input name="name" autoComplete="name" defaultValue={typed.name} />
      </Field>
      <Field label="Email" required error={form.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          defaultValue={typed.email}
        />
      </Field>
      <Field
        label="Phone"
        required
        error={form.errors.phone}
        hint={props.create ? undefined : 'Your coach sees it around a booked lesson. You can change that.'}
      >
        <Input name="phone" type="tel" inputMode="tel" autoComplete="tel" defaultValue={typed.phone} />
      </Field>
      <NewPasswordField name="password" error={form.errors.password} defaultValue={typed.password} />
      {props.more?.fields(form.errors)}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        aria-busy={stage !== 'typing'}
        aria-disabled={stage !== 'typing'}
        className="mt-2 w-full sm:col-span-2"
      >
        {labels[stage]}
      </Button>
      {props.footer ? <div className="sm:col-span-2">{props.footer}</div> : null}
    </form>
  )
}
