import { useCallback, useEffect, useRef, useState } from 'react'
import { frameAt } from '../../frames.ts'
import { endOfVoiceOver, momentAt, shownAt, type VoiceOverTimeline } from '../../voice-over/timeline.ts'
import type { Playback } from '../use-playback.ts'

/** Drift in seconds of video at which the clip seeks; smaller drift is corrected by the playback rate. */
const JUMPS_AT = 0.08

/** Audio with a timeline of the player, saved or just recorded. */
export interface Narrated {
  /** Identifies the voice-over. */
  key: string
  url: string
  durationMs: number
  timeline: VoiceOverTimeline
}

export interface Narration {
  /** The current or last played voice-over; null: none. */
  key: string | null
  isPlaying: boolean
  ms: number
  problem: string | null
  play(what: Narrated): void
  pause(): void
  /**
   * Pauses it and leaves the clip at its position.
   * @returns whether it was playing
   */
  interrupt(): boolean
  seek(ms: number): void
  /** Ends it and shows all drawings again. */
  stop(): void
}

/** Stops a sound and its download: the file may be deleted next, and a request for it would fail. */
function release(element: HTMLAudioElement | null) {
  if (!element) return
  element.onerror = null
  element.pause()
  element.removeAttribute('src')
  element.load()
}

/**
 * Plays a voice-over: the clip's position, its rate and the visible drawings follow the audio.
 * @param onShown called with the visible drawings; null: all of them
 */
export function useNarration(
  video: { frameTimes: readonly number[]; durationUs: number },
  playback: Playback,
  onShown: (ids: ReadonlySet<string> | null) => void,
): Narration {
  const [what, setWhat] = useState<Narrated | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [ms, setMs] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const sound = useRef<HTMLAudioElement | null>(null)
  const isRunning = useRef(false)
  const latest = useRef({ playback, onShown, video })
  latest.current = { playback, onShown, video }
  const last = useRef<{ frame: number; changes: number }>({ frame: -1, changes: -1 })

  const follow = useCallback((narrated: Narrated, at: number, isOn: boolean) => {
    const { playback: player, onShown: show, video: clip } = latest.current
    const { us, rate } = momentAt(narrated.timeline.moves, at, clip.durationUs)
    const element = player.ref.current
    const isAtEnd = us >= clip.durationUs - 1_000
    if (element && clip.frameTimes.length > 0) {
      if (rate === 0 || !isOn || isAtEnd) {
        const frame = frameAt(clip.frameTimes, us)
        if (!element.paused || last.current.frame !== frame) player.showFrame(frame)
        last.current.frame = frame
      } else {
        last.current.frame = -1
        if (player.rate !== rate) player.setRate(rate as Playback['rate'])
        const off = element.currentTime - us / 1e6
        if (Math.abs(off) > JUMPS_AT && !element.seeking) element.currentTime = us / 1e6
        element.playbackRate = rate * (1 - Math.max(-0.3, Math.min(0.3, off * 6)))
        if (element.paused) void element.play().catch(() => undefined)
      }
    }
    const changes = narrated.timeline.shown.filter(([from]) => from <= at).length
    if (changes !== last.current.changes) show(shownAt(narrated.timeline.shown, at))
    last.current.changes = changes
  }, [])

  useEffect(() => {
    if (!isPlaying || !what) return
    let handle = 0
    const look = () => {
      const element = sound.current
      if (element && isRunning.current) {
        const at = element.currentTime * 1_000
        setMs(at)
        follow(what, at, true)
      }
      handle = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(handle)
  }, [isPlaying, what, follow])

  const interrupt = useCallback(() => {
    const was = isRunning.current
    isRunning.current = false
    sound.current?.pause()
    setPlaying(false)
    // When playback resumes, the clip seeks to its recorded position again.
    last.current.frame = -1
    return was
  }, [])

  const stop = useCallback(() => {
    isRunning.current = false
    release(sound.current)
    sound.current = null
    last.current = { frame: -1, changes: -1 }
    setPlaying(false)
    setWhat(null)
    setMs(0)
    latest.current.onShown(null)
  }, [])

  useEffect(() => () => release(sound.current), [])

  return {
    key: what?.key ?? null,
    isPlaying,
    ms,
    problem,
    play(next) {
      setProblem(null)
      if (next.key !== what?.key || !sound.current) {
        release(sound.current)
        last.current = { frame: -1, changes: -1 }
        const element = new Audio(next.url)
        element.onended = () => {
          isRunning.current = false
          setPlaying(false)
          follow(next, endOfVoiceOver(next.timeline, next.durationMs), false)
          setMs(next.durationMs)
        }
        element.onerror = () => {
          isRunning.current = false
          setPlaying(false)
          setProblem('The voice-over could not be loaded. Check your connection and try again.')
        }
        sound.current = element
        setMs(0)
      }
      const element = sound.current
      if (element.ended || element.currentTime * 1_000 >= next.durationMs - 50) element.currentTime = 0
      setWhat(next)
      setPlaying(true)
      isRunning.current = true
      void element.play().catch(interrupt)
    },
    pause() {
      interrupt()
      playback.pause()
    },
    interrupt,
    seek(to) {
      if (!sound.current || !what) return
      sound.current.currentTime = to / 1_000
      setMs(to)
      follow(what, to, isPlaying)
    },
    stop,
  }
}
