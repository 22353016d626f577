import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Conversation } from '../schema.ts'
import { oneConversation } from './conversation-queries.ts'
import { patchConversation } from './patch-conversation.ts'

test('a live "Read" is not undone by a response that was requested before it', async () => {
  const client = new QueryClient()
  const { queryKey } = oneConversation('maya-and-sam')
  const readTo = (position: number) => ({ other: { lastReadPosition: position } }) as Conversation
  const answers: ((conversation: Conversation) => void)[] = []
  const page = new QueryObserver<Conversation>(client, {
    queryKey,
    initialData: readTo(1),
    queryFn: () => new Promise((resolve) => void answers.push(resolve)),
  })
  const leave = page.subscribe(() => undefined)
  expect(answers).toHaveLength(1)

  patchConversation(client, 'maya-and-sam', () => readTo(2))
  answers[0]?.(readTo(1))
  expect(answers, 'requests').toHaveLength(2)
  answers[1]?.(readTo(2))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(client.getQueryData(queryKey)).toEqual(readTo(2))

  patchConversation(client, 'maya-and-sam', () => readTo(3))
  expect(answers, 'requests, of which none was open').toHaveLength(2)
  leave()
})
