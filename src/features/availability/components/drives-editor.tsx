import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAttempt } from '#platform/use-attempt.ts'
import { leftAfterSaving } from '#platform/versioned-draft.ts'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import { driveWords, LONGEST_DRIVE } from '../drives.ts'
import type { AvailabilitySettings } from '../own-hours/schema.ts'
import type { AvailabilityDraft } from './availability-queries.ts'
import { SaveBar } from './save-bar.tsx'

type Drive = AvailabilitySettings['drives'][number]

const keyOf = ({ placeA, placeB }: Pick<Drive, 'placeA' | 'placeB'>) => `${placeA} ${placeB}`

/**
 * Parses the minutes in a text field: null when it is empty, which selects our estimate; undefined when
 * invalid.
 */
function minutesOf(typed: string): number | null | undefined {
  if (!typed.trim()) return null
  const minutes = Number(typed)
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= LONGEST_DRIVE ? minutes : undefined
}

/** Edits the driving times between a coach's places. The preview shows the effect before they are saved. */
export function DrivesEditor({
  settings,
  effect,
  onDraft,
  onSaved,
}: {
  settings: AvailabilitySettings
  effect: string | null
  onDraft: (drives: AvailabilityDraft['drives']) => void
  onSaved: (settings: AvailabilitySettings) => void
}) {
  const [draft, setDraft] = useState<{ typed: Record<string, string>; basedOn: string } | null>(null)
  const latest = useRef(draft)
  latest.current = draft
  const [isStale, setStale] = useState(false)
  const saving = useAttempt()
  const { drives, drivesTag } = settings
  const nameOf = (placeId: string) => settings.places.find(({ id }) => id === placeId)?.name ?? 'A place'
  const typedOf = (drive: Drive) => draft?.typed[keyOf(drive)] ?? drive.ownMinutes?.toString() ?? ''
  const faultOf = (drive: Drive) =>
    minutesOf(typedOf(drive)) === undefined ? `Enter whole minutes, ${LONGEST_DRIVE} at most` : undefined
  const isValid = !drives.some(faultOf)
  const waits = draft !== null && draft.basedOn !== drivesTag
  // The draft is saved, but the response was lost or has not arrived yet.
  const isSaved = waits && drives.every((drive) => minutesOf(typedOf(drive)) === drive.ownMinutes)

  useEffect(() => () => onDraft(undefined), [onDraft])
  const change = (drive: Drive, value: string) => {
    const typed = { ...draft?.typed, [keyOf(drive)]: value }
    setDraft({ typed, basedOn: draft?.basedOn ?? drivesTag })
    const minutes = drives.map((one) => ({
      placeA: one.placeA,
      placeB: one.placeB,
      minutes: minutesOf(typed[keyOf(one)] ?? one.ownMinutes?.toString() ?? ''),
    }))
    onDraft(
      minutes.some((one) => one.minutes === undefined)
        ? undefined
        : minutes.map((one, nth) => ({
            ...one,
            minutes: Math.min(LONGEST_DRIVE, one.minutes ?? drives[nth]?.measuredMinutes ?? 0),
          })),
    )
  }
  const reset = (left: typeof draft) => {
    setDraft(left)
    setStale(false)
    if (!left) onDraft(undefined)
  }
  const drop = () => reset(null)
  const dropSaved = useEffectEvent(drop)
  useEffect(() => {
    if (isSaved) dropSaved()
  }, [isSaved])
  function save(basedOn: string) {
    if (!isValid) {
      document.querySelector<HTMLElement>('[data-drives] [aria-invalid]')?.focus()
      return
    }
    void saving.attempt(
      async () => {
        const own = drives.map((drive) => ({
          placeA: drive.placeA,
          placeB: drive.placeB,
          ownMinutes: minutesOf(typedOf(drive)) ?? null,
        }))
        const saved = await availabilityClient.saveDrives.call({ basedOn, drives: own })
        reset(leftAfterSaving(latest.current, draft, saved.drivesTag))
        onSaved(saved)
        toast.success('Drives saved', 'Lessons already booked stay as they are.')
      },
      (problem) => {
        setStale(problem.code === 'changed_elsewhere')
        return problem.code === 'changed_elsewhere'
      },
    )
  }
  return (
    <div data-drives>
      <p className="max-w-prose text-[0.9375rem] text-muted">
        After a lesson at one place, students can’t book the other before you are there. If your break around
        lessons is longer than the drive, the break counts.
      </p>
      <ul className="mt-4 divide-y rounded-card border bg-surface-raised">
        {drives.map((drive) => {
          const [one, other] = [nameOf(drive.placeA), nameOf(drive.placeB)]
          return (
            <li
              key={keyOf(drive)}
              className="grid gap-x-6 gap-y-3 p-5 sm:grid-cols-[minmax(0,1fr)_13rem] sm:items-center"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2.5 font-medium wrap-anywhere">
                  <bdi>{one}</bdi>
                  <ArrowLeftRight aria-label="and" className="size-4 shrink-0 text-muted" />
                  <bdi>{other}</bdi>
                </p>
                <p className="mt-1 tabular text-sm text-muted">{measuredWords(drive)}</p>
              </div>
              <Field label="Minutes by car" error={faultOf(drive)}>
                <Input
                  aria-label={`Minutes by car between ${one} and ${other}`}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typedOf(drive)}
                  placeholder={drive.measuredMinutes?.toString() ?? '0'}
                  onChange={(event) => change(drive, event.target.value)}
                />
              </Field>
            </li>
          )
        })}
      </ul>
      {saving.failure && draft ? (
        <div className="mt-5">
          <FormError title="Drives not saved">{saving.failure}</FormError>
        </div>
      ) : null}
      <SaveBar
        isChanged={draft !== null}
        effect={effect}
        busy={saving.busy}
        label="Save drives"
        fault={isValid ? null : 'Some minutes need another look.'}
        elsewhere={
          draft && !isSaved && (isStale || waits)
            ? {
                title: 'These drives were changed in another window',
                kept: 'Nothing was overwritten. What you typed is still here.',
                onLatest: drop,
                onKeep: () => save(drivesTag),
                keepLabel: 'Save mine instead',
              }
            : null
        }
        onSave={() => draft && save(draft.basedOn)}
        onDiscard={drop}
      />
    </div>
  )
}

function measuredWords({ measuredMinutes, isRouted }: Drive): string {
  if (measuredMinutes === null)
    return 'We can’t locate one of these places. Enter the drive time, or no drive time is added.'
  if (measuredMinutes === 0) return 'They are in the same place: no drive.'
  const minutes = driveWords(measuredMinutes)
  return isRouted
    ? `${minutes} by road. Leave it empty to keep that.`
    : `About ${minutes}, estimated from the distance. Leave it empty to keep that.`
}
