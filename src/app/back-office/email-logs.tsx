import { MessageLog } from '#features/message-logs/components/message-log.tsx'
import { ResendMessage, ResendWelcome } from '#features/message-logs/components/resend-tools.tsx'
import { QuizFollowUpTool } from '#features/quiz-follow-up/quiz-follow-up-tool.tsx'

/** What was sent by email and what waits, and sending some of it again. */
export function EmailLogs() {
  return (
    <>
      <MessageLog channel="email" />
      <div className="mt-12">
        <ResendWelcome />
        <ResendMessage />
        <QuizFollowUpTool />
      </div>
    </>
  )
}
