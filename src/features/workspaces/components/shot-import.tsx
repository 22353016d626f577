import { useEffect, useRef, useState } from 'react'
import { readTextFile } from '#platform/text-file.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useLatest } from '#platform/use-latest.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ColumnMapping } from '#ui/column-mapping.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { UnreadableRows } from '#ui/unreadable-rows.tsx'
import { workspacesClient } from '../client.ts'
import { leftOutOfFile } from '../shots/left-out.ts'
import type { ShotPreview } from '../shots/schema.ts'
import { sessionDay } from '../shots/session-day.ts'
import {
  FEW_SHOTS,
  firstFields,
  type Mapping,
  MOST_FILE_CHARS,
  type NumberField,
  type ShotField,
  shotFields,
  type Unit,
  unitsOf,
} from '../shots/shot-units.ts'
import { ShotTable } from './shot-table.tsx'
import { fieldLabels } from './trend-chart.tsx'
import { useRefreshWorkspaces, useWorkspace } from './workspace-context.ts'

interface Chosen {
  name: string
  text: string
}

const isNumber = (field: ShotField): field is NumberField => field !== 'club' && field !== 'date'
const labelOf = (field: ShotField) =>
  field === 'club' ? 'Club' : field === 'date' ? 'Date' : fieldLabels[field]

/**
 * Imports a file of shots: choosing the file, correcting the column mapping, and previewing the result before
 * it is saved.
 * @param props.shared a file that is opened at once
 * @param props.onAdded called when the file is kept, also if it was kept before
 */
