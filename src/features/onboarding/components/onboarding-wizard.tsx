import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, CircleCheck, CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOnSignedIn } from '#features/accounts/components/use-on-signed-in.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { onboardingClient } from '../client.ts'
import { type CoachDraft, draftIssues, faultsOfStep, type OnboardingIssue } from '../schema.ts'
import { type Step, steps, stepTitles } from '../steps.ts'
import { OnboardingProgress } from './onboarding-progress.tsx'
import { StepHours } from './step-hours.tsx'
import { StepPlace } from './step-place.tsx'
import { StepPreview } from './step-preview.tsx'
import { StepTeaching } from './step-teaching.tsx'
import { StepYou } from './step-you.tsx'
import type { SavingState } from './use-autosave.ts'
import { useDraftAutosave } from './use-autosave.ts'
import { unknownZip, usePlace } from './use-place.ts'
import { WhatEnds } from './what-ends.tsx'

const forms = { you: StepYou, place: StepPlace, teaching: StepTeaching, hours: StepHours }

const leads: Record<Step, string> = {
  you: 'Tell students who you are.',
  place: 'One place is enough to start. Students search by distance.',
  teaching: 'Your lessons and prices.',
  hours: 'The weekly hours you want to teach. Students can book them when they are free.',
  preview: 'This is what students will see. Once you go live, they can book you.',
}

/**
 * The five steps. Everything typed is saved on the server; back and forward are the browser's own.
 * @param isStudent whether the last step says what going live ends
 */
export function OnboardingWizard({
  initial,
  step,
  isStudent,
}: {
  initial: CoachDraft
  step: Step
  isStudent: boolean
}) {
  const { draft, change, flush, saving } = useDraftAutosave(initial)
  const { busy, failure, attempt } = useAttempt()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<OnboardingIssue[]>([])
  const navigate = useNavigate()
  const onSignedIn = useOnSignedIn()
  const heading = useStepHeading(step)
  const form = useRef<HTMLFormElement>(null)

  const place = usePlace(draft.zip)
  const issues = place.isUnknown ? [...draftIssues(draft), unknownZip] : draftIssues(draft)
  const complete = steps.filter((one) => one !== 'preview' && !issues.some((issue) => issue.step === one))
  const goTo = (to: Step) => void navigate({ to: '/instructor-onboarding', search: { step: to } })

  function edit(patch: CoachDraft) {
    change(patch)
    setRefused([])
    // A fault goes away as soon as its field is right.
    if (step !== 'preview' && Object.keys(faults).length > 0) {
      const now: Record<string, string> = faultsOfStep(step, { ...draft, ...patch })
      setFaults(Object.fromEntries(Object.keys(faults).flatMap((key) => (now[key] ? [[key, now[key]]] : []))))
    }
  }

  async function goOn() {
    if (step === 'preview') return
    const found = faultsOfStep(step, draft)
    if (step === 'place' && !found.zip && (await place.isUnknownNow())) found.zip = unknownZip.message
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirst(form.current, found)
    void flush()
    goTo(steps[steps.indexOf(step) + 1] ?? 'preview')
  }

  const goLive = () =>
    attempt(async () => {
      // What goes live is the draft on the server.
      const { error } = await flush()
      if (error !== undefined) throw error
      const outcome = await onboardingClient.goLive.call()
      if (outcome.ok) await onSignedIn(outcome.me)
      else setRefused(outcome.issues)
    })

  const Form = step === 'preview' ? null : forms[step]
  const missing: OnboardingIssue[] = refused.length > 0 ? refused : issues
  return (
    <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-8">
        <OnboardingProgress step={step} complete={complete} />
      </div>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (step === 'preview') void goLive()
          else void goOn()
        }}
        className="min-w-0"
      >
        <h1 ref={heading} tabIndex={-1} className="text-headline focus-visible:outline-none">
          {stepTitles[step]}
        </h1>
        <p className="mt-2 text-muted">{leads[step]}</p>
        <div className="mt-7 flex flex-col gap-6">
          <FormError>{failure}</FormError>
          {step === 'preview' && isStudent && missing.length === 0 ? <WhatEnds /> : null}
          {Form ? (
            <Form draft={draft} onChange={edit} faults={faults} />
          ) : (
            <StepPreview draft={draft} issues={missing} />
          )}
        </div>
        <div className="mt-9 flex flex-wrap items-center gap-x-4 gap-y-3 border-t pt-6">
          {step === 'you' ? null : (
            <Button size="lg" onClick={() => goTo(steps[steps.indexOf(step) - 1] ?? 'you')}>
              <ArrowLeft aria-hidden />
              Back
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            loading={busy}
            disabled={step === 'preview' && missing.length > 0}
          >
            {step === 'preview' ? 'Go live' : 'Continue'}
            {step === 'preview' ? null : <ArrowRight aria-hidden />}
          </Button>
          <SavingNote state={saving} />
        </div>
      </form>
    </div>
  )
}

/** A new step begins at its heading, for eyes and for screen readers; the first page does not. */
function useStepHeading(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [step])
  return heading
}

function focusFirst(form: HTMLFormElement | null, faults: Record<string, string>) {
  const wrong = Array.from(form?.elements ?? []).find(
    (element) =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      faults[element.name] !== undefined,
  )
  if (wrong instanceof HTMLElement) wrong.focus()
}

/** Whether what was typed is safe. */
function SavingNote({ state }: { state: SavingState }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
      {state === 'untouched' ? (
        'What you type is saved as you go.'
      ) : state === 'saved' ? (
        <>
          <CircleCheck aria-hidden className="size-4 text-green" />
          Saved. You can continue at any time.
        </>
      ) : state === 'saving' ? (
        'Saving…'
      ) : state === 'live' ? (
        'You are a coach already. Change your profile under Edit Profile.'
      ) : (
        <>
          <CloudOff aria-hidden className="size-4 text-red" />
          Not saved yet. We are still trying. Keep this page open.
        </>
      )}
    </p>
  )
}
