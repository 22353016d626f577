import { useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { positionLabels } from '../clip.ts'
import { type DrawingPoint, type Drawn, isShownAt, startingPoints } from '../drawing.ts'
import type { Clip, ClipDrawing } from '../schema.ts'
import { ClipHead } from './clip-head.tsx'
import { ClipMissing, ClipSkeleton } from './clip-missing.tsx'
import { clipQuery, useClipsSeen, useLiveClip } from './clip-queries.ts'
import { ClipStage, clearClass, fitClass, stayClass } from './clip-stage.tsx'
import { CommentPanel } from './comment-panel.tsx'
import { type ComparedClip, ComparePanel, SecondClip } from './compare.tsx'
import { DrawingLayer } from './drawing-layer.tsx'
import { DrawingList } from './drawing-list.tsx'
import { type Choice, type DrawingSpan, DrawingTools } from './drawing-tools.tsx'
import { MarkStrip, marksOf, PositionPanel } from './position-panel.tsx'
import { type Look, Transport, zoomed } from './transport.tsx'
import { useDrawings } from './use-drawings.ts'
import { type Playback, rates, usePlayback } from './use-playback.ts'

const LiveVoiceOverBar = lazyPart(() => import('./voice-over/voice-over-bar.tsx'), 'VoiceOverBar')

const SECOND = 1_000_000
/** Makes all four tabs fit next to the player and on phones. */
const narrowTabsClass = '[&>[role=tablist]]:justify-between [&>[role=tablist]]:gap-2 [&_[role=tab]]:text-sm'

/** The page of one clip: playback, drawings and comments. */
export function ClipView({ clipId, me }: { clipId: string; me: string }) {
  const query = useQuery(clipQuery(clipId))
  useLiveClip(clipId)
  if (query.isPending) return <ClipSkeleton />
  if (!query.data)
    return (
      <ClipMissing
        isGone={query.error?.message === 'There is no such clip.'}
        onRetry={() => void query.refetch()}
      />
    )
  return <LoadedClip key={clipId} clip={query.data} me={me} />
}

function LoadedClip({ clip, me }: { clip: Clip; me: string }) {
  const marks = marksOf(clip)
  useClipsSeen({ instructorId: clip.coach.id, studentId: clip.student.id }, [clip], clip)
  const durationUs = clip.durationUs ?? 0
  const playback = usePlayback(
    { frameTimes: clip.frameTimes, durationUs },
    { fromUs: marks.address ?? marks.takeaway ?? 0, untilUs: marks.finish ?? durationUs },
  )
  const isVideo = clip.kind === 'video'
  const us = isVideo ? playback.us : 0
  const drawings = useDrawings(clip, me)
  const [look, setLook] = useState<Look>({ zoom: 1, isMirrored: false })
  const [choice, setChoice] = useState<Choice>({
    tool: null,
    color: 'yellow',
    span: isVideo ? 'second' : 'whole',
    text: '',
  })
  const [textError, setTextError] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [areHidden, setHidden] = useState(false)
  const [beside, setBeside] = useState<ComparedClip | null>(null)
  /** The drawings visible during voice-over playback; null when none is playing. */
  const [spokenOf, setSpokenOf] = useState<ReadonlySet<string> | null>(null)
  const hear = useCallback((ids: ReadonlySet<string> | null) => {
    setSpokenOf(ids)
    if (ids) setHidden(false)
  }, [])
  const interrupt = useRef(() => false)
  /** User interaction with the player stops a playing voice-over. */
  const byHand: Playback = {
    ...playback,
    toggle: () => (interrupt.current() ? playback.pause() : playback.toggle()),
    showFrame: (frame) => {
      interrupt.current()
      playback.showFrame(frame)
    },
    step: (by) => {
      interrupt.current()
      playback.step(by)
    },
    showMoment: (at) => {
      interrupt.current()
      playback.showMoment(at)
    },
    setRate: (rate) => {
      interrupt.current()
      playback.setRate(rate)
    },
  }
  const shownIds = useMemo(
    () => (areHidden ? [] : clip.drawings.map(({ id }) => id)),
    [areHidden, clip.drawings],
  )
  const size = { width: clip.width, height: clip.height }
  const nameOf = (userId: string) => (userId === clip.coach.id ? clip.coach.name : clip.student.name)

  function draw(shape: NonNullable<Choice['tool']>, points: DrawingPoint[]) {
    if (shape === 'text' && !choice.text.trim()) {
      setTextError('Type the text first')
      document.getElementById('clip-drawing-text')?.focus()
      return
    }
    interrupt.current()
    setSpokenOf(null)
    playback.pause()
    const text = shape === 'text' ? choice.text.trim() : ''
    const id = drawings.add({
      shape,
      points,
      color: choice.color,
      text,
      ...spanOf(choice.span, clip, playback),
    })
    setHidden(false)
    setChosen(id)
    setChoice({ ...choice, tool: shape === 'freehand' ? shape : null, text: '' })
    setTextError(null)
  }

  function jump(drawing: ClipDrawing) {
    setChosen(drawing.id)
    setHidden(false)
    setChoice({ ...choice, tool: null })
    setSpokenOf(null)
    if (isVideo && !isShownAt(drawing, us)) byHand.showMoment(drawing.fromUs ?? 0)
  }

  function remove(id: string) {
    drawings.remove(id)
    if (chosen === id) setChosen(null)
  }

  function lookAct(key: string) {
    if (key === '+' || key === '-')
      return () => setLook({ ...look, zoom: zoomed(look.zoom, key === '+' ? 1 : -1) })
    return key === 'm' ? () => setLook({ ...look, isMirrored: !look.isMirrored }) : undefined
  }

  function drawAct(key: string, chosenIsMine: boolean) {
    const { tool } = choice
    if (key === 'Enter' && tool) return () => draw(tool, startingPoints(tool))
    return key === 'Delete' && chosen && chosenIsMine ? () => remove(chosen) : undefined
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target !== event.currentTarget && event.key !== 'Delete')
      return
    const chosenIsMine = clip.drawings.some(({ id, authorId }) => id === chosen && authorId === me)
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const hasModifier = event.ctrlKey || event.metaKey
    const act = hasModifier
      ? key === 'z'
        ? event.shiftKey
          ? drawings.redo
          : drawings.undo
        : undefined
      : event.altKey
        ? undefined
        : (lookAct(key) ??
          drawAct(key, chosenIsMine) ??
          (isVideo ? playerAct(byHand, key, event.shiftKey) : undefined))
    if (!act) return
    event.preventDefault()
    act()
  }

  const present = spokenOf ? clip.drawings.filter(({ id }) => spokenOf.has(id)) : clip.drawings
  const shown = areHidden ? [] : present.filter((drawing) => !isVideo || isShownAt(drawing, us))
  const panels = [
    {
      value: 'drawings',
      label: <Counted label="Drawings" count={clip.drawings.length} />,
      content: (
        <DrawingList
          drawings={clip.drawings}
          size={size}
          us={us}
          me={me}
          nameOf={nameOf}
          chosen={chosen}
          areHidden={areHidden}
          onHidden={setHidden}
          onJump={jump}
          onChange={drawings.change}
          onRemove={remove}
        />
      ),
    },
    ...(isVideo
      ? [
          {
            value: 'positions',
            label: 'Positions',
            content: <PositionPanel clip={clip} us={us} onJump={byHand.showMoment} />,
          },
          {
            value: 'beside',
            label: 'Compare',
            content: <ComparePanel clip={clip} me={me} beside={beside} onBeside={setBeside} />,
          },
        ]
      : []),
    {
      value: 'comments',
      label: <Counted label="Comments" count={clip.comments.length} />,
      content: <CommentPanel clip={clip} us={us} me={me} nameOf={nameOf} onJump={byHand.showMoment} />,
    },
  ]

  return (
    <>
      <ClipHead clip={clip} me={me} />
      <div className="mt-3 grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div
          className={cn('flex min-w-0 flex-col gap-3 lg:sticky lg:top-2 lg:self-start', fitClass, clearClass)}
        >
          <div className={cn(stayClass, beside && 'grid grid-cols-2 items-start gap-2')}>
            <ClipStage
              clip={clip}
              playback={isVideo ? playback : null}
              look={look}
              mayPan={choice.tool === null}
              onKeyDown={onKeyDown}
            >
              <DrawingLayer
                size={size}
                isMirrored={look.isMirrored}
                drawings={shown}
                me={me}
                tool={choice.tool}
                look={{ color: choice.color, text: '', fromUs: null, untilUs: null }}
                chosen={chosen}
                onChoose={setChosen}
                onDraw={draw}
                onChange={drawings.change}
              />
            </ClipStage>
            {beside ? <SecondClip beside={beside} first={clip} playback={playback} look={look} /> : null}
          </div>
          {isVideo ? (
            <Transport
              playback={byHand}
              frames={clip.frameTimes.length}
              durationUs={durationUs}
              marks={clip.positions.map(({ position, atUs }) => ({
                atUs,
                label: positionLabels[position].name,
              }))}
              look={look}
              onLook={setLook}
            />
          ) : (
            <PictureLook look={look} onLook={setLook} />
          )}
          <DrawingTools
            choice={choice}
            onChoice={(next) => {
              if (next.tool) playback.pause()
              setTextError(null)
              setChoice(next)
            }}
            drawings={drawings}
            isVideo={isVideo}
            onInsert={() => choice.tool && draw(choice.tool, startingPoints(choice.tool))}
            textError={textError}
          />
          <MarkStrip marks={marks} onJump={byHand.showMoment} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <VoiceOverBar
            clip={clip}
            me={me}
            playback={playback}
            shownIds={shownIds}
            nameOf={nameOf}
            onShown={hear}
            interrupt={interrupt}
          />
          <Tabs label="About this clip" items={panels} className={narrowTabsClass} />
        </div>
      </div>
    </>
  )
}

