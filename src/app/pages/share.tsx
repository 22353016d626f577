import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Share2, X } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { forgetSharedFile, kindOfShared, readSharedFiles, type SharedFile } from '#app/shared-files.ts'
import { titleHead } from '#app/title-head.ts'
import { WorkspaceProvider } from '#features/workspaces/components/workspace-context.ts'
import { workspaceListQuery, workspaceQuery } from '#features/workspaces/components/workspace-queries.ts'
import type { ListedWorkspace } from '#features/workspaces/schema.ts'
import { MOST_LISTED, type Pair, type Side, workspaceHref } from '#features/workspaces/workspace.ts'
import { choiceParam } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const AddClips = lazyPart(() => import('#features/clips/components/add-clips.tsx'), 'AddClips')
const ShotImport = lazyPart(() => import('#features/workspaces/components/shot-import.tsx'), 'ShotImport')

const problems = ['again', 'nothing', 'too-much', 'unreadable'] as const
const problemTexts: Record<(typeof problems)[number], string> = {
  again: 'The app could not receive the files yet. Please share them again now.',
  nothing: 'There was no file in what you shared. Export the session as a CSV file and share that.',
  'too-much': 'Not all files fit: ten can wait here. Add or remove these first, then share the others again.',
  unreadable: 'The files could not be kept on this device. Free some space and share them again.',
}

/**
 * Files from the phone's share sheet: who they are for, then the import of shots or the upload of clips. The
 * files wait on the device, also while the person signs in.
 */
export const Route = createFileRoute('/_shell/_student-or-coach/share')({
  validateSearch: (raw: Record<string, unknown>): { problem?: (typeof problems)[number] | undefined } => ({
    problem: choiceParam(problems, raw.problem),
  }),
  head: titleHead('Add shared files'),
  component: SharePage,
})

function SharePage() {
  const { me } = Route.useRouteContext()
  const { problem } = Route.useSearch()
  const [files, setFiles] = useState<SharedFile[] | null>(null)
  const list = useQuery(workspaceListQuery)
  useEffect(() => {
    void readSharedFiles()
      .catch(() => [])
      .then(setFiles)
  }, [])
  const remove = (key: string) => {
    setFiles((all) => all?.filter((one) => one.key !== key) ?? null)
    void forgetSharedFile(key).catch(() => undefined)
  }
  if (!me) return null
  const isWaiting = files === null || list.isPending
  return (
    <main className="wrap max-w-2xl py-8 sm:py-10">
      <PageHeader
        title="Add shared files"
        lead="Launch-monitor shots and swing clips that you shared from another app."
      />
      <div className="mt-6 flex flex-col gap-6">
        {problem ? <Alert tone="warning">{problemTexts[problem]}</Alert> : null}
        {isWaiting ? <Skeleton className="h-60 rounded-card" /> : null}
        {list.isError ? (
          <Alert
            tone="error"
            title="Your workspaces could not be loaded"
            action={
              <Button size="sm" onClick={() => void list.refetch()}>
                Try again
              </Button>
            }
          >
            The files are still on this device.
          </Alert>
        ) : null}
        {files && list.data ? (
          <Choices
            as={me.role === 'coach' ? 'coach' : 'student'}
            files={files}
            people={list.data.filter(({ isOpen }) => isOpen)}
            onRemove={remove}
          />
        ) : null}
      </div>
    </main>
  )
}

const keyOf = ({ instructorId, studentId, golfer }: ListedWorkspace) =>
  `${instructorId} ${studentId} ${golfer?.id ?? ''}`

/** Who plays, and with whom. */
const labelOf = (as: Side, { name, golfer }: ListedWorkspace) =>
  as === 'coach' ? (golfer ? `${golfer.name} (${name})` : name) : `${golfer?.name ?? 'You'}, with ${name}`

