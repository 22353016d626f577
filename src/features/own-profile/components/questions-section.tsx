import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { intakeLimits } from '#features/bookings/intake/intake.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { EditorSection } from './editor-section.tsx'
import type { SectionProps } from './section-props.ts'

/** The questions that students answer when they book. */
export function QuestionsSection({ words: { questions }, onChange, faults }: SectionProps) {
  const list = useRef<HTMLOListElement>(null)
  const focusIn = (at: number, selector: string) =>
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLElement>(`${selector}:not(:disabled)`)?.focus(),
    )
  const change = (at: number, patch: Partial<(typeof questions)[number]>) =>
    onChange({ questions: questions.map((one, nth) => (nth === at ? { ...one, ...patch } : one)) })
  const move = (at: number, to: number) => {
    onChange({ questions: questions.toSpliced(at, 1).toSpliced(to, 0, ...questions.slice(at, at + 1)) })
    const isAtEnd = to === 0 || to === questions.length - 1
    focusIn(to, isAtEnd ? 'button[data-move]' : `button[data-move=${to < at ? 'up' : 'down'}]`)
  }
  return (
    <EditorSection
      title="Questions for students"
      description="Students answer them when they book with you. You read the answers in the lesson, in the email about the booking and in your calendar."
    >
      {questions.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          You ask nothing at the moment. Many coaches ask for the handicap, an injury, or whether the student
          brings clubs.
        </p>
      ) : (
        <ol ref={list} className="flex flex-col gap-6">
          {questions.map(({ question, isRequired }, at) => {
            const name = `question ${at + 1}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a new question has no id, and texts change while typing
              <li key={at} className="flex flex-col gap-2.5">
                <Field label={`Question ${at + 1}`} error={faults[`questions.${at}.question`]}>
                  <Input
                    name={`questions.${at}.question`}
                    dir="auto"
                    autoComplete="off"
                    maxLength={intakeLimits.question}
                    placeholder={at === 0 ? 'What is your handicap?' : undefined}
                    value={question}
                    onChange={(event) => change(at, { question: event.target.value })}
                  />
                </Field>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <Checkbox
                    label={
                      <>
                        Must be answered <span className="sr-only">({name})</span>
                      </>
                    }
                    checked={isRequired}
                    onChange={(event) => change(at, { isRequired: event.target.checked })}
                  />
                  <span className="flex">
                    {questions.length > 1 ? (
                      <>
                        <Button
                          size="icon"
                          variant="ghost"
                          data-move="up"
                          disabled={at === 0}
                          aria-label={`Move ${name} up`}
                          onClick={() => move(at, at - 1)}
                        >
                          <ArrowUp aria-hidden />
                        </Button>
                        <Button
                          size="icon"
                          variant="ghost"
                          data-move="down"
                          disabled={at === questions.length - 1}
                          aria-label={`Move ${name} down`}
                          onClick={() => move(at, at + 1)}
                        >
                          <ArrowDown aria-hidden />
                        </Button>
                      </>
                    ) : null}
                    <Button
                      size="icon"
                      variant="ghost"
                      aria-label={`Remove ${name}`}
                      onClick={() => {
                        onChange({ questions: questions.toSpliced(at, 1) })
                        focusIn(Math.max(0, at - 1), 'input')
                      }}
                    >
                      <X aria-hidden />
                    </Button>
                  </span>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {faults.questions ? <FieldError id="questions-error">{faults.questions}</FieldError> : null}
      {questions.length < intakeLimits.questions ? (
        <Button
          size="sm"
          className="self-start"
          onClick={() => {
            onChange({ questions: [...questions, { id: null, question: '', isRequired: false }] })
            focusIn(questions.length, 'input')
          }}
        >
          <Plus aria-hidden />
          Add a question
        </Button>
      ) : (
        <p className="text-sm text-muted">You can ask three questions at most.</p>
      )}
    </EditorSection>
  )
}
