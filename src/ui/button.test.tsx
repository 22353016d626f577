import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Switch } from './switch.tsx'

test('a button or a switch that is disabled while it works keeps the focus', () => {
  const loading = renderToString(
    <Button loading disabled>
      Accept
    </Button>,
  )
  const busy = renderToString(
    <Switch label="Exit offers" checked disabled onCheckedChange={() => undefined} />,
  )
  for (const html of [loading, busy]) {
    expect(html).toContain('aria-disabled="true"')
    expect(html, 'an element with this attribute loses the focus').not.toContain('disabled=""')
  }
  expect(renderToString(<Button disabled>Accept</Button>)).toContain('disabled=""')
})
