import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { otherCalendarsQuery, showChanged } from './calendar-queries.ts'

type Shown = Parameters<typeof showChanged>[1]

test('a change is not undone by a response that was requested before it [row 97]', async () => {
  const client = new QueryClient()
  const state = (account: string | null) => ({ google: { connection: account && { account } } }) as Shown
  let answer = (_: Shown) => {}
  const asked = client.fetchQuery({
    queryKey: otherCalendarsQuery.queryKey,
    queryFn: () => new Promise<Shown>((resolve) => (answer = resolve)),
    retry: false,
  })
  const settled = asked.catch(() => null)
  await showChanged(client, state('maya@greenside.test'))
  answer(state(null))
  await settled
  expect(client.getQueryData(otherCalendarsQuery.queryKey)).toEqual(state('maya@greenside.test'))
})
