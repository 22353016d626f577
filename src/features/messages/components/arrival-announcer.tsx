import { useEffect, useRef, useState } from 'react'
import { messagePreview } from '../message.ts'
import type { Message } from '../schema.ts'

/**
 * Announces new messages from the other participant to screen readers; existing messages are not announced.
 */
export function ArrivalAnnouncer({ message, name }: { message: Message | null; name: string }) {
  const [text, setText] = useState('')
  const last = useRef(message?.id)
  useEffect(() => {
    if (!message || message.id === last.current) return
    last.current = message.id
    const who = message.type === 'ai_response' ? `AI Caddie for ${name}` : name
    setText(`${who}: ${messagePreview(message) || 'sent something'}`)
  }, [message, name])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
