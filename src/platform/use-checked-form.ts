import { type ComponentProps, useState } from 'react'
import type { z } from 'zod'
import type { ApiProblem } from './api-problem.ts'
import { useAttempt } from './use-attempt.ts'

export type FieldErrors = Record<string, string | undefined>
type FormIssue = { path: string; message: string }

/** For `sends`: says beside the field of that name that its password is not the account's. */
export const wrongPasswordAt =
  (path: string) =>
  ({ code, message, issues }: ApiProblem): FormIssue[] =>
    code === 'wrong_password' ? [{ path, message: message ?? 'That password is not correct.' }] : issues

/**
 * A form whose fields the browser keeps: what was typed before scripts arrived, or filled in by a password manager, counts,
 * and nothing typed is lost when a request fails. Checked as a whole when it is sent, and from then on each wrong field as
 * it is corrected.
 * @param sending how attempts are made and told, where plain ones are not enough
 */
export function useCheckedForm<S extends z.ZodObject>(schema: S, sending?: ReturnType<typeof useAttempt>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const plain = useAttempt()
  const { busy, failure, attempt } = sending ?? plain

  /**
   * What was entered, or null: then the errors are shown and the first wrong field has the focus.
   * @param onWrong hears of the errors, too, in the order of the schema
   */
  function read(form: HTMLFormElement, onWrong?: (issues: FormIssue[]) => void): z.output<S> | null {
    const checked = schema.safeParse(Object.fromEntries(new FormData(form)))
    if (checked.success) {
      setErrors({})
      return checked.data
    }
    const issues = checked.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    }))
    show(form, issues)
    onWrong?.(issues)
    return null
  }

  /** Shows errors, the first for each field. Returns false when none of them belongs to a field of the form. */
  function show(form: HTMLFormElement, issues: FormIssue[]): boolean {
    const found: FieldErrors = {}
    for (const { path, message } of issues) found[path] ??= message
    setErrors(found)
    const wrong = Array.from(form.elements).find(
      (element) => isNamedField(element) && found[element.name] !== undefined,
    )
    if (wrong instanceof HTMLElement) wrong.focus()
    return wrong !== undefined
  }

  /** For the form's `onInput`: an error goes away as soon as its field is right. */
  function recheck(event: { target: EventTarget }) {
    const field = event.target
    if (!isNamedField(field) || !field.form || errors[field.name] === undefined) return
    const checked = schema.safeParse(Object.fromEntries(new FormData(field.form)))
    const issue = checked.error?.issues.find(({ path }) => path.join('.') === field.name)
    setErrors((known) => ({ ...known, [field.name]: issue?.message }))
  }

  /**
   * The attributes of a form that is read and sent, one attempt at a time. What went wrong stands beside its field, or in
   * `failure` where it belongs to none.
   * @param work sends what was entered; whatever it throws is shown
   * @param explain the fields that a problem is about; those the server named when left out
   */
  function sends(
    work: (entered: z.output<S>, form: HTMLFormElement) => Promise<void>,
    explain: (problem: ApiProblem) => FormIssue[] = (problem) => problem.issues,
  ): Pick<ComponentProps<'form'>, 'method' | 'noValidate' | 'onInput' | 'onSubmit'> {
    return {
      // Before scripts arrive nothing typed may end up in the address.
      method: 'post',
      noValidate: true,
      onInput: recheck,
      onSubmit: (event) => {
        event.preventDefault()
        const form = event.currentTarget
        const entered = read(form)
        if (entered)
          void attempt(
            () => work(entered, form),
            (problem) => show(form, explain(problem)),
          )
      },
    }
  }

  return { errors, busy, failure, sends, read, show, recheck }
}

const isNamedField = (target: unknown) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
