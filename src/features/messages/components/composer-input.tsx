import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { useMediaQuery } from '#ui/use-media-query.ts'

const TALLEST_PX = 208

/**
 * The text field of the composer. It grows with its content. Enter sends, Shift+Enter inserts a line break;
 * on touch screens Enter inserts a line break, and during IME composition it is left to the input method.
 */
export function ComposerInput({
  field,
  text,
  label,
  maxLength,
  onText,
  onSend,
  onPasteFiles,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  label: string
  maxLength: number
  onText: (text: string) => void
  onSend: () => void
  onPasteFiles: (files: File[]) => void
}) {
  const isTouch = useMediaQuery('(hover: none) and (pointer: coarse)')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, TALLEST_PX)}px`
  }, [text, field])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return
    event.preventDefault()
    onSend()
  }

  return (
    <textarea
      ref={field}
      rows={1}
      dir="auto"
      value={text}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      enterKeyHint={isTouch ? 'enter' : 'send'}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        onPasteFiles(files)
      }}
      className="block max-h-52 min-h-11 w-full resize-none bg-transparent px-1 py-2.5 text-base leading-6 placeholder:text-muted focus-visible:outline-none"
    />
  )
}
