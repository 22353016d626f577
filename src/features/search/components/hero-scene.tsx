import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { Picture } from '#ui/picture.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'

/** Milliseconds after hydration. */
const AFTER_THE_REST = 600
const widths = [800, 1600]
/** The flag is right of center in the image; this position keeps it visible on narrow screens. */
const sceneClass = 'size-full object-cover object-[66%_60%]'
const files = (type: string) => widths.map((width) => `/art/hero/hero-${width}.${type} ${width}w`).join(', ')

/**
 * The background of the headline: a still image of a golf course at dawn, replaced by a video loop unless the
 * user prefers reduced motion or reduced data.
 */
export function HeroScene() {
  const loop = useLoop()
  const isPaused = loop.state === 'paused'
  return (
    <>
      <div className="absolute inset-0 -z-10">
        {/* On phones the image starts lower and fades out at the top, to leave room for the text. */}
        <div className="absolute inset-0 max-sm:top-20 max-sm:mask-t-from-65%">
          <Picture
            src="/art/hero/hero-1600.webp"
            avif={files('avif')}
            webp={files('webp')}
            alt=""
            sizes="100vw"
            width={1600}
            height={900}
            priority
            fallback={<span />}
            className="size-full"
            imageClassName={sceneClass}
          />
          {loop.state === 'off' ? null : (
            <video
              {...loop.events}
              ref={loop.ref}
              muted
              loop
              playsInline
              preload="auto"
              aria-hidden
              tabIndex={-1}
              className={cn(
                'absolute inset-0 transition-opacity duration-250',
                sceneClass,
                loop.state === 'waiting' && 'opacity-0',
              )}
            >
              <source src="/art/hero/hero.webm" type="video/webm" />
              <source src="/art/hero/hero.mp4" type="video/mp4" onError={loop.events.onError} />
            </video>
          )}
        </div>
        {/* Keeps the text readable over any part of the sky. */}
        <div className="absolute inset-0 bg-linear-to-r from-paper/85 via-paper/45 to-transparent max-sm:bg-linear-to-b max-sm:from-paper/90 max-sm:via-paper/35 max-sm:to-65%" />
      </div>
      {loop.state === 'playing' || isPaused ? (
        <button
          type="button"
          aria-label={isPaused ? 'Play the background video' : 'Pause the background video'}
          onClick={loop.toggle}
          className="absolute top-4 right-4 z-10 grid size-10 place-items-center rounded-full bg-paper/85 text-pine hover:bg-paper sm:top-auto sm:bottom-4"
        >
          {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
        </button>
      ) : null}
    </>
  )
}

/**
 * Starts the video after everything else has loaded, unless the user prefers reduced motion or reduced data,
 * and lets the user pause it.
 */
function useLoop() {
  const ref = useRef<HTMLVideoElement>(null)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', true)
  const [state, setState] = useState<'off' | 'waiting' | 'playing' | 'paused'>('off')
  useEffect(() => {
    if (isStill || savesData()) return setState('off')
    const wait = setTimeout(() => setState('waiting'), AFTER_THE_REST)
    return () => clearTimeout(wait)
  }, [isStill])
  useEffect(() => {
    const video = ref.current
    if (state !== 'waiting' || !video) return
    // Set as a property because React does not render the attribute, and browsers do not autoplay unmuted
    // videos.
    video.muted = true
    video.play().catch(() => setState('off'))
  }, [state])
  return {
    ref,
    state,
    events: {
      onPlaying: () => setState('playing'),
      onPause: () => setState('paused'),
      onError: () => setState('off'),
    },
    toggle: () => (ref.current?.paused ? void ref.current.play() : ref.current?.pause()),
  }
}

/** True if the user has enabled data saving or the connection is slow. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  const isSlow = ['slow-2g', '2g', '3g'].includes(String(Reflect.get(connection, 'effectiveType')))
  return isSlow || Reflect.get(connection, 'saveData') === true
}
