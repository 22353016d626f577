import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeAddress } from '#features/coaches/place-address.ts'
import { PlaceFields } from '#features/onboarding/components/place-fields.tsx'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { type OwnPlace, placeFormSchema, type placeHours } from '../schema.ts'
import { ClinicsThere } from './remove-place-dialog.tsx'

const FORM = 'place-form'

const refusals = {
  unknown_zip: { field: 'zip', text: 'We do not know this ZIP code' },
  same_place: { field: 'locationName', text: 'You have a place of this name at this ZIP code already' },
  too_many_places: { field: '', text: 'You have as many places as there can be.' },
} as const

/** Adds a place, or edits one. */
export function PlaceDialog({
  place,
  isFirst,
  onClose,
  onSaved,
}: {
  /** The saved version, which another window may change while the dialog is open. */
  place: OwnPlace | null
  /** The coach has no other place, so the regular hours count there. */
  isFirst: boolean
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const [draft, setDraft] = useState({
    locationName: place?.name ?? '',
    address: place?.address ?? '',
    zip: place?.zip ?? '',
    isOutdoor: place?.isOutdoor ?? true,
  })
  const [isPrimary, setPrimary] = useState(false)
  const [hours, setHours] = useState<(typeof placeHours)[number] | ''>(isFirst ? 'regular' : '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { busy, failure, attempt } = useAttempt()
  /** The tag the edit is based on, until the dialog shows what another window saved. */
  const [basedOn] = useState(place?.tag ?? '')
  const [isElsewhere, setElsewhere] = useState(false)
  const isMoved = place !== null && draft.zip !== place.zip
  const use = useQuery({
    ...ownProfileClient.placeUse.queryOptions({ input: { placeId: place?.id ?? '' }, staleTime: 0 }),
    enabled: isMoved,
  })
  const clinics = use.data?.clinics ?? []

  const save = (form: HTMLFormElement) => {
    const checked = placeFormSchema.safeParse(draft)
    const found: Record<string, string> = {}
    for (const { path, message } of checked.error?.issues ?? []) found[String(path[0])] ??= message
    if (!place && hours === '') found.hours = 'Choose which hours count there'
    if (!checked.success || (!place && hours === '')) return show(form, found)
    void attempt(
      async () => {
        const saved = place
          ? await ownProfileClient.changePlace.call({
              ...checked.data,
              placeId: place.id,
              basedOn: isElsewhere ? place.tag : basedOn,
            })
          : await ownProfileClient.addPlace.call({ ...checked.data, isPrimary, hours: hours || 'own' })
        if (!saved.ok) {
          const { field, text } = refusals[saved.reason]
          return show(form, { [field]: text })
        }
        await onSaved()
        onClose()
        toast.success(
          place ? 'Place changed' : 'Place added',
          !place && hours === 'own'
            ? 'Students can book there once you have set its hours under Availability.'
            : checked.data.locationName,
        )
      },
      ({ code, issues }) => {
        if (code === 'changed_elsewhere' || code === 'no_such_place') void onSaved()
        if (code === 'changed_elsewhere') {
          setElsewhere(true)
          return true
        }
        if (issues.length === 0) return false
        show(form, Object.fromEntries(issues.map(({ path, message }) => [path, message])))
        return true
      },
    )
  }
  const show = (form: HTMLFormElement, found: Record<string, string>) => {
    setFaults(found)
    const wrong = Object.keys(found).map((name) => form.elements.namedItem(name))[0]
    const first = wrong instanceof RadioNodeList ? wrong[0] : wrong
    if (first instanceof HTMLElement) first.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={place ? 'Change place' : 'Add a place'}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={busy}>
            {place ? 'Save place' : 'Add place'}
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
          // The page's form is an ancestor in React's tree, though not in the DOM, so stop the event from
          // bubbling.
          event.stopPropagation()
          save(event.currentTarget)
        }}
        className="flex flex-col gap-5"
      >
        {isElsewhere && place ? (
          <Alert tone="warning" title="This place was changed in another window">
            It is now {place.name}, {placeAddress(place)}
            {place.isOutdoor === draft.isOutdoor ? '' : place.isOutdoor ? ', outdoors' : ', not outdoors'}.
            Nothing was overwritten. If you save now, this version replaces it.
          </Alert>
        ) : null}
        {failure || faults[''] ? (
          <FormError title="Place not saved">{failure ?? faults['']}</FormError>
        ) : null}
        <PlaceFields
          draft={draft}
          onChange={(patch) => setDraft((known) => ({ ...known, ...patch }))}
          faults={faults}
        />
        <Checkbox
          label="Lessons here are outdoors"
          description="Your weather rule counts for lessons at outdoor places."
          checked={draft.isOutdoor}
          onChange={(event) => setDraft((known) => ({ ...known, isOutdoor: event.target.checked }))}
        />
        {place ? (
          isMoved ? (
            <>
              <Alert>
                Booked lessons and published clinics keep their address and time. Message those students if
                you want to meet elsewhere. Driving times that you set for this place are estimated again.
              </Alert>
              {clinics.length > 0 ? <ClinicsThere clinics={clinics} /> : null}
            </>
          ) : null
        ) : (
          <>
            {isFirst ? null : (
              <RadioGroup
                legend="Which weekly hours count there?"
                name="hours"
                value={hours}
                onValueChange={(value) => setHours(value === 'own' ? 'own' : 'regular')}
                error={faults.hours}
                options={[
                  {
                    value: 'own',
                    label: 'Hours of its own',
                    description: 'You set them next. Until then students can’t book there.',
                  },
                  {
                    value: 'regular',
                    label: 'My regular hours',
                    description:
                      'The same hours in that place’s local time. Students can book either place; the first booking gets the time.',
                  },
                ]}
              />
            )}
            <Checkbox
              label="Make this my main place"
              description="It is shown first on your card and profile."
              checked={isPrimary}
              onChange={(event) => setPrimary(event.target.checked)}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
