import { useQueryClient } from '@tanstack/react-query'
import { Mic, Pause, PencilLine, Play, RotateCcw, Square, Trash2, X } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../../client.ts'
import type { Clip } from '../../schema.ts'
import { type VoiceOver, voiceOverSummary } from '../../voice-over/schema.ts'
import { formatSound, voiceOverLimits } from '../../voice-over/timeline.ts'
import { clipQuery } from '../clip-queries.ts'
import type { Playback } from '../use-playback.ts'
import { SaveVoiceOver } from './save-voice-over.tsx'
import { type Narration, useNarration } from './use-narration.ts'
import { type Recorder, type Recording, useRecorder } from './use-recorder.ts'

interface VoiceOverBarProps {
  clip: Clip
  me: string
  playback: Playback
  /** Ids of the visible drawings. */
  shownIds: readonly string[]
  nameOf: (userId: string) => string
  /** Called with the drawings visible during voice-over playback; null: all of them. */
  onShown: (ids: ReadonlySet<string> | null) => void
  /**
   * Set to a function that stops playback because the user operates the clip.
   * @returns whether a voice-over was playing
   */
  interrupt: RefObject<() => boolean>
}

/** Plays the voice-overs of a clip in sync with it, and records the user's own. */
export function VoiceOverBar(props: VoiceOverBarProps) {
  const [recording, setRecording] = useState<Recording | null>(null)
  const recorder = useRecorder(props.playback, props.shownIds, setRecording)
  return (
    <>
      <Bar {...props} recorder={recorder} recording={recording} onRecording={setRecording} />
      <LeaveDialog
        isOn={recorder.state === 'recording' || recording !== null}
        description="Your voice-over is not saved yet. It is lost when you leave this page."
        keepLabel="Stay"
      />
    </>
  )
}

function Bar(
  props: VoiceOverBarProps & {
    recorder: Recorder
    /** The recording that is not saved yet. */
    recording: Recording | null
    onRecording: (recording: Recording | null) => void
  },
) {
  const { clip, me, playback, recorder, recording } = props
  const queryClient = useQueryClient()
  const narration = useNarration(
    { frameTimes: clip.frameTimes, durationUs: clip.durationUs ?? 0 },
    playback,
    props.onShown,
  )
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(window.location.hash === READY), [])
  const { interrupt } = props
  useEffect(() => {
    interrupt.current = narration.interrupt
  }, [interrupt, narration.interrupt])
  const mine = clip.voiceOvers.find(({ authorId }) => authorId === me)
  const refresh = () => queryClient.invalidateQueries({ queryKey: clipQuery(clip.id).queryKey })

  function record() {
    // After client-side navigation, the previous page's Permissions-Policy applies, which blocks the
    // microphone.
    if (!mayUseMicrophone(clip.id)) {
      window.location.hash = READY
      window.location.reload()
      return
    }
    narration.stop()
    props.onRecording(null)
    void recorder.start()
  }

  if (recorder.state === 'recording')
    return (
      <section
        aria-label="Voice-over"
        data-recording
        className="fixed inset-x-3 top-2 z-20 flex items-center gap-2 rounded-card border border-danger bg-surface-raised px-4 py-3 shadow-float sm:gap-4 lg:sticky lg:inset-x-auto"
      >
        <span aria-hidden className="size-3 shrink-0 animate-pulse rounded-full bg-danger" />
        <p className="min-w-0 flex-1">
          <span className="tabular block font-semibold">
            <span role="status">Recording</span> {formatSound(recorder.ms)}
            <span className="font-normal text-muted"> of {formatSound(voiceOverLimits.seconds * 1_000)}</span>
          </span>
          <span className="text-sm text-muted max-sm:sr-only">
            Your voice, playback and drawings are all recorded.
          </span>
        </p>
        <Button variant="brand" onClick={recorder.stop}>
          <Square aria-hidden />
          Stop
        </Button>
        <Button size="icon" variant="ghost" aria-label="Cancel the recording" onClick={recorder.cancel}>
          <X aria-hidden />
        </Button>
      </section>
    )

  return (
    <section
      aria-label="Voice-over"
      className="flex flex-col gap-3 rounded-card border bg-surface-raised px-4 py-3"
    >
      {recording ? (
        <SaveVoiceOver
          key={recording.durationMs}
          clipId={clip.id}
          recording={recording}
          narration={narration}
          replaces={mine !== undefined}
          summary={mine?.summary ?? ''}
          onAgain={record}
          onDiscard={() => props.onRecording(null)}
          onSaved={async () => {
            await refresh()
            props.onRecording(null)
            toast.success('Voice-over saved')
          }}
        />
      ) : (
        <>
          {clip.voiceOvers.map((voice) => (
            <VoiceLine
              key={voice.id}
              clipId={clip.id}
              voice={voice}
              name={voice.authorId === me ? 'You explain' : `${props.nameOf(voice.authorId)} explains`}
              isMine={voice.authorId === me}
              narration={narration}
              onAgain={record}
              onChanged={refresh}
            />
          ))}
          {mine ? null : (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-52 text-[0.9375rem] text-muted">
                {isReady
                  ? 'Ready. Press the button, and talk.'
                  : clip.voiceOvers.length > 0
                    ? 'Answer with a voice-over of your own.'
                    : 'Explain this swing in your own voice while you play, step and draw.'}
              </p>
              <Button size="sm" loading={recorder.state === 'starting'} onClick={record}>
                <Mic aria-hidden />
                Record a voice-over
              </Button>
            </div>
          )}
        </>
      )}
      {(recorder.problem ?? narration.problem) ? (
        <Alert tone="error" title={recorder.problem ? 'The recording did not start' : 'Nothing to hear'}>
          {recorder.problem ?? narration.problem}
        </Alert>
      ) : null}
    </section>
  )
}

