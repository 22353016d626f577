import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { leftAfterSaving } from '#platform/versioned-draft.ts'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import {
  type AvailabilitySettings,
  type BookingRules,
  bookingRulesSchema,
  isSameRules,
} from '../own-hours/schema.ts'
import { SaveBar } from './save-bar.tsx'

const hoursWords = (hours: number) =>
  hours === 0
    ? 'None: up to the last minute'
    : hours % 24 === 0 && hours > 24
      ? `${hours / 24} days`
      : hours === 1
        ? '1 hour'
        : `${hours} hours`
const minutesWords = (minutes: number) => (minutes === 0 ? 'None' : `${minutes} minutes`)

/** The select options, including the saved value. */
function choices(values: readonly number[], kept: number, words: (value: number) => string): SelectOption[] {
  return [...new Set([...values, kept])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: words(value) }))
}

/** Edits notice, window, step and break. The preview shows the effect before they are saved. */
export function RulesEditor({
  settings,
  effect,
  onDraft,
  onSaved,
}: {
  settings: AvailabilitySettings
  effect: string | null
  onDraft: (rules: BookingRules | undefined) => void
  onSaved: (settings: AvailabilitySettings) => void
}) {
  const { rules, rulesTag } = settings
  const element = useRef<HTMLFormElement>(null)
  const sending = useAttempt()
  const form = useCheckedForm(bookingRulesSchema, sending)
  /** The ETags when the edit began and that it is based on, and the rules if they are valid; null while nothing is changed. */
  const [edit, setEdit] = useState<{
    begunOn: string
    basedOn: string
    entered: BookingRules | undefined
  } | null>(null)
  const latest = useRef(edit)
  latest.current = edit
  const [isStale, setStale] = useState(false)
  const [round, setRound] = useState(0)
  const waits = edit !== null && edit.basedOn !== rulesTag
  useEffect(() => () => onDraft(undefined), [onDraft])

  const reset = (left: typeof edit) => {
    setEdit(left)
    setStale(false)
    if (left) return
    setRound((before) => before + 1)
    onDraft(undefined)
  }
  const drop = () => reset(null)
  // The edit is saved, but the response was lost or has not arrived yet.
  const isSaved = waits && edit.entered !== undefined && isSameRules(edit.entered, rules)
  const dropSaved = useEffectEvent(drop)
  useEffect(() => {
    if (isSaved) dropSaved()
  }, [isSaved])
  const send = async (entered: BookingRules, tag: string) => {
    const saved = await availabilityClient.saveRules.call({ basedOn: tag, rules: entered })
    reset(leftAfterSaving(latest.current, edit, saved.rulesTag))
    onSaved(saved)
    toast.success('Rules saved', 'They count for lessons booked from now on.')
  }
  const checked = form.sends(
    (entered) => send(entered, isStale || waits ? rulesTag : (edit?.basedOn ?? rulesTag)),
    (problem) => {
      setStale(problem.code === 'changed_elsewhere')
      return problem.issues.map(({ path, message }) => ({ path: path.replace(/^rules\./, ''), message }))
    },
  )
  const isElsewhere = edit !== null && !isSaved && (isStale || waits)
  return (
    <form
      {...checked}
      ref={element}
      onChange={(event) => {
        const entered = bookingRulesSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
        setEdit((before) => ({ begunOn: rulesTag, basedOn: rulesTag, ...before, entered: entered.data }))
        onDraft(entered.data)
      }}
    >
      <div
        key={`${edit?.begunOn ?? rulesTag}-${round}`}
        className="grid gap-5 rounded-card border bg-surface-raised p-5 sm:grid-cols-2"
      >
        <Field
          label="Notice"
          error={form.errors.noticeHours}
          hint="How long before a lesson students can still book it."
        >
          <Select
            name="noticeHours"
            defaultValue={rules.noticeHours}
            options={choices([0, 1, 2, 4, 8, 12, 24, 48, 72, 120, 168], rules.noticeHours, hoursWords)}
          />
        </Field>
        <Field
          label="Booking window"
          error={form.errors.windowDays}
          hint="How far ahead students see your times."
        >
          <Select
            name="windowDays"
            defaultValue={rules.windowDays}
            options={choices([1, 3, 7, 14, 30, 60, 90, 180, 365], rules.windowDays, (days) =>
              days === 1 ? '1 day ahead' : `${days} days ahead`,
            )}
          />
        </Field>
        <Field
          label="Lessons start"
          error={form.errors.stepMinutes}
          hint="Counted from the start of your hours."
        >
          <Select
            name="stepMinutes"
            defaultValue={rules.stepMinutes}
            options={choices([15, 30, 60], rules.stepMinutes, (minutes) => `Every ${minutes} minutes`)}
          />
        </Field>
        <Field
          label="Break around lessons"
          error={form.errors.bufferMinutes}
          hint="Kept free before and after each lesson."
        >
          <Select
            name="bufferMinutes"
            defaultValue={rules.bufferMinutes}
            options={choices([0, 5, 10, 15, 20, 30, 45, 60, 90, 120], rules.bufferMinutes, minutesWords)}
          />
        </Field>
      </div>
      {form.failure && edit && !isElsewhere ? (
        <div className="mt-5">
          <FormError title="Rules not saved">{form.failure}</FormError>
        </div>
      ) : null}
      <SaveBar
        isChanged={edit !== null}
        effect={effect}
        busy={form.busy}
        label="Save rules"
        elsewhere={
          isElsewhere
            ? {
                title: 'These rules were changed in another window',
                kept: 'Nothing was overwritten. What you chose is still here.',
                onLatest: drop,
                onKeep: () => element.current?.requestSubmit(),
                keepLabel: 'Save mine instead',
              }
            : null
        }
        onSave={() => element.current?.requestSubmit()}
        onDiscard={drop}
      />
    </form>
  )
}
