import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readTextFile } from '#platform/text-file.ts'
import { formatDuration } from '#platform/time.ts'
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
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { UnreadableRows } from '#ui/unreadable-rows.tsx'
import {
  MOST_LIST_CHARS,
  type StudentField,
  type StudentMapping,
  studentFieldLabels,
  studentFields,
} from '../bring/bring.ts'
import type { StudentsBrought, StudentsPreview } from '../bring/schema.ts'
import { studentsClient } from '../client.ts'

/** A coach brings students from a file: choosing it, correcting the columns, looking at the people, and bringing them. */
export function BringDialog({ onClose, onLetter }: { onClose: () => void; onLetter: () => void }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<StudentsPreview | null>(null)
  const [minutes, setMinutes] = useState<number | null>(null)
  const [brought, setBrought] = useState<StudentsBrought | null>(null)
  const reading = useLatest()
  const bringing = useAttempt()
  const undoing = useAttempt()

  const look = (read: () => Promise<string>, mapping?: StudentMapping) =>
    reading.run(
      async () => {
        const file = await read()
        const input = { text: file, ...(mapping ? { mapping } : {}) }
        return { file, found: await studentsClient.previewStudents.call(input) }
      },
      ({ file, found }) => {
        setText(file)
        setPreview(found)
      },
    )

  async function choose(file: File | undefined) {
    if (!file) return
    setPreview(null)
    setText('')
    if (file.size > MOST_LIST_CHARS) {
      reading.drop()
      return void toast.error('That file is too large', 'A file may have 500 kB. Split it.')
    }
    await look(() => readTextFile(file))
  }

  function setColumn(field: StudentField, column: number | null) {
    if (!preview) return
    const rest = preview.mapping.filter((one) => one.field !== field)
    const mapping = column === null ? rest : [...rest, { column, field }]
    setPreview({ ...preview, mapping })
    void look(async () => text, mapping)
  }

  const length = minutes ?? (preview?.durations.includes(60) ? 60 : (preview?.durations[0] ?? 60))
  const bring = () =>
    bringing.attempt(async () => {
      if (!preview) return
      const made = await studentsClient.bringStudents.call({
        text,
        mapping: preview.mapping,
        minutes: length,
      })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      setBrought(made)
    })

  /** Back to the file, with its columns as they were. */
  const undo = ({ importId }: StudentsBrought) =>
    undoing.attempt(async () => {
      await studentsClient.undoImports.call({ ...(importId ? { importId } : {}) })
      await queryClient.invalidateQueries({ queryKey: studentsClient.key() })
      setBrought(null)
      await look(async () => text, preview?.mapping)
    })

  if (brought) {
    // Processes of the previous version do not return how many accepted before.
    const { claimedCount = 0 } = brought
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title={brought.newCount > 0 ? `${people(brought.newCount)} added to your list` : 'Nobody was added'}
        description="Nobody has been written to."
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            {brought.importId ? (
              <Button loading={undoing.busy} onClick={() => void undo(brought)}>
                Undo
              </Button>
            ) : null}
            {brought.newCount > claimedCount ? (
              <Button variant="primary" onClick={onLetter}>
                See the letter
              </Button>
            ) : null}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {claimedCount > 0 ? (
            <p>{`${people(claimedCount)} accepted your invitation before and ${claimedCount === 1 ? 'stays' : 'stay'} in your list. Lessons you owe them can be booked now.`}</p>
          ) : null}
          {brought.knownCount > 0 ? (
            <p>{`${people(brought.knownCount)} ${brought.knownCount === 1 ? 'was' : 'were'} in your list already.`}</p>
          ) : null}
          <LeftOut bad={brought.bad} count={brought.badCount} />
          <FormError>{undoing.failure}</FormError>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title="Bring your students"
      description="A CSV file from the program you used before. Nobody is written to until you confirm the letter."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            disabled={!preview || preview.newCount === 0 || reading.busy}
            loading={bringing.busy}
            onClick={() => void bring()}
          >
            {preview && preview.newCount > 0 ? `Bring ${people(preview.newCount)}` : 'Bring students'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="File" hint="With headings such as Name, Email, Phone, Notes and Lessons left.">
          <Input
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            className="py-2"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </Field>
        <FormError>{reading.failure}</FormError>
        {preview ? (
          <>
            <ColumnMapping
              headings={preview.headings}
              fields={studentFields.map((field) => ({ field, label: studentFieldLabels[field] }))}
              mapping={preview.mapping}
              hint="Check how we matched the column headings and correct any mistakes."
              onColumn={setColumn}
            />
            <Found preview={preview} />
            {preview.lessons > 0 ? (
              <Field
                label="Length of each lesson"
                hint="Your students book them without paying. Nothing is charged or paid out here for them."
              >
                <Select
                  options={preview.durations.map((one) => ({
                    value: String(one),
                    label: formatDuration(one),
                  }))}
                  value={String(length)}
                  onChange={(event) => setMinutes(Number(event.target.value))}
                />
              </Field>
            ) : null}
          </>
        ) : null}
        <FormError>{bringing.failure}</FormError>
      </div>
    </Dialog>
  )
}

const people = (count: number) => (count === 1 ? '1 student' : `${count} students`)

function Found({ preview }: { preview: StudentsPreview }) {
  const { newCount, knownCount, lessons } = preview
  return (
    <section aria-label="File contents" aria-live="polite" className="flex flex-col gap-3">
      <p className="font-semibold">
        {[
          `${people(newCount)} to bring`,
          ...(lessons > 0 ? [`${lessons} ${lessons === 1 ? 'lesson' : 'lessons'} owed`] : []),
        ].join(', ')}
      </p>
      {knownCount > 0 ? (
        <Alert title={`${people(knownCount)} in your list already`}>They stay as they are.</Alert>
      ) : null}
      {preview.sample.length > 0 ? (
        <Table label="The first students" className="text-sm">
          <thead className="border-b text-muted">
            <tr>
              {['Name', 'Email', 'Phone', 'Note'].map((title) => (
                <th key={title} scope="col" className="px-3 py-2 font-medium">
                  {title}
                </th>
              ))}
              <th scope="col" className="px-3 py-2 text-right font-medium">
                Lessons
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {preview.sample.map((one) => (
              <tr key={one.line}>
                {[one.name, one.email, one.phone, one.note].map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                  <td key={at} className="max-w-48 truncate px-3 py-1.5">
                    <bdi>{cell ?? '–'}</bdi>
                  </td>
                ))}
                <td className="tabular px-3 py-1.5 text-right">{one.lessons}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      <LeftOut bad={preview.bad} count={preview.badCount} />
    </section>
  )
}

function LeftOut({ bad, count }: { bad: StudentsPreview['bad']; count: number }) {
  if (count === 0) return null
  return (
    <details>
      <summary className="min-h-11 py-2.5 font-medium hover:text-ink">
        {count === 1 ? '1 line is left out' : `${count} lines are left out`}
      </summary>
      <UnreadableRows rows={bad} count={count} />
    </details>
  )
}
