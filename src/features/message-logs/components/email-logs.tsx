import { Mail } from 'lucide-react'
import { useState } from 'react'
import { QuizFollowUpTool } from '#features/match-quiz/follow-up/quiz-follow-up-tool.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MessageLog } from './message-log.tsx'
import { ResendMessage, ResendWelcome } from './resend-tools.tsx'

const tools = [
  { title: 'Resend welcome email', Tool: ResendWelcome },
  { title: 'Resend message notification', Tool: ResendMessage },
  { title: 'Quiz re-engagement email', Tool: QuizFollowUpTool },
] as const

/** The log of emails, sent and scheduled, and forms that send some of them again. */
export function EmailLogs() {
  const [open, setOpen] = useState<(typeof tools)[number] | null>(null)
  return (
    <>
      <div className="mb-5 flex flex-wrap gap-2.5">
        {tools.map((tool) => (
          <Button key={tool.title} size="sm" aria-haspopup="dialog" onClick={() => setOpen(tool)}>
            <Mail aria-hidden />
            {tool.title}
          </Button>
        ))}
      </div>
      <MessageLog channel="email" />
      {open ? (
        <Dialog open onOpenChange={() => setOpen(null)} size="lg" title={open.title}>
          <div className="pb-2">
            <open.Tool />
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
