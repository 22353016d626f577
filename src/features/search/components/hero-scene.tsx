import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'

const widths = [800, 1600, 2400]
const files = (type: string) => widths.map((width) => `/art/hero-${width}.${type} ${width}w`).join(', ')

/** The course at dawn behind the headline: a still first, and where moving pictures are welcome a loop over it. */
export function HeroScene() {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', true)
  const [mayPlay, setMayPlay] = useState(false)
  useEffect(() => {
    if (savesData()) return
    // After everything that matters: the loop is decoration.
    const wait = setTimeout(() => setMayPlay(true), 600)
    return () => clearTimeout(wait)
  }, [])
  return (
    <div className="absolute inset-0 -z-10">
      <picture>
        <source type="image/avif" srcSet={files('avif')} sizes="100vw" />
        <source type="image/webp" srcSet={files('webp')} sizes="100vw" />
        <img
          src="/art/hero-1600.webp"
          alt=""
          width={1600}
          height={900}
          fetchPriority="high"
          className="size-full object-cover object-[70%_50%]"
        />
      </picture>
      {mayPlay && !isStill ? <Loop /> : null}
      {/* Keeps the words readable whatever the sky does. */}
      <div className="absolute inset-0 bg-linear-to-r from-paper/85 via-paper/45 to-transparent max-sm:bg-linear-to-b max-sm:from-paper/85 max-sm:via-paper/60" />
    </div>
  )
}

function Loop() {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'waiting' | 'playing' | 'paused' | 'failed'>('waiting')
  useEffect(() => {
    // Set as a property: React leaves the attribute out, and without it browsers refuse to start by themselves.
    if (video.current) video.current.muted = true
    void video.current?.play().catch(() => setState('failed'))
  }, [])
  if (state === 'failed') return null
  const isPaused = state === 'paused'
  return (
    <>
      <video
        ref={video}
        muted
        loop
        playsInline
        preload="auto"
        aria-hidden
        tabIndex={-1}
        onPlaying={() => setState('playing')}
        onPause={() => setState('paused')}
        className={cn(
          'absolute inset-0 size-full object-cover object-[70%_50%] transition-opacity duration-250',
          state === 'waiting' && 'opacity-0',
        )}
      >
        <source src="/art/hero.webm" type="video/webm" />
        <source src="/art/hero.mp4" type="video/mp4" onError={() => setState('failed')} />
      </video>
      {state === 'waiting' ? null : (
        <button
          type="button"
          aria-label={isPaused ? 'Play the background video' : 'Pause the background video'}
          onClick={() => (isPaused ? void video.current?.play() : video.current?.pause())}
          className="absolute right-4 bottom-4 z-10 grid size-10 place-items-center rounded-full bg-paper/85 text-pine hover:bg-paper"
        >
          {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
        </button>
      )}
    </>
  )
}

/** True where people asked their browser to spare their data, or the line is slow. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  const isSlow = ['slow-2g', '2g', '3g'].includes(String(Reflect.get(connection, 'effectiveType')))
  return isSlow || Reflect.get(connection, 'saveData') === true
}
