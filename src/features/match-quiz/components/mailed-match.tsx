import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { matchQuizClient } from '../client.ts'
import { QuizSkeleton } from './quiz-skeleton.tsx'
import { problemWords, quizStateQuery } from './use-quiz.ts'

/** Opens an emailed match in this browser, then shows the result and removes the token from the URL. */
export function MailedMatch({ token }: { token: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['mailed-match', token],
    queryFn: () => matchQuizClient.openMailed.call({ token }),
    retry: false,
  })
  useEffect(() => {
    if (!data) return
    queryClient.setQueryData(quizStateQuery(undefined, data.responseId).queryKey, data)
    void navigate({
      to: '/find-your-match',
      search: { step: 'result', round: data.responseId },
      replace: true,
    })
  }, [data, navigate, queryClient])
  if (!error) return <QuizSkeleton />
  const isGone = readProblem(error).code === 'no_such_match'
  return (
    <Alert
      tone={isGone ? 'info' : 'error'}
      title="Your match could not be opened"
      action={
        isGone ? (
          <Link to="/find-your-match" className={buttonClass()}>
            Take the quiz
          </Link>
        ) : (
          <Button onClick={() => void refetch()}>Try again</Button>
        )
      }
    >
      {problemWords(error)}
    </Alert>
  )
}
