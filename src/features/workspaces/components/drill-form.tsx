import { useRef, useState } from 'react'
import { contentIds } from '#platform/content-id.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { workspacesClient } from '../client.ts'
import { type Drill, drillFormSchema } from '../schema.ts'
import { DrillPictureField, usePictureChoice } from './drill-picture.tsx'

const frequencies = [1, 2, 3, 4, 5, 6, 7].map((days) => ({
  value: String(days),
  label: days === 7 ? 'Every day' : days === 1 ? 'Once a week' : `${days} days a week`,
}))

/** The form for creating or editing a drill of the library. */
export function DrillForm(props: {
  title: string
  description: string
  submitLabel: string
  drill?: Drill
  onClose: () => void
  onSaved: (drillId: string) => Promise<void>
}) {
  const { drill, onClose } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(drillFormSchema)
  const [draft, setDraft, forget] = useTabDraft(`drill:${drill?.id ?? 'new'}`)
  const choice = usePictureChoice(drill?.picture ?? null)
  const [how, setHow] = useState(draft || (drill?.how ?? ''))
  const [ids] = useState(contentIds)
  /** The drill as this form saved it: what follows may fail and be tried again. */
  const saved = useRef<{ id: string; version: number; content: string }>(undefined)
  const saves = form.sends(async (entered) => {
    const fields = { pictureId: choice.picture?.id ?? null, ...entered }
    const content = JSON.stringify(fields)
    if (saved.current?.content !== content) {
      const kept = saved.current ?? drill
      const { id } = await workspacesClient.saveDrill.call({
        drillId: kept?.id ?? null,
        basedOn: kept?.version ?? 0,
        ...(kept ? {} : { newDrillId: ids.of(fields) }),
        ...fields,
      })
      saved.current = { id, version: (kept?.version ?? 0) + 1, content }
    }
    forget()
    await props.onSaved(saved.current.id)
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="brand"
            loading={form.busy}
            disabled={choice.isSending}
            onClick={() => element.current?.requestSubmit()}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form {...saves} ref={element} className="flex flex-col gap-4">
        <Field label="Name" error={form.errors.title}>
          <Input
            name="title"
            defaultValue={drill?.title}
            autoComplete="off"
            placeholder="Gate drill"
            maxLength={130}
          />
        </Field>
        <Field
          label="How to do it"
          hint="Setup, what to do, how many, and how one knows it worked."
          error={form.errors.how}
        >
          <Textarea
            name="how"
            rows={6}
            value={how}
            onChange={(event) => {
              setHow(event.target.value)
              setDraft(event.target.value)
            }}
            maxLength={3_100}
          />
        </Field>
        <DrillPictureField choice={choice} altError={form.errors.pictureAlt} />
        <Field label="How often" error={form.errors.timesAWeek}>
          <Select name="timesAWeek" options={frequencies} defaultValue={String(drill?.timesAWeek ?? 3)} />
        </Field>
        {drill && drill.students > 0 ? (
          <Alert title="Students keep what they were given">
            {drill.students === 1 ? 'One student has' : `${drill.students} students have`} this drill as it
            was. Your changes count from the next time you assign it.
          </Alert>
        ) : null}
        <FormError>{form.failure}</FormError>
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
