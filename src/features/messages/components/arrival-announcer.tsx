import { useEffect, useRef, useState } from 'react'
import { messagePreview } from '../message.ts'
import type { Message } from '../schema.ts'

/** Reads new messages of the other to people who do not see them; what was there before is not read. */
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
