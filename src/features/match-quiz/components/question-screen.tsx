import { ArrowLeft, ArrowRight, MapPin } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import type { ApiProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { isFocusFree } from '#ui/focus.ts'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { CONSENT_WORDING, GOALS_AT_MOST, type QuizScreen } from '../quiz.ts'
import { contactSchema, locationSchema, type QuizState } from '../schema.ts'
import { Choices } from './choices.tsx'
import { questions, valuesOf } from './questions.ts'
import { keepDraft, readScreenDraft, type useQuiz } from './use-quiz.ts'

type Errors = Record<string, string | undefined>
type Answer = Parameters<ReturnType<typeof useQuiz>['answer']>[0]

/** One question. Unsent input survives a reload and a failed request. */
export function QuestionScreen({
  state,
  screen,
  me,
  busy,
  failure,
  onAnswer,
  onBack,
}: {
  state: QuizState
  screen: QuizScreen
  me: Me | null
  busy: boolean
  failure: string | null
  onAnswer: (answer: Answer, explain: (problem: ApiProblem) => boolean) => void
  onBack: (() => void) | null
}) {
  const question = questions[screen]
  const [errors, setErrors] = useState<Errors>({})
  const [draft] = useState(() => readScreenDraft(state.responseId, screen))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocusFree()) heading.current?.focus()
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readAnswer(screen, form)
    if ('errors' in read) return show(form, read.errors)
    setErrors({})
    onAnswer(read.answer, (problem) => {
      if (problem.code !== 'no_such_place') return false
      show(form, { location: problem.message ?? 'We do not know this place.' })
      return true
    })
  }

  function show(form: HTMLFormElement, found: Errors) {
    setErrors(found)
    const name = Object.keys(found)[0]
    const field = name ? form.elements.namedItem(name) : null
    // Focuses the first box that can fix the error: the first checked one if too many are checked, otherwise
    // the first box.
    const boxes = field instanceof RadioNodeList ? [...field] : []
    const first = boxes.find((box) => box instanceof HTMLInputElement && box.checked) ?? boxes[0] ?? field
    if (first instanceof HTMLElement) first.focus()
  }

  const skip = () => onAnswer({ screen: 'contact', contact: null }, () => false)
  // A draft without a checkbox has it unchecked.
  const given = (name: string, fallback = '') => (draft ? (draft[name]?.[0] ?? '') : fallback)
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        keepDraft(state.responseId, screen, event.currentTarget)
        if (Object.keys(errors).length > 0) setErrors({})
      }}
    >
      <h1 ref={heading} tabIndex={-1} className="text-headline outline-none">
        {question.title}
      </h1>
      <p className="mt-3 text-lead text-muted">{question.lead}</p>
      <div className="mt-8 flex flex-col gap-5">
        {failure ? <FormError>{failure}</FormError> : null}
        {screen === 'location' ? (
          <Field label="ZIP code or city" required error={errors.location}>
            <Input
              name="location"
              leading={<MapPin aria-hidden />}
              defaultValue={given('location', state.answers.location)}
              autoComplete="postal-code"
              placeholder="28202 or Charlotte, NC"
              className="h-14 text-lg"
            />
          </Field>
        ) : null}
        {screen === 'contact' ? <ContactFields state={state} me={me} given={given} errors={errors} /> : null}
        {question.choices ? (
          <Choices
            legend={question.title}
            isSeveral={question.isSeveral ?? false}
            choices={question.choices}
            chosen={draft ? (draft.choice ?? []) : valuesOf(screen, state.answers)}
            error={errors.choice}
          />
        ) : null}
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" loading={busy} className="max-sm:w-full">
          Continue
          <ArrowRight aria-hidden />
        </Button>
        {screen === 'contact' ? (
          <Button size="lg" onClick={skip} className="max-sm:w-full">
            Continue without my details
          </Button>
        ) : null}
        {onBack ? (
          <Button variant="ghost" size="lg" onClick={onBack} className="max-sm:w-full sm:ml-auto">
            <ArrowLeft aria-hidden />
            Back
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function ContactFields({
  state: { contact },
  me,
  given,
  errors,
}: {
  state: QuizState
  me: Me | null
  given: (name: string, fallback?: string) => string
  errors: Errors
}) {
  const own = me?.role === 'student' ? me : null
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name}>
          <Input
            name="name"
            autoComplete="name"
            defaultValue={given('name', contact?.name ?? own?.fullName)}
          />
        </Field>
        <Field label="Email" required error={errors.email}>
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            defaultValue={given('email', contact?.email ?? own?.email)}
          />
        </Field>
        <Field label="Phone" optional error={errors.phone}>
          <Input
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={given('phone', contact?.phone)}
          />
        </Field>
      </div>
      <Checkbox
        name="consent"
        label={CONSENT_WORDING}
        description={
          <>
            We do not share your details with anyone else. Learn more in our{' '}
            <a href="/privacy-policy" target="_blank" rel="noopener" className="text-link">
              privacy policy
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </>
        }
        defaultChecked={given('consent', contact ? 'on' : '') === 'on'}
        error={errors.consent}
      />
    </>
  )
}

/** Parses the form into an answer, or into error messages by field. */
function readAnswer(screen: QuizScreen, form: HTMLFormElement): { answer: Answer } | { errors: Errors } {
  const data = new FormData(form)
  const chosen = data.getAll('choice').map(String)
  const wrong = (issues: readonly { path: PropertyKey[]; message: string }[]) => {
    const errors: Errors = {}
    for (const { path, message } of issues) errors[String(path[0])] ??= message
    return { errors }
  }
  if (screen === 'location') {
    const read = locationSchema.safeParse(Object.fromEntries(data))
    return read.success ? { answer: { screen, ...read.data } } : wrong(read.error.issues)
  }
  if (screen === 'contact') {
    const read = contactSchema.safeParse(Object.fromEntries(data))
    return read.success ? { answer: { screen, contact: read.data } } : wrong(read.error.issues)
  }
  if (chosen.length === 0 && !questions[screen].mayBeEmpty)
    return {
      errors: { choice: questions[screen].isSeveral ? 'Choose at least one' : 'Choose one to continue' },
    }
  if (screen === 'goals' && chosen.length > GOALS_AT_MOST)
    return { errors: { choice: `Choose up to ${GOALS_AT_MOST}: take ${chosen.length - GOALS_AT_MOST} away` } }
  const key = screen === 'lesson-type' ? 'lessonType' : screen
  return {
    answer: { screen, [key]: questions[screen].isSeveral ? chosen : chosen[0] } as unknown as Answer,
  }
}