export function ShotImport({
  onClose,
  shared,
  onAdded,
}: {
  onClose: () => void
  shared?: File
  onAdded?: () => void
}) {
  const { view, pair } = useWorkspace()
  const refresh = useRefreshWorkspaces()
  const [file, setFile] = useState<Chosen | null>(null)
  const [preview, setPreview] = useState<ShotPreview | null>(null)
  const [name, setName] = useState('')
  const [on, setOn] = useState(view.today)
  const reading = useLatest()
  const adding = useAttempt()

  /** @param again other columns of the file that is shown, and the date it had with the ones before */
  const look = (read: () => Promise<Chosen>, again?: { mapping: Mapping; before: string | null }) =>
    reading.run(
      async () => {
        const chosen = await read()
        const input = { ...pair, text: chosen.text, ...(again ? { mapping: again.mapping } : {}) }
        return { chosen, found: await workspacesClient.previewShots.call(input) }
      },
      ({ chosen, found }) => {
        setPreview(found)
        const { today } = view
        if (again) {
          setOn((entered) => sessionDay(entered, { before: again.before, now: found.date, today }))
          return
        }
        setFile(chosen)
        setName(chosen.name)
        setOn(found.date ?? today)
      },
    )

  async function choose(input: File | undefined) {
    if (!input) return
    setPreview(null)
    setFile(null)
    if (input.size > MOST_FILE_CHARS) {
      reading.drop()
      toast.error('That file is too large', 'A file may have 700 kB. Export one session.')
      return
    }
    await look(async () => ({
      name: input.name.replace(/\.[a-z]{2,4}$/i, '').slice(0, 110) || 'Session',
      text: await readTextFile(input),
    }))
  }

  const opened = useRef(false)
  useEffect(() => {
    if (!shared || opened.current) return
    opened.current = true
    void choose(shared)
  })

  function setColumn(field: ShotField, column: number | null, unit?: Unit) {
    if (!file || !preview) return
    const rest = preview.mapping.filter((one) => one.field !== field)
    const kept = preview.mapping.find((one) => one.field === field)
    const own = isNumber(field) ? (unit ?? kept?.unit ?? unitsOf[field][0]) : null
    const mapping = column === null ? rest : [...rest, { column, field, unit: own }]
    setPreview({ ...preview, mapping })
    void look(async () => file, { mapping, before: preview.date })
  }

  const add = () =>
    adding.attempt(async () => {
      if (!file || !preview) return
      const added = await workspacesClient.addShots.call({
        ...pair,
        text: file.text,
        mapping: preview.mapping,
        name,
        on,
      })
      await refresh()
      onAdded?.()
      onClose()
      if (added.isNew)
        toast.success(
          `${added.count} ${added.count === 1 ? 'shot' : 'shots'} added`,
          leftOutOfFile(added.badCount),
        )
      else toast.success('This file was here already', 'Nothing was added twice.')
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title="Add a launch-monitor file"
      description="A CSV of one session. Nothing is saved until you add it."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="brand"
            disabled={!preview || preview.count === 0 || preview.isKnown || !name.trim() || reading.busy}
            loading={adding.busy}
            onClick={() => void add()}
          >
            {preview && preview.count > 0
              ? `Add ${preview.count} ${preview.count === 1 ? 'shot' : 'shots'}`
              : 'Add shots'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field
          label="File"
          hint="TrackMan, FlightScope, Foresight, Garmin, Rapsodo, SkyTrak, Uneekor, Full Swing, or your own table."
        >
          <Input
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            className="py-2"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </Field>
        <FormError>{reading.failure}</FormError>
        {preview?.isKnown ? (
          <Alert title="This file is here already">Adding it again would change nothing.</Alert>
        ) : null}
        {preview ? (
          <>
            <Columns preview={preview} onColumn={setColumn} />
            <Found preview={preview} />
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label="Name of the session">
                <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={120} />
              </Field>
              <Field label="Hit on">
                <Input
                  type="date"
                  value={on}
                  max={view.today}
                  onChange={(event) => setOn(event.target.value)}
                />
              </Field>
            </div>
          </>
        ) : null}
        <FormError>{adding.failure}</FormError>
      </div>
    </Dialog>
  )
}

function Columns({
  preview,
  onColumn,
}: {
  preview: ShotPreview
  onColumn: (field: ShotField, column: number | null, unit?: Unit) => void
}) {
  const unitOf = (field: ShotField) => {
    const chosen = preview.mapping.find((one) => one.field === field)
    return isNumber(field) && chosen && unitsOf[field].length > 1 ? (
      <Field label={`Unit of ${labelOf(field)}`} hideLabel className="w-24">
        <Select
          options={unitsOf[field].map((unit) => ({ value: unit, label: unit }))}
          value={chosen.unit ?? unitsOf[field][0]}
          onChange={(event) => onColumn(field, chosen.column, event.target.value as Unit)}
        />
      </Field>
    ) : null
  }
  const [showsAll, setShowsAll] = useState(false)
  const shown = shotFields.filter(
    (field) => showsAll || firstFields.includes(field) || preview.mapping.some((one) => one.field === field),
  )
  return (
    <div>
      <ColumnMapping
        headings={preview.headings}
        fields={shown.map((field) => ({ field, label: labelOf(field) }))}
        mapping={preview.mapping}
        hint={
          preview.isRemembered
            ? 'As you chose them for such a file before.'
            : 'Check how we matched the column headings and correct any mistakes. We remember your choices for the next file.'
        }
        onColumn={onColumn}
        extra={unitOf}
      />
      {shown.length < shotFields.length ? (
        <Button size="sm" variant="ghost" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all measures
        </Button>
      ) : null}
    </div>
  )
}

function Found({ preview }: { preview: ShotPreview }) {
  const fields = preview.mapping.map(({ field }) => field).filter(isNumber)
  return (
    <section aria-label="File contents" aria-live="polite">
      <p className="font-semibold">
        {`${preview.count} ${preview.count === 1 ? 'shot' : 'shots'}`}
        {preview.badCount > 0
          ? `, ${preview.badCount} ${preview.badCount === 1 ? 'line' : 'lines'} left out`
          : ''}
      </p>
      <p className="text-sm text-muted">
        {preview.clubs
          .map(({ club, count }) => `${club}: ${count}${count < FEW_SHOTS ? ' (too few for a trend)' : ''}`)
          .join(', ')}
      </p>
      {preview.sample.length > 0 ? (
        <div className="mt-3">
          <ShotTable
            label="The first shots"
            first="Club"
            fields={fields}
            rows={preview.sample.map((shot) => ({ key: shot.line, name: <bdi>{shot.club}</bdi>, shot }))}
          />
        </div>
      ) : null}
      {preview.bad.length > 0 ? (
        <details className="mt-2">
          <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
            Lines that hold no shot
          </summary>
          <UnreadableRows rows={preview.bad} count={preview.badCount} />
        </details>
      ) : null}
    </section>
  )
}
