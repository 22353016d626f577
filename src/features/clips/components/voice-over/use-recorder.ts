import { useCallback, useEffect, useRef, useState } from 'react'
import { noteMove, noteShown, type VoiceOverTimeline, voiceOverLimits } from '../../voice-over/timeline.ts'
import type { Playback } from '../use-playback.ts'

/** In order of preference: AAC plays in all browsers, Opus in nearly all. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/webm']
const SPOKEN_BITS = 64_000

export interface Recording {
  sound: Blob
  timeline: VoiceOverTimeline
  durationMs: number
}

export interface Recorder {
  state: 'idle' | 'starting' | 'recording'
  ms: number
  problem: string | null
  start(): Promise<void>
  stop(): void
  /** Stops and discards the recording. */
  cancel(): void
}

/**
 * Records the microphone together with the clip's position and the visible drawings.
 * @param shownIds ids of the visible drawings
 * @param onRecorded called with the recording when it is stopped
 */
export function useRecorder(
  playback: Playback,
  shownIds: readonly string[],
  onRecorded: (recording: Recording) => void,
): Recorder {
  const [state, setState] = useState<Recorder['state']>('idle')
  const [ms, setMs] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<{ recorder: MediaRecorder; isWanted: boolean } | null>(null)
  const latest = useRef({ playback, shownIds, onRecorded })
  latest.current = { playback, shownIds, onRecorded }

  const stop = useCallback((isWanted: boolean) => {
    const now = running.current
    if (!now || now.recorder.state === 'inactive') return
    now.isWanted = isWanted
    now.recorder.stop()
  }, [])

  useEffect(() => () => stop(false), [stop])

  async function start() {
    setProblem(null)
    setState('starting')
    const stream = await openMicrophone().catch((error: unknown) => {
      setProblem(wordsFor(error))
      setState('idle')
      return null
    })
    if (!stream) return
    const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one))
    const recorder = new MediaRecorder(stream, {
      ...(type ? { mimeType: type } : {}),
      audioBitsPerSecond: SPOKEN_BITS,
    })
    const parts: Blob[] = []
    const timeline: VoiceOverTimeline = { moves: [], shown: [] }
    const mine = { recorder, isWanted: true }
    running.current = mine
    let startedAt = 0
    let handle = 0
    const note = () => {
      const at = performance.now() - startedAt
      const { playback: player, shownIds: ids } = latest.current
      const element = player.ref.current
      const isRunning = element !== null && !element.paused && !element.ended
      noteMove(
        timeline.moves,
        isRunning ? [at, element.currentTime * 1e6, player.rate] : [at, element ? player.us : 0, 0],
      )
      noteShown(timeline.shown, at, new Set(ids))
      setMs(at)
      return at
    }
    const watch = () => {
      if (note() >= voiceOverLimits.seconds * 1_000) return stop(true)
      handle = requestAnimationFrame(watch)
    }
    recorder.onstart = () => {
      startedAt = performance.now()
      setState('recording')
      watch()
    }
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) parts.push(data)
    }
    const end = () => {
      cancelAnimationFrame(handle)
      for (const track of stream.getTracks()) track.stop()
      running.current = null
      setState('idle')
    }
    recorder.onstop = () => {
      const durationMs = note()
      end()
      if (!mine.isWanted) return
      latest.current.playback.pause()
      if (parts.length === 0) return setProblem('No sound was recorded. Please try again.')
      latest.current.onRecorded({
        sound: new Blob(parts, { type: recorder.mimeType }),
        timeline,
        durationMs,
      })
    }
    recorder.onerror = () => setProblem('The recording stopped. The part you recorded is saved.')
    // Data arrives every second, so that everything before the microphone was disconnected is kept.
    for (const track of stream.getTracks()) track.onended = () => stop(true)
    recorder.start(1_000)
  }

  return { state, ms, problem, start, stop: () => stop(true), cancel: () => stop(false) }
}

async function openMicrophone(): Promise<MediaStream> {
  if (!('MediaRecorder' in window) || !navigator.mediaDevices?.getUserMedia) throw new Error('unsupported')
  return await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
}

function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'Microphone access is blocked. Allow it in your browser’s site settings, then try again.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'No microphone was found. Connect one, or use your phone, then try again.'
  if (name === 'NotReadableError' || name === 'AbortError')
    return 'The microphone is in use by another program. Close it there, then try again.'
  return 'This browser cannot record sound. Use a current version of Chrome, Safari, Firefox or Edge.'
}
