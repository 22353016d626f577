import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useVersionedDraft } from '#platform/use-versioned-draft.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ChangedElsewhere } from '#ui/changed-elsewhere.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { studentsClient } from '../client.ts'
import { noteSchema, STUDENT_NOTE_LENGTH, type StudentOfCoach } from '../schema.ts'
import { studentQuery } from './roster-query.ts'

/**
 * The coach's private note. Unsaved text survives a reload, and changes in another window are not
 * overwritten.
 */
export function StudentNote({ student }: { student: StudentOfCoach }) {
  // Null until hydration: the server does not know the unsaved text of this tab.
  const zone = useViewerZone()
  return <NoteEditor key={zone ?? 'server'} student={student} zone={zone} />
}

function NoteEditor({ student, zone }: { student: StudentOfCoach; zone: string | null }) {
  const { studentId, note } = student
  const queryClient = useQueryClient()
  const edit = useVersionedDraft(`student-note:${studentId}`, { text: note.note, version: note.version })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  const text = zone === null ? note.note : edit.text
  const isChanged = text.trim() !== note.note

  async function save() {
    const sent = edit.draft
    const checked = noteSchema.safeParse({ note: text })
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null)
    setBusy(true)
    setError(null)
    setConflict(false)
    try {
      const kept = await studentsClient.saveNote.call({
        studentId,
        note: checked.data.note,
        basedOn: edit.basedOn,
      })
      queryClient.setQueryData(studentQuery(studentId).queryKey, (known) => known && { ...known, note: kept })
      edit.settle(sent, kept.version)
      toast.success('Note saved', 'Only you can read it.')
    } catch (failure) {
      const problem = readProblem(failure)
      if (problem.code === 'changed_elsewhere') {
        // Keeping this text replaces the version that is fetched here.
        await queryClient.invalidateQueries({ queryKey: studentQuery(studentId).queryKey })
        setConflict(true)
      } else setError(problem.message ?? 'We could not reach the server. What you typed is still here.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <CardHeader
        title="Your note"
        className="mb-3"
        action={
          <span className="inline-flex items-center gap-1.5 text-sm text-muted">
            <Lock aria-hidden className="size-4" />
            Only you
          </span>
        }
      />
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={`Note about ${student.name}`} hideLabel error={error}>
          <Textarea
            rows={6}
            maxLength={STUDENT_NOTE_LENGTH}
            dir="auto"
            value={text}
            placeholder="Goals, an old injury, what clicked last time"
            onChange={(event) => edit.change(event.target.value)}
          />
        </Field>
        {isConflict ? (
          <ChangedElsewhere
            title="This note was changed in another window"
            onShowLatest={() => {
              setConflict(false)
              edit.drop()
            }}
            onKeepMine={() => {
              setConflict(false)
              edit.takeOver()
            }}
          />
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {isChanged
              ? 'Not saved yet'
              : note.updatedAt
                ? `Saved ${formatDay(note.updatedAt, zone ?? 'UTC', { year: true })}`
                : ''}
          </p>
          <Button type="submit" variant="brand" size="sm" loading={busy} disabled={!isChanged}>
            Save note
          </Button>
        </div>
      </form>
    </Card>
  )
}
