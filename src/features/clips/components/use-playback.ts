import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clampFrame, frameAt, midFrame } from '../frames.ts'

export const rates = [1, 0.5, 0.25, 0.125] as const
export type Rate = (typeof rates)[number]

/** Tolerance for the frame times that browsers report rounded. */
const ROUNDING_US = 500

export interface Playback {
  ref: RefObject<HTMLVideoElement | null>
  /** The displayed frame, from 0. */
  frame: number
  /** The middle of the displayed frame, in microseconds. */
  us: number
  isPlaying: boolean
  rate: Rate
  isLooping: boolean
  state: 'loading' | 'ready' | 'failed'
  toggle(): void
  pause(): void
  /** Pauses and shows a frame. */
  showFrame(frame: number): void
  /** Steps from the displayed frame, or from the last requested one while a seek is pending. */
  step(by: number): void
  showMoment(us: number): void
  setRate(rate: Rate): void
  setLooping(isLooping: boolean): void
}

/**
 * Frame-accurate playback of a video. Seeks go to the middle of a frame, because browsers round. The current
 * frame is the requested one or, during playback, the one reported by the browser.
 * @param video `frameTimes` and `durationUs` as read from the file
 * @param loop the range that is repeated while looping, in microseconds
 */
export function usePlayback(
  video: { frameTimes: readonly number[]; durationUs: number },
  loop: { fromUs: number; untilUs: number },
): Playback {
  const { frameTimes, durationUs } = video
  const ref = useRef<HTMLVideoElement>(null)
  const [frame, setFrame] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [rate, setRateState] = useState<Rate>(1)
  const [isLooping, setLooping] = useState(false)
  const [state, setState] = useState<Playback['state']>('loading')
  const wanted = useRef(0)
  const latest = useRef({ loop, isLooping, rate })
  latest.current = { loop, isLooping, rate }

  /** Runs one seek at a time; of several requests made in the meantime, only the last is executed. */
  const seek = useCallback(() => {
    const element = ref.current
    if (!element || element.seeking || element.readyState === 0) return
    const target = midFrame(frameTimes, wanted.current, durationUs) / 1e6
    if (Math.abs(element.currentTime - target) > 1e-5) element.currentTime = target
  }, [frameTimes, durationUs])

  const showFrame = useCallback(
    (next: number) => {
      ref.current?.pause()
      wanted.current = clampFrame(frameTimes, next)
      setFrame(wanted.current)
      seek()
    },
    [frameTimes, seek],
  )

  useEffect(() => {
    const element = ref.current
    if (!element) return
    let handle = 0
    const note = (us: number) => {
      wanted.current = frameAt(frameTimes, us)
      setFrame(wanted.current)
    }
    const follow = (_: number, { mediaTime }: { mediaTime: number }) => {
      if (!element.paused) {
        const us = mediaTime * 1e6 + ROUNDING_US
        note(us)
        const { loop: part, isLooping: again } = latest.current
        if (again && us >= part.untilUs) element.currentTime = part.fromUs / 1e6
      }
      handle = element.requestVideoFrameCallback(follow)
    }
    const onReady = () => {
      setState('ready')
      element.playbackRate = latest.current.rate
      seek()
    }
    const onPlay = () => setPlaying(true)
    const onPause = () => {
      setPlaying(false)
      seek()
    }
    const onEnded = () => {
      const { loop: part, isLooping: again } = latest.current
      if (!again) return note(durationUs)
      element.currentTime = part.fromUs / 1e6
      void element.play()
    }
    const onSeeked = () => {
      if (element.paused) seek()
    }
    const onError = () => setState('failed')
    // A fallback for browsers without `requestVideoFrameCallback`.
    const onTime = () => {
      if (!('requestVideoFrameCallback' in element) && !ref.current?.paused)
        note((ref.current?.currentTime ?? 0) * 1e6)
    }
    const listeners = {
      loadeddata: onReady,
      play: onPlay,
      pause: onPause,
      ended: onEnded,
      seeked: onSeeked,
      error: onError,
      timeupdate: onTime,
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    if ('requestVideoFrameCallback' in element) handle = element.requestVideoFrameCallback(follow)
    if (element.error) onError()
    else if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) onReady()
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
      if ('cancelVideoFrameCallback' in element) element.cancelVideoFrameCallback(handle)
    }
  }, [frameTimes, durationUs, seek])

  const toggle = useCallback(() => {
    const element = ref.current
    if (!element) return
    if (!element.paused) return element.pause()
    if (wanted.current >= frameTimes.length - 1) {
      wanted.current = frameAt(frameTimes, latest.current.isLooping ? latest.current.loop.fromUs : 0)
      element.currentTime = midFrame(frameTimes, wanted.current, durationUs) / 1e6
    }
    void element.play().catch(() => setPlaying(false))
  }, [frameTimes, durationUs])

  const setRate = useCallback((next: Rate) => {
    setRateState(next)
    if (ref.current) ref.current.playbackRate = next
  }, [])

  return {
    ref,
    frame,
    us: midFrame(frameTimes, frame, durationUs),
    isPlaying,
    rate,
    isLooping,
    state,
    toggle,
    pause: () => ref.current?.pause(),
    showFrame,
    step: (by) => showFrame(wanted.current + by),
    showMoment: (us) => showFrame(frameAt(frameTimes, us)),
    setRate,
    setLooping,
  }
}
