import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { coachShare } from '#features/ledger/fee.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { restoreDraft } from '#platform/restore-draft.ts'
import { formatDuration } from '#platform/time.ts'
import { twiceIfLost } from '#platform/twice-if-lost.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { clinicsClient } from '../client.ts'
import { clinicLevelLabels, clinicLevels, clinicLimits } from '../clinic.ts'
import { type OwnClinic, saveClinicSchema } from '../schema.ts'

const FORM = 'clinic'
const lengths = Array.from({ length: 31 }, (_, n) => 30 + n * 15)

/**
 * Creates a clinic, or changes one. Form input of a new clinic is kept until it was saved or cancelled.
 * @param props.clinic the clinic to change; null for a new one
 */
export function ClinicDialog(props: {
  clinic: OwnClinic | null
  places: readonly { id: string; name: string }[]
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const { clinic, places, onClose, onSaved } = props
  const isFixed = clinic?.status === 'published'
  const [kept, keep, forgetKept] = useTabDraft('clinic:new')
  // Identifies a new draft, so that a save after a lost answer does not store another one. It is kept with the input.
  const [newClinicId] = useState(uuidV4)
  const begin = {
    newClinicId,
    title: clinic?.title ?? '',
    description: clinic?.description ?? '',
    placeId: clinic?.placeId ?? (isFixed ? '' : (places[0]?.id ?? '')),
    dates: clinic?.form.dates ?? [{ date: '', time: '10:00', durationMinutes: 90 }],
    price: clinic ? String(clinic.priceCents / 100) : '',
    seats: String(clinic?.seats ?? 8),
    minimum: String(clinic?.minimum ?? 1),
    decideOn: clinic?.form.decideOn ?? '',
    youngest: String(clinic?.youngest ?? ''),
    oldest: String(clinic?.oldest ?? ''),
    level: clinic?.level ?? 'everyone',
  }
  // Kept input of an existing clinic would replace what was saved elsewhere since.
  const [entered, setEntered] = useState(() => (clinic ? begin : restoreDraft(kept, begin)))
  // A kept place may have been removed.
  const hasPlace = isFixed || places.some(({ id }) => id === entered.placeId)
  const draft = hasPlace ? entered : { ...entered, placeId: places[0]?.id ?? '' }
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { busy, failure, attempt } = useAttempt()
  const change = (part: Partial<typeof draft>) => {
    setEntered({ ...draft, ...part })
    if (!clinic) keep(JSON.stringify({ ...draft, ...part }))
  }
  const forget = () => {
    if (!clinic) forgetKept()
  }
  const changeDate = (at: number, part: Partial<(typeof draft.dates)[number]>) =>
    change({ dates: draft.dates.map((date, n) => (n === at ? { ...date, ...part } : date)) })
  const cents = parseMoney(draft.price)

  const show = (form: HTMLFormElement, found: Record<string, string>) => {
    setFaults(found)
    const wrong = Object.keys(found).map((name) => form.elements.namedItem(name))[0]
    if (wrong instanceof HTMLElement) wrong.focus()
  }

  function save(form: HTMLFormElement) {
    const checked = saveClinicSchema.safeParse({
      ...draft,
      ...(clinic ? { newClinicId: undefined, clinicId: clinic.id, basedOn: clinic.tag } : {}),
      ...(isFixed ? { placeId: clinic.placeId } : {}),
      priceCents: cents ?? Number.NaN,
      seats: numberOf(draft.seats),
      minimum: numberOf(draft.minimum),
      decideOn: draft.decideOn || null,
      youngest: draft.youngest ? numberOf(draft.youngest) : null,
      oldest: draft.oldest ? numberOf(draft.oldest) : null,
    })
    if (!checked.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of checked.error.issues) found[inputOf(path)] ??= message
      if (cents === undefined) found.price = 'Enter the price of a seat, such as 60'
      return show(form, found)
    }
    setFaults({})
    void attempt(
      async () => {
        // After a lost answer, an edited form would be based on a version that was already replaced.
        await twiceIfLost(() => clinicsClient.save.call(checked.data))
        forget()
        await onSaved()
        onClose()
        toast.success(clinic ? 'Clinic saved' : 'Draft saved', checked.data.title)
      },
      ({ code, issues }) => {
        if (code === 'changed_elsewhere') void onSaved()
        if (issues.length === 0) return false
        show(form, Object.fromEntries(issues.map(({ path, message }) => [inputOf([path]), message])))
        return true
      },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={clinic ? 'Change clinic' : 'Create a clinic'}
      footer={
        <>
          <DialogClose>
            <Button onClick={forget}>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={busy}>
            {isFixed ? 'Save clinic' : 'Save draft'}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save(event.currentTarget)
        }}
      >
        {failure ? <FormError title="Clinic not saved">{failure}</FormError> : null}
        <Field label="Title" required error={faults.title}>
          <Input
            name="title"
            value={draft.title}
            maxLength={clinicLimits.title}
            placeholder="Short game clinic"
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <Field label="Description" optional error={faults.description}>
          <Textarea
            name="description"
            value={draft.description}
            counter={{ length: draft.description.length, max: clinicLimits.description }}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-2 font-semibold">Dates</legend>
          {isFixed ? (
            <p className="text-sm text-muted">The dates and the place of a published clinic stay.</p>
          ) : null}
          {draft.dates.map((date, n) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a date has no other identity while it is typed
              key={n}
              className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:grid-cols-[1.4fr_1fr_1fr_auto]"
            >
              <Field label={`Date ${n + 1}`} className="max-sm:col-span-2" error={faults[`dates.${n}.date`]}>
                <Input
                  name={`dates.${n}.date`}
                  type="date"
                  value={date.date}
                  disabled={isFixed}
                  onChange={(event) => changeDate(n, { date: event.target.value })}
                />
              </Field>
              <Field label="Begins" className="max-sm:row-start-2" error={faults[`dates.${n}.time`]}>
                <Input
                  name={`dates.${n}.time`}
                  type="time"
                  step={900}
                  value={date.time}
                  disabled={isFixed}
                  onChange={(event) => changeDate(n, { time: event.target.value })}
                />
              </Field>
              <Field label="Length" className="max-sm:row-start-2">
                <Select
                  name={`dates.${n}.durationMinutes`}
                  value={String(date.durationMinutes)}
                  disabled={isFixed}
                  options={lengths.map((minutes) => ({
                    value: String(minutes),
                    label: formatDuration(minutes),
                  }))}
                  onChange={(event) => changeDate(n, { durationMinutes: Number(event.target.value) })}
                />
              </Field>
              <Button
                size="icon-sm"
                variant="ghost"
                className="mb-1"
                aria-label={`Remove date ${n + 1}`}
                disabled={isFixed || draft.dates.length === 1}
                onClick={() => change({ dates: draft.dates.filter((_, at) => at !== n) })}
              >
                <X aria-hidden />
              </Button>
            </div>
          ))}
          {isFixed || draft.dates.length >= clinicLimits.dates ? null : (
            <Button
              size="sm"
              className="self-start"
              onClick={() =>
                change({ dates: [...draft.dates, { ...(draft.dates.at(-1) ?? firstDate), date: '' }] })
              }
            >
              <Plus aria-hidden />
              Add date
            </Button>
          )}
        </fieldset>
        <Field label="Place" error={faults.placeId}>
          <Select
            name="placeId"
            value={draft.placeId}
            disabled={isFixed}
            options={
              isFixed
                ? [{ value: draft.placeId, label: clinic.place }]
                : places.map(({ id, name }) => ({ value: id, label: name }))
            }
            onChange={(event) => change({ placeId: event.target.value })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Price a seat"
            required
            error={faults.price}
            hint={
              cents === undefined
                ? 'For all dates together.'
                : `For all dates together. You receive ${formatMoney(coachShare(cents))} a seat.`
            }
          >
            <Input
              name="price"
              inputMode="decimal"
              leading="$"
              value={draft.price}
              onChange={(event) => change({ price: event.target.value })}
            />
          </Field>
          <Field label="Seats" required error={faults.seats}>
            <Input
              name="seats"
              inputMode="numeric"
              value={draft.seats}
              onChange={(event) => change({ seats: event.target.value })}
            />
          </Field>
          <Field
            label="Takes place with at least"
            error={faults.minimum}
            hint="With fewer, it is cancelled, and everyone gets a full refund."
          >
            <Input
              name="minimum"
              inputMode="numeric"
              value={draft.minimum}
              onChange={(event) => change({ minimum: event.target.value })}
            />
          </Field>
          {Number(draft.minimum) > 1 ? (
            <Field label="Decided on" required error={faults.decideOn} hint="At noon, before it begins.">
              <Input
                name="decideOn"
                type="date"
                value={draft.decideOn}
                onChange={(event) => change({ decideOn: event.target.value })}
              />
            </Field>
          ) : null}
        </div>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Youngest age" optional error={faults.youngest}>
            <Input
              name="youngest"
              inputMode="numeric"
              value={draft.youngest}
              onChange={(event) => change({ youngest: event.target.value })}
            />
          </Field>
          <Field label="Oldest age" optional error={faults.oldest}>
            <Input
              name="oldest"
              inputMode="numeric"
              value={draft.oldest}
              onChange={(event) => change({ oldest: event.target.value })}
            />
          </Field>
          <Field label="Level">
            <Select
              name="level"
              value={draft.level}
              options={clinicLevels.map((level) => ({ value: level, label: clinicLevelLabels[level] }))}
              onChange={(event) =>
                change({ level: clinicLevels.find((level) => level === event.target.value) ?? 'everyone' })
              }
            />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}

const firstDate = { date: '', time: '10:00', durationMinutes: 90 }
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** The name of the input for a field of the request. */
const inputOf = (path: readonly PropertyKey[]) => {
  const name = path.map(String).join('.')
  return name === 'priceCents' ? 'price' : name === 'dates' ? 'dates.0.date' : name
}