function Choices({
  as,
  files,
  people,
  onRemove,
}: {
  as: Side
  files: readonly SharedFile[]
  people: readonly ListedWorkspace[]
  onRemove: (key: string) => void
}) {
  const [chosenKey, setChosen] = useState('')
  /** The files that are uploaded, once the person has started. */
  const [uploading, setUploading] = useState<readonly SharedFile[] | null>(null)
  const [importing, setImporting] = useState<SharedFile | null>(null)
  const chosen =
    people.find((one) => keyOf(one) === chosenKey) ?? (people.length === 1 ? people[0] : undefined)
  const pair: Pair | null = chosen
    ? { instructorId: chosen.instructorId, studentId: chosen.studentId, golferId: chosen.golfer?.id ?? null }
    : null
  const clips = files.filter(({ file }) => kindOfShared(file).is === 'clip')
  if (people.length === 0)
    return (
      <EmptyState icon={Share2} title="No one to share with yet">
        After the first booked lesson, shots and clips go to the workspace of a coach and a student.
      </EmptyState>
    )
  if (files.length === 0 && !uploading)
    return (
      <EmptyState
        icon={Share2}
        title="No files are waiting"
        action={
          pair ? (
            <LinkButton href={workspaceHref(as, pair, 'numbers')}>Open the workspace</LinkButton>
          ) : undefined
        }
      >
        Open your launch monitor’s app, export a session, and choose {siteName} in the share sheet. Install{' '}
        {siteName} on the phone first.
      </EmptyState>
    )
  return (
    <>
      <Field
        label="Who is the golfer?"
        hint={
          people.length < MOST_LISTED
            ? undefined
            : `The list ends at ${MOST_LISTED} people. For somebody else, add the file in their workspace.`
        }
      >
        <Select
          {...(people.length > 1 ? { placeholder: 'Choose a golfer' } : {})}
          disabled={uploading !== null}
          value={chosen ? keyOf(chosen) : ''}
          onChange={(event) => setChosen(event.target.value)}
          options={people.map((one) => ({ value: keyOf(one), label: labelOf(as, one) }))}
        />
      </Field>
      <ul aria-label="Shared files" className="flex flex-col gap-3">
        {files.map((one) => (
          <FileLine
            key={one.key}
            shared={one}
            onImport={pair ? () => setImporting(one) : null}
            onRemove={() => onRemove(one.key)}
          />
        ))}
      </ul>
      {clips.length > 0 && !uploading ? (
        <Button variant="brand" disabled={!pair} onClick={() => setUploading(clips)}>
          {`Upload ${clips.length} ${clips.length === 1 ? 'clip' : 'clips'}`}
        </Button>
      ) : null}
      {uploading && pair ? (
        <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
          <AddClips
            {...pair}
            bookingId={null}
            shared={uploading.map(({ file }) => file)}
            onAdded={(added) => {
              const key = uploading.find(({ file }) => file === added)?.key
              if (key) onRemove(key)
            }}
          />
          <LinkButton href={workspaceHref(as, pair, 'clips')}>Open the clips</LinkButton>
        </Suspense>
      ) : null}
      {importing && pair ? (
        <Import
          pair={pair}
          shared={importing}
          onClose={() => setImporting(null)}
          onAdded={() => onRemove(importing.key)}
        />
      ) : null}
    </>
  )
}

function FileLine({
  shared: { file },
  onImport,
  onRemove,
}: {
  shared: SharedFile
  /** Null until the golfer is chosen. */
  onImport: (() => void) | null
  onRemove: () => void
}) {
  const kind = kindOfShared(file)
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border bg-surface-raised p-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        <p className={kind.is === 'nothing' ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {kind.is === 'nothing' ? kind.why : kind.is === 'shots' ? 'Launch-monitor shots' : 'Clip'}
        </p>
      </div>
      {kind.is === 'shots' ? (
        <Button variant="brand" size="sm" disabled={!onImport} onClick={() => onImport?.()}>
          Import shots
          <span className="sr-only"> of {file.name}</span>
        </Button>
      ) : null}
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  )
}

function Import({
  pair,
  shared,
  onClose,
  onAdded,
}: {
  pair: Pair
  shared: SharedFile
  onClose: () => void
  onAdded: () => void
}) {
  // Without a connection, a paused query would show nothing.
  const { data: view, isError, refetch } = useQuery({ ...workspaceQuery(pair), networkMode: 'always' })
  if (isError)
    return (
      <Alert
        tone="error"
        title="The workspace could not be loaded"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The file is still on this device. Check your connection and try again.
      </Alert>
    )
  return view ? (
    <WorkspaceProvider value={{ view, pair, slots: {} }}>
      <Suspense>
        <ShotImport shared={shared.file} onClose={onClose} onAdded={onAdded} />
      </Suspense>
    </WorkspaceProvider>
  ) : null
}
