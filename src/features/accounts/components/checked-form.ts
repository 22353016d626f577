import { useState } from 'react'
import type { z } from 'zod'

export type FieldErrors = Record<string, string | undefined>
type FormIssue = { path: string; message: string }

/**
 * A form whose fields the browser keeps: what was typed before scripts arrived, or filled in by a password manager, counts,
 * and nothing typed is lost when a request fails. Checked as a whole when it is sent, and from then on each wrong field as
 * it is corrected.
 */
export function useCheckedForm<S extends z.ZodObject>(schema: S) {
  const [errors, setErrors] = useState<FieldErrors>({})

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

  return { errors, read, show, recheck }
}

const isNamedField = (target: unknown) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