/** The URL hash after reloading for microphone access. */
const READY = '#record'

/** Whether this page was loaded directly, so that its policy, which allows the microphone, applies. */
function mayUseMicrophone(clipId: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname === `/clips/${clipId}`
}

function VoiceLine(props: {
  clipId: string
  voice: VoiceOver
  name: string
  isMine: boolean
  narration: Narration
  onAgain: () => void
  onChanged: () => Promise<void>
}) {
  const { clipId, voice, name, isMine, narration } = props
  const queryClient = useQueryClient()
  const isOpen = narration.key === voice.id
  const isHeard = isOpen && narration.isPlaying

  async function play() {
    try {
      const timeline = await queryClient.fetchQuery(
        clipsClient.timeline.queryOptions({
          input: { clipId, voiceOverId: voice.id },
          staleTime: Number.POSITIVE_INFINITY,
        }),
      )
      narration.play({ key: voice.id, url: voice.url, durationMs: voice.durationMs, timeline })
    } catch (error) {
      toast.error('The voice-over was not loaded', readProblem(error).message ?? 'Please try again.')
    }
  }

  return (
    <article className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="icon"
          variant="brand"
          aria-label={isHeard ? `Pause: ${name}` : `Play: ${name}`}
          onClick={() => (isHeard ? narration.pause() : void play())}
        >
          {isHeard ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
        <div className="min-w-0 flex-1 basis-36">
          <h2 className="truncate font-sans text-base font-semibold tracking-normal">
            <bdi>{name}</bdi>
          </h2>
          {isOpen ? null : <p className="tabular text-sm text-muted">{formatSound(voice.durationMs)}</p>}
          {isOpen ? (
            <div className="flex items-center gap-3">
              <input
                type="range"
                aria-label="Voice-over position"
                aria-valuetext={`${formatSound(narration.ms)} of ${formatSound(voice.durationMs)}`}
                min={0}
                max={voice.durationMs}
                step={100}
                value={Math.min(narration.ms, voice.durationMs)}
                onChange={({ target }) => narration.seek(Number(target.value))}
                className="h-6 min-w-0 flex-1 cursor-pointer accent-brand"
              />
              <span className="tabular text-sm whitespace-nowrap text-muted">
                {formatSound(narration.ms)} / {formatSound(voice.durationMs)}
              </span>
            </div>
          ) : null}
        </div>
        <div className="flex gap-1">
          {isOpen ? (
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label="Close the voice-over"
              title="Close"
              onClick={narration.stop}
            >
              <X aria-hidden />
            </Button>
          ) : null}
          {isMine ? (
            <>
              <SummaryDialog clipId={clipId} voice={voice} onSaved={props.onChanged} />
              <Button size="icon-sm" variant="ghost" aria-label="Record again" onClick={props.onAgain}>
                <RotateCcw aria-hidden />
              </Button>
              <ConfirmDialog
                trigger={
                  <Button size="icon-sm" variant="ghost" aria-label="Delete your voice-over">
                    <Trash2 aria-hidden />
                  </Button>
                }
                title="Delete your voice-over?"
                description="The audio and summary are deleted for both of you. Your drawings are kept. This cannot be undone."
                confirmLabel="Delete voice-over"
                keepLabel="Keep it"
                onConfirm={async () => {
                  narration.stop()
                  try {
                    await clipsClient.removeVoiceOver.call({ clipId, voiceOverId: voice.id })
                    toast.success('Voice-over deleted')
                  } catch (error) {
                    toast.error(
                      'The voice-over was not deleted',
                      readProblem(error).message ?? 'Please try again.',
                    )
                  }
                  await props.onChanged()
                }}
              />
            </>
          ) : null}
        </div>
      </div>
      {voice.summary ? (
        <p dir="auto" className="text-[0.9375rem] wrap-anywhere whitespace-pre-wrap">
          <span className="text-muted">In words: </span>
          {voice.summary}
        </p>
      ) : null}
    </article>
  )
}

function SummaryDialog(props: { clipId: string; voice: VoiceOver; onSaved: () => Promise<void> }) {
  const { clipId, voice } = props
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()
  function save(form: HTMLFormElement) {
    const checked = voiceOverSummary.safeParse(new FormData(form).get('summary'))
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? null))
    if (!checked.success) return
    void attempt(async () => {
      await clipsClient.summarizeVoiceOver.call({ clipId, voiceOverId: voice.id, summary: checked.data })
      await props.onSaved()
      setOpen(false)
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title="Text summary"
      description="It appears below your voice-over for students who can’t listen or hear it."
      trigger={
        <Button size="icon-sm" variant="ghost" aria-label="Put your voice-over into words">
          <PencilLine aria-hidden />
        </Button>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(event.currentTarget)
        }}
      >
        <Field label="In words" error={error ?? failure}>
          <Textarea
            name="summary"
            rows={4}
            defaultValue={voice.summary}
            maxLength={voiceOverLimits.summary + 50}
          />
        </Field>
        <Button type="submit" variant="brand" loading={busy}>
          Save words
        </Button>
      </form>
    </Dialog>
  )
}
