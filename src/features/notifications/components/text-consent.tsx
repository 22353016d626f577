import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { notificationsClient } from '../client.ts'
import { type Preferences, textCodeSchema } from '../preferences/schema.ts'
import { preferencesQuery } from './notification-queries.ts'

/**
 * Gives or withdraws consent to texts. Consent requires a code that verifies the number; the wording
 * displayed is stored with it.
 */
export function TextConsent({ texts }: { texts: Preferences['texts'] }) {
  const [hasAsked, setAsked] = useState(false)
  if (!texts.isOffered) return <p className="text-muted">We send no text messages at the moment.</p>
  if (texts.state === 'no_number')
    return <OwnNumber>Add your phone number in your profile settings first.</OwnNumber>
  return (
    <div className="flex flex-col gap-4">
      <p className="tabular font-medium">{texts.phone}</p>
      {texts.state === 'stopped' ? (
        <Alert tone="info" title="You replied STOP from this number">
          We no longer text this number. To get texts again, text START to the number that texted you.
        </Alert>
      ) : null}
      {texts.state === 'not_served' ? (
        <OwnNumber>We text mobile numbers in the United States only. You can change your number.</OwnNumber>
      ) : null}
      {texts.state === 'not_agreed' ? (
        <AskForCode wording={texts.wording} onAsked={() => setAsked(true)} />
      ) : null}
      {texts.state === 'code_sent' ? (
        <EnterCode wording={texts.wording} phone={texts.phone ?? ''} isFocused={hasAsked} />
      ) : null}
      {texts.state === 'agreed' ? <SayNo wording={texts.wording} /> : null}
    </div>
  )
}

function OwnNumber({ children }: { children: string }) {
  return (
    <p className="text-[0.9375rem]">
      {children}{' '}
      <Link to="/profile" hash="details" className="text-link">
        Open profile settings
      </Link>
    </p>
  )
}

/** Runs changes one at a time and then refetches the state. */
function useChange() {
  const queryClient = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const change = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work()
      await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    })
  return { busy, failure, change }
}

function AskForCode({ wording, onAsked }: { wording: string; onAsked: () => void }) {
  const { busy, failure, change } = useChange()
  return (
    <>
      <p className="text-[0.9375rem] text-muted">{wording}</p>
      <p className="text-[0.9375rem]">We text you a code first, to make sure that this is your phone.</p>
      <FormError>{failure}</FormError>
      <Button
        variant="brand"
        loading={busy}
        className="self-start"
        onClick={() =>
          void change(async () => {
            await notificationsClient.sendTextCode.call()
            onAsked()
          })
        }
      >
        Yes, text me
      </Button>
    </>
  )
}

/** @param isFocused focuses the field on mount, after the code was requested */
function EnterCode({ wording, phone, isFocused }: { wording: string; phone: string; isFocused: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const queryClient = useQueryClient()
  const form = useCheckedForm(textCodeSchema)
  const another = useChange()
  return (
    <form
      {...form.sends(
        async ({ code }) => {
          await notificationsClient.setTexts.call({ agrees: true, code })
          await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
          toast.success('Texts are on')
        },
        ({ code, message, issues }) =>
          code === 'wrong_code' ? [{ path: 'code', message: message ?? 'That code is not right.' }] : issues,
      )}
      className="flex flex-col gap-4"
    >
      <p role="status" className="text-[0.9375rem]">
        We texted a code to {phone}. Enter it within 10 minutes to turn texts on.
      </p>
      <FormError>{form.failure ?? another.failure}</FormError>
      <Field label="6-digit code" required error={form.errors.code} className="sm:max-w-60">
        <Input
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tabular"
        />
      </Field>
      <p className="text-muted text-sm">{wording}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="brand" loading={form.busy}>
          Turn on texts
        </Button>
        <Button
          loading={another.busy}
          onClick={() =>
            void another.change(async () => {
              await notificationsClient.sendTextCode.call()
              toast.success('Another code is on its way')
            })
          }
        >
          Send another code
        </Button>
      </div>
    </form>
  )
}

function SayNo({ wording }: { wording: string }) {
  const { busy, failure, change } = useChange()
  return (
    <>
      <p className="text-[0.9375rem] text-muted">{wording}</p>
      <FormError>{failure}</FormError>
      <Button
        loading={busy}
        className="self-start"
        onClick={() =>
          void change(async () => {
            await notificationsClient.setTexts.call({ agrees: false })
            toast.success('Texts are off')
          })
        }
      >
        Stop texting me
      </Button>
    </>
  )
}
