import { type ComponentProps, useState } from 'react'
import type { z } from 'zod'
import type { ApiProblem } from './api-problem.ts'
import { useAttempt } from './use-attempt.ts'

export type FieldErrors = Record<string, string | undefined>
type FormIssue = { path: string; message: string }

/** For `sends`: shows a wrong password as an error of the field at that path. */
export const wrongPasswordAt =
  (path: string) =>
  ({ code, message, issues }: ApiProblem): FormIssue[] =>
    code === 'wrong_password' ? [{ path, message: message ?? 'That password is not correct.' }] : issues

/**
 * A form with uncontrolled fields: values typed before hydration or filled in by a password manager count,
 * and nothing is lost when a request fails. Validated as a whole on submit; after that, invalid fields are
 * validated again as they are edited.
 * @param sending a custom `useAttempt`
 */
export function useCheckedForm<S extends z.ZodObject>(schema: S, sending?: ReturnType<typeof useAttempt>) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const plain = useAttempt()
  const { busy, failure, attempt } = sending ?? plain

  /**
   * Returns the form's values, or null after showing the errors and focusing the first invalid field.
   * @param onWrong also receives the errors, in the order of the schema
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

  /**
   * Shows errors, the first for each field. Returns false when none of them belongs to a field of the form.
   */
  function show(form: HTMLFormElement, issues: FormIssue[]): boolean {
    const found: FieldErrors = {}
    for (const { path, message } of issues) found[path] ??= message
    setErrors(found)
    const wrong = Array.from(form.elements).find(
      (element) => isNamedField(element) && found[element.name] !== undefined,
    )
    if (wrong instanceof HTMLElement) focusField(wrong)
    return wrong !== undefined
  }

  /** For the form's `onInput`: removes an error as soon as its field is valid. */
  function recheck(event: { target: EventTarget }) {
    const field = event.target
    if (!isNamedField(field) || !field.form || errors[field.name] === undefined) return
    const checked = schema.safeParse(Object.fromEntries(new FormData(field.form)))
    const issue = checked.error?.issues.find(({ path }) => path.join('.') === field.name)
    setErrors((known) => ({ ...known, [field.name]: issue?.message }))
  }

  /**
   * The attributes of a form that submits one attempt at a time. Errors are shown next to their field, or in
   * `failure` if they belong to none.
   * @param work submits the values; any error that it throws is shown
   * @param explain maps a problem to fields; defaults to the fields that the server named
   */
  function sends(
    work: (entered: z.output<S>, form: HTMLFormElement) => Promise<void>,
    explain: (problem: ApiProblem) => FormIssue[] = (problem) => problem.issues,
  ): Pick<ComponentProps<'form'>, 'method' | 'noValidate' | 'onInput' | 'onSubmit'> {
    return {
      // If the form is submitted before hydration, its values must not end up in the URL.
      method: 'post',
      noValidate: true,
      onInput: recheck,
      onSubmit: (event) => {
        event.preventDefault()
        // A dialog's form is inside of the page's form in React's tree, though not in the DOM.
        event.stopPropagation()
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

/** Focuses a field; for the hidden input that carries the values of a group, the group's first control. */
function focusField(field: HTMLElement) {
  const isHidden = field.matches('[type="hidden"]')
  const control = isHidden ? field.closest('fieldset')?.querySelector('input:not([type="hidden"])') : field
  if (control instanceof HTMLElement) control.focus()
}

const isNamedField = (target: unknown) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
