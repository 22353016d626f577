import { useState } from 'react'
import { type LessonType, lessonTypes, priceLesson } from '#features/bookings/booking.ts'
import { hourlyRateOf, type LessonRates } from '#features/bookings/lesson-kinds.ts'
import { coachShare } from '#features/ledger/fee.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { twiceIfLost } from '#platform/twice-if-lost.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { defaultOfferTitle, offerVisibilities, savingsOf } from '../packages/offers/offer.ts'
import { type OwnOffer, saveOfferSchema } from '../packages/offers/schema.ts'
import { DEFAULT_VALID_DAYS, lessonTypeLabels, validDays } from '../proposal.ts'
import { dollarsText } from './proposal-draft.ts'
import { lengthsFor } from './proposal-fields.tsx'

const FORM = 'package-offer'

const visibilityChoices = {
  public: { label: 'On my profile', description: 'Everyone who opens your profile can buy it.' },
  link: { label: 'By link only', description: 'Only people you send its link to see it.' },
  off: { label: 'Not sold', description: 'Kept here for later.' },
}

/** Adds a package that the coach sells, or changes one. */
export function PackageOfferDialog(props: {
  offer: OwnOffer | null
  rates: LessonRates
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const { offer, rates, onClose, onSaved } = props
  // Identifies a new package, so that a save after a lost answer does not store another one.
  const [newOfferId] = useState(uuidV4)
  const [draft, setDraft] = useState({
    title: offer && offer.title !== defaultOfferTitle(offer) ? offer.title : '',
    lessonType: offer?.lessonType ?? 'individual',
    lessons: String(offer?.lessons ?? 5),
    durationMinutes: offer?.durationMinutes ?? 60,
    price: offer ? dollarsText(offer.priceCents) : '',
    validDays: offer?.validDays ?? DEFAULT_VALID_DAYS,
    visibility: offer?.visibility ?? 'public',
  })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { busy, failure, attempt } = useAttempt()
  const change = (part: Partial<typeof draft>) => setDraft((known) => ({ ...known, ...part }))
  const lessons = Number(draft.lessons)
  const terms = {
    lessons,
    durationMinutes: draft.durationMinutes,
    priceCents: parseMoney(draft.price) ?? Number.NaN,
  }

  const show = (form: HTMLFormElement, found: Record<string, string>) => {
    setFaults(found)
    const wrong = Object.keys(found).map((name) => form.elements.namedItem(name))[0]
    if (wrong instanceof HTMLElement) wrong.focus()
  }
  function save(form: HTMLFormElement) {
    const identity = offer ? { offerId: offer.id, basedOn: offer.version } : { newOfferId }
    const checked = saveOfferSchema.safeParse({ ...draft, ...terms, ...identity })
    if (!checked.success) {
      const found: Record<string, string> = {}
      for (const { path, message } of checked.error.issues) found[inputOf(path[0])] ??= message
      if (Number.isNaN(terms.priceCents)) found.price = 'Enter the price of all lessons together, such as 400'
      return show(form, found)
    }
    setFaults({})
    void attempt(
      async () => {
        // After a lost answer, an edited form would be based on a version that was already replaced.
        await twiceIfLost(() => proposalsClient.savePackageOffer.call(checked.data))
        await onSaved()
        onClose()
        toast.success(
          offer ? 'Package changed' : 'Package added',
          checked.data.title || defaultOfferTitle(terms),
        )
      },
      ({ code, issues }) => {
        if (code === 'no_such_offer' || code === 'changed_elsewhere') void onSaved()
        if (issues.length === 0) return false
        show(form, Object.fromEntries(issues.map(({ path, message }) => [inputOf(path), message])))
        return true
      },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={offer ? 'Change package' : 'Add a package'}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={busy}>
            {offer ? 'Save package' : 'Add package'}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(event.currentTarget)
        }}
        className="flex flex-col gap-5"
      >
        {failure ? <FormError title="Package not saved">{failure}</FormError> : null}
        <Field label="Title" optional error={faults.title}>
          <Input
            name="title"
            value={draft.title}
            maxLength={80}
            placeholder={defaultOfferTitle({ ...terms, lessons: lessons > 1 ? lessons : 5 })}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Lessons" error={faults.lessons}>
            <Input
              name="lessons"
              inputMode="numeric"
              value={draft.lessons}
              onChange={(event) => change({ lessons: event.target.value })}
            />
          </Field>
          <Field label="Length of each" error={faults.durationMinutes}>
            <Select
              name="durationMinutes"
              value={String(draft.durationMinutes)}
              options={lengthsFor(draft.durationMinutes).map((minutes) => ({
                value: String(minutes),
                label: formatDuration(minutes),
              }))}
              onChange={(event) => change({ durationMinutes: Number(event.target.value) })}
            />
          </Field>
          <Field label="Type" error={faults.lessonType}>
            <Select
              name="lessonType"
              value={draft.lessonType}
              options={lessonTypes.map((type) => ({ value: type, label: lessonTypeLabels[type] }))}
              onChange={(event) =>
                change({
                  lessonType: lessonTypes.find((type) => type === event.target.value) ?? 'individual',
                })
              }
            />
          </Field>
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Price for all lessons"
            required
            error={faults.price}
            hint={priceHint({ ...terms, lessonType: draft.lessonType }, rates)}
          >
            <Input
              name="price"
              inputMode="decimal"
              leading="$"
              value={draft.price}
              onChange={(event) => change({ price: event.target.value })}
            />
          </Field>
          <Field
            label="Lessons can be booked for"
            error={faults.validDays}
            hint="Unused lessons are refunded by your cancellation terms when it ends."
          >
            <Select
              name="validDays"
              value={String(draft.validDays)}
              options={validDays.map((days) => ({ value: String(days), label: `${days} days` }))}
              onChange={(event) => change({ validDays: Number(event.target.value) })}
            />
          </Field>
        </div>
        <RadioGroup
          legend="Who can buy it?"
          name="visibility"
          value={draft.visibility}
          onValueChange={(value) =>
            change({ visibility: offerVisibilities.find((one) => one === value) ?? 'public' })
          }
          options={offerVisibilities.map((value) => ({ value, ...visibilityChoices[value] }))}
        />
      </form>
    </Dialog>
  )
}

/** The name of the input for a field of the request. */
const inputOf = (field: unknown) => (field === 'priceCents' ? 'price' : String(field))

/** What the price means: for the coach, and compared with single lessons. */
function priceHint(
  terms: { lessonType: LessonType; lessons: number; durationMinutes: number; priceCents: number },
  rates: LessonRates,
): string {
  const { lessonType, lessons, durationMinutes, priceCents } = terms
  if (!Number.isInteger(lessons) || lessons < 2) return 'For all lessons together.'
  const rate = hourlyRateOf(rates, lessonType)
  const singly =
    rate === null
      ? null
      : `Booked one by one, they cost ${formatMoney(lessons * priceLesson(rate, durationMinutes))}`
  if (!Number.isInteger(priceCents)) return singly ? `${singly}.` : 'For all lessons together.'
  const saved = savingsOf(terms, rates)
  const compared = singly ? `${singly}${saved > 0 ? `: students save ${formatMoney(saved)}` : ''}. ` : ''
  return `${compared}You receive ${formatMoney(coachShare(priceCents))}.`
}
