import { CalendarPlus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useGoogle } from './use-google.ts'

/** Starts connecting Google Calendar, for the first time or again. */
export function ConnectGoogle({ again = false }: { again?: boolean }) {
  const { isLeaving, connect } = useGoogle()
  return (
    <Button
      variant="brand"
      {...(again ? { size: 'sm' as const } : {})}
      loading={isLeaving}
      onClick={() => void connect()}
    >
      <CalendarPlus aria-hidden />
      {again ? 'Connect again' : 'Connect Google Calendar'}
    </Button>
  )
}
