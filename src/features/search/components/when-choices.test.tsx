import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WhenChoices } from './when-choices.tsx'

const nothing = () => undefined

/** The choices in the sheet of filters, for a time in the address. */
const draw = (when: string | undefined) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WhenChoices
        isInSheet
        search={{
          address: { zip: '28202', ...(when ? { when } : {}) },
          searchZip: nothing,
          searchHere: nothing,
          refine: nothing,
          clear: nothing,
          prepareZip: nothing,
          prepare: nothing,
        }}
      />
    </QueryClientProvider>,
  )

test.each(['today', 'tomorrow.evening', 'weekend', '2030-01-05', 'sat.2030-01-06'])(
  'the sheet shows the dates that were chosen: %s',
  (when) => {
    expect(draw(when)).toContain('On these dates')
  },
)

test.each([undefined, 'morning', 'sat.sun'])('without a chosen date the sheet offers dates: %s', (when) => {
  expect(draw(when)).toContain('Choose dates')
})