/** Renders the voice-over buttons only after hydration, so that no click is lost. */
function VoiceOverBar(props: ComponentProps<typeof LiveVoiceOverBar>) {
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const waiting = <Skeleton className="h-15 w-full rounded-card" />
  return isLive ? (
    <Suspense fallback={waiting}>
      <LiveVoiceOverBar {...props} />
    </Suspense>
  ) : (
    waiting
  )
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <span>
      {label} {count > 0 ? <span className="tabular font-normal text-muted">{count}</span> : null}
    </span>
  )
}

/** The player's action for a key; undefined when there is none. */
function playerAct(playback: Playback, key: string, isFar: boolean): (() => void) | undefined {
  const far = isFar ? 10 : 1
  switch (key) {
    case ' ':
    case 'k':
      return playback.toggle
    case 'ArrowRight':
      return () => playback.step(far)
    case 'ArrowLeft':
      return () => playback.step(-far)
    case '.':
      return () => playback.step(1)
    case ',':
      return () => playback.step(-1)
    case 'Home':
      return () => playback.showFrame(0)
    case 'End':
      return () => playback.showFrame(Number.MAX_SAFE_INTEGER)
    case 'l':
      return () => playback.setLooping(!playback.isLooping)
    default: {
      const rate = rates[Number(key) - 1]
      return rate && (() => playback.setRate(rate))
    }
  }
}

function spanOf(span: DrawingSpan, clip: Clip, { frame }: Playback): Pick<Drawn, 'fromUs' | 'untilUs'> {
  const fromUs = clip.frameTimes[frame]
  if (span === 'whole' || fromUs === undefined) return { fromUs: null, untilUs: null }
  if (span === 'on') return { fromUs, untilUs: null }
  const end = clip.durationUs ?? fromUs
  const next = clip.frameTimes[frame + 1] ?? end + 1
  return {
    fromUs,
    untilUs: span === 'frame' ? Math.max(fromUs, next - 1) : Math.min(fromUs + SECOND, Math.max(end, fromUs)),
  }
}

function PictureLook({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onLook({ ...look, zoom: zoomed(look.zoom, 1) })}>
        Zoom in
      </Button>
      <Button size="sm" onClick={() => onLook({ ...look, zoom: zoomed(look.zoom, -1) })}>
        Zoom out
      </Button>
      <Button
        size="sm"
        aria-pressed={look.isMirrored}
        variant={look.isMirrored ? 'brand' : 'secondary'}
        onClick={() => onLook({ ...look, isMirrored: !look.isMirrored })}
      >
        Mirror
      </Button>
    </div>
  )
}
