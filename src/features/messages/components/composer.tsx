import { Paperclip, SendHorizontal } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { isFocusFree } from '#ui/focus.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { acceptedFiles } from '../attachments/attachment.ts'
import { LONGEST_MESSAGE } from '../message.ts'
import type { Thread } from '../outbox.ts'
import { ComposerInput } from './composer-input.tsx'
import { UploadTray } from './upload-tray.tsx'
import { keptDrafts, useMessageDraft } from './use-message-draft.ts'
import { pageSenderOf } from './use-sender.ts'
import { useUploads } from './use-uploads.ts'

const COUNTED_FROM = LONGEST_MESSAGE - 500

export type ComposerProps = {
  me: string
  thread: Thread
  /** The name of the recipient. */
  to: string
  /**
   * Focuses the field on mount, unless the focus is elsewhere. Not on phones, where the keyboard would cover
   * the conversation.
   */
  isFocused?: boolean
  /** Suggested text, appended once to the current draft. */
  suggestion?: string | null
  onTyping?: () => void
  onSent?: () => void
}

/**
 * The composer. Sending never blocks, not even for photos: messages are added to the outbox and sent from
 * there.
 */
export function Composer({ me, thread, to, isFocused, suggestion, onTyping, onSent }: ComposerProps) {
  const [text, setText] = useMessageDraft(me, thread)
  const suggested = useRef(false)
  const uploads = useUploads(me, thread)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isPointer = useMediaQuery('(hover: hover) and (pointer: fine)')
  const content = text.trim()
  const isEmpty = content === '' && uploads.files.length === 0
  const mayNotSend = isEmpty || uploads.hasError

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    // Takes over text entered before hydration.
    if (field.current?.value) setText(field.current.value)
  }, [])
  useEffect(() => {
    if (!suggestion || suggested.current) return
    suggested.current = true
    const kept = keptDrafts(me)[thread]?.text ?? ''
    if (!kept.includes(suggestion)) setText([kept.trim(), suggestion].filter(Boolean).join('\n'))
  }, [suggestion, me, thread, setText])
  // During hydration the pointer type is not known yet; after a client-side navigation it is known
  // immediately.
  const cameByLink = useRef(isPointer)
  useEffect(() => {
    if (!isFocused || !isPointer) return
    // Does not take the focus from another element the user has focused in the meantime.
    const isFree = isFocusFree() || (cameByLink.current && document.activeElement?.matches('a, button'))
    if (isFree) field.current?.focus({ preventScroll: true })
  }, [isFocused, isPointer])

  function send() {
    field.current?.focus()
    if (mayNotSend) return
    pageSenderOf(me).add({
      clientId: uuidV4(),
      thread,
      content,
      files: uploads.files,
      writtenAt: systemClock.now(),
      refusal: null,
    })
    setText('')
    uploads.handOver()
    onSent?.()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    uploads.add([...event.dataTransfer.files])
  }

  return (
    <form
      method="post"
      aria-label={`Write to ${to}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5 sm:pb-4"
    >
      <div
        className={cn(
          'rounded-card border border-line-strong bg-surface-raised transition-colors focus-within:border-brand focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-(--focus)',
          isOver && 'border-brand bg-brand-soft',
        )}
      >
        <UploadTray me={me} uploads={uploads} />
        <div className="flex items-end gap-1 p-1.5">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Add photos or videos"
            onClick={() => chooser.current?.click()}
          >
            <Paperclip aria-hidden />
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label="Photos or videos"
            accept={acceptedFiles}
            onChange={(event) => {
              uploads.add([...(event.target.files ?? [])])
              event.target.value = ''
              field.current?.focus()
            }}
          />
          <div className="min-w-0 flex-1">
            <ComposerInput
              field={field}
              text={text}
              label={`Message ${to}`}
              maxLength={LONGEST_MESSAGE}
              onText={(next) => {
                setText(next)
                if (next.trim()) onTyping?.()
              }}
              onSend={send}
              onPasteFiles={uploads.add}
            />
          </div>
          <Button
            type="submit"
            variant="brand"
            size="icon"
            aria-label="Send"
            aria-disabled={mayNotSend}
            // Keeps the on-screen keyboard of a phone open.
            onPointerDown={(event) => event.preventDefault()}
          >
            <SendHorizontal aria-hidden />
          </Button>
        </div>
      </div>
      <p className="tabular flex justify-between gap-4 px-2 pt-1 text-xs text-muted empty:hidden pointer-coarse:pt-0">
        <span className="hidden pointer-fine:inline">Enter sends, Shift + Enter starts a new line</span>
        {text.length >= COUNTED_FROM ? (
          <span role="status" className={cn('ml-auto', text.length >= LONGEST_MESSAGE && 'text-danger')}>
            {text.length} / {LONGEST_MESSAGE}
          </span>
        ) : null}
      </p>
    </form>
  )
}
