import { Pause, Play, RotateCcw, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { clipsClient } from '../../client.ts'
import { voiceOverSummary } from '../../voice-over/schema.ts'
import { formatSound, voiceOverLimits } from '../../voice-over/timeline.ts'
import { sendParts } from '../send-parts.ts'
import type { Narration } from './use-narration.ts'
import type { Recording } from './use-recorder.ts'

const PREVIEW = 'preview'

/** A new recording: playback, a text summary, and saving with a resumable upload. */
export function SaveVoiceOver(props: {
  clipId: string
  recording: Recording
  narration: Narration
  /** True when it will replace the user's earlier voice-over. */
  replaces: boolean
  summary: string
  onAgain: () => void
  onDiscard: () => void
  onSaved: () => Promise<void>
}) {
  const { clipId, recording, narration } = props
  const [summary, setSummary] = useState(props.summary)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState<{ part: number; isWaiting: boolean } | null>(null)
  const begun = useRef<{ uploadId: string; address: string } | null>(null)
  const abort = useRef<AbortController | null>(null)
  const url = useMemo(() => URL.createObjectURL(recording.sound), [recording])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  useEffect(() => () => abort.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const isHeard = narration.key === PREVIEW && narration.isPlaying
  const { durationMs, timeline } = recording

  async function save() {
    const checked = voiceOverSummary.safeParse(summary)
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? null))
    if (!checked.success || sending) return
    narration.stop()
    setFailure(null)
    setSending({ part: 0, isWaiting: false })
    abort.current = new AbortController()
    try {
      begun.current ??= await clipsClient.startVoiceOver.call({ clipId, bytes: recording.sound.size })
      const { uploadId, address } = begun.current
      await sendParts(recording.sound, address, abort.current.signal, {
        progress: (part) => setSending({ part, isWaiting: false }),
        waiting: (isWaiting) => setSending((now) => now && { ...now, isWaiting }),
      })
      const made = await clipsClient.finishVoiceOver.call({ uploadId, timeline, summary: checked.data })
      if (!made.ok) {
        begun.current = null
        throw new Error(made.message)
      }
      await props.onSaved()
    } catch (cause) {
      if (abort.current.signal.aborted) return
      const problem = readProblem(cause)
      // Starts a new upload when the previous one no longer exists.
      if (problem.code === 'no_such_upload') begun.current = null
      const words =
        problem.message ?? (cause instanceof Error && cause.name === 'Error' ? cause.message : null)
      setFailure(words ?? 'We could not reach the server. Your recording is still here: please try again.')
      setSending(null)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Save your voice-over"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="flex items-center gap-3">
        <Button
          size="icon"
          variant="brand"
          aria-label={isHeard ? 'Pause your recording' : 'Listen to your recording'}
          onClick={() =>
            isHeard ? narration.pause() : narration.play({ key: PREVIEW, url, durationMs, timeline })
          }
        >
          {isHeard ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
        <p className="min-w-0 flex-1">
          <span className="block font-semibold">Listen to it before you save it</span>
          <span className="tabular text-sm text-muted">
            {formatSound(narration.key === PREVIEW ? narration.ms : 0)} of {formatSound(durationMs)}
          </span>
        </p>
      </div>
      <Field label="Text summary" optional hint="For students who can’t listen or hear it." error={error}>
        <Textarea
          rows={3}
          value={summary}
          maxLength={voiceOverLimits.summary + 50}
          onChange={({ target }) => {
            setSummary(target.value)
            setError(null)
          }}
        />
      </Field>
      <FormError>{failure}</FormError>
      {sending ? (
        <div role="status" className="tabular flex flex-col gap-1.5 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            {sending.isWaiting ? <WifiOff aria-hidden className="size-4" /> : null}
            {sending.isWaiting
              ? 'Waiting for the connection'
              : sending.part < 1
                ? `Uploading, ${Math.round(sending.part * 100)}%`
                : 'Checking'}
          </span>
          <progress
            max={100}
            value={Math.round(sending.part * 100)}
            aria-label="Voice-over uploaded"
            className="h-1.5 w-full overflow-hidden rounded-full accent-brand"
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="brand" loading={sending !== null}>
          {props.replaces ? 'Replace my voice-over' : 'Save voice-over'}
        </Button>
        <Button onClick={props.onAgain} disabled={sending !== null}>
          <RotateCcw aria-hidden />
          Record again
        </Button>
        <Button
          onClick={() => {
            abort.current?.abort()
            narration.stop()
            props.onDiscard()
          }}
        >
          Discard
        </Button>
      </div>
    </form>
  )
}
