import { Star } from 'lucide-react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Alert } from './alert.tsx'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Button } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { Checkbox } from './checkbox.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { EmptyState } from './empty-state.tsx'
import { Menu } from './menu.tsx'
import { Pagination } from './pagination.tsx'
import { Picture } from './picture.tsx'
import { RadioGroup } from './radio-group.tsx'
import { RatingStars } from './rating-stars.tsx'
import { RangeSlider } from './slider.tsx'
import { StatCard } from './stat-card.tsx'
import { Tabs } from './tabs.tsx'
import { Toaster } from './toast.tsx'
import { Tooltip } from './tooltip.tsx'

const nothing = () => {}
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]
const trigger = <Button>Open</Button>
const components: Record<string, ReactElement> = {
  Alert: <Alert>Text</Alert>,
  Avatar: <Avatar name="Maria Ortiz" src="/a.webp" />,
  Badge: <Badge tone="green">Confirmed</Badge>,
  Breadcrumb: <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: 'Here' }]} />,
  Button: <Button loading>Save</Button>,
  Calendar: (
    <Calendar
      label="Day"
      today="2026-11-21"
      selected="2026-11-24"
      onSelect={nothing}
      isDisabled={(day) => day < '2026-11-21'}
      isMarked={(day) => day === '2026-11-24'}
      markedLabel="open"
      month="2026-11"
      onMonthChange={nothing}
      minMonth="2026-11"
      maxMonth="2026-12"
      busy={false}
    />
  ),
  Checkbox: <Checkbox label="Agree" defaultChecked />,
  ConfirmDialog: (
    <ConfirmDialog
      trigger={trigger}
      title="Sure?"
      description="Gone"
      confirmLabel="Delete"
      onConfirm={nothing}
    />
  ),
  Dialog: <Dialog trigger={trigger} title="Title" />,
  Drawer: <Drawer trigger={trigger} title="Title" />,
  EmptyState: <EmptyState icon={Star} title="Nothing yet" />,
  Menu: <Menu trigger={trigger}>…</Menu>,
  Pagination: <Pagination page={2} pageCount={9} hrefFor={(page) => `?page=${page}`} />,
  Picture: <Picture src="/a.webp" avif="/a.avif 480w" alt="Hills" width={480} height={320} />,
  RadioGroup: <RadioGroup legend="Pick" name="pick" options={options} defaultValue="a" />,
  RangeSlider: <RangeSlider label="Price" min={0} max={9} value={[2, 5]} onValueChange={nothing} />,
  RatingStars: <RatingStars value={4.2} />,
  StatCard: <StatCard label="Lessons" value={3} />,
  Tabs: <Tabs label="Which" items={[{ value: 'a', label: 'A', content: 'First' }]} />,
  Toaster: <Toaster />,
  Tooltip: <Tooltip content="Words">{trigger}</Tooltip>,
}

describe('server-rendered HTML complies with the strict content security policy', () => {
  test.each(Object.entries(components))(
    '%s has no inline style, style element or handler',
    (_name, element) => {
      const html = renderToString(element)
      expect(html).not.toMatch(/\sstyle="|<style|\son[a-z]+="/)
      expect(html).not.toBe('')
    },
  )
})

describe('the calendar', () => {
  const html = renderToString(
    <Calendar
      label="Lesson day"
      today="2026-11-21"
      selected="2026-11-24"
      onSelect={nothing}
      isDisabled={(day) => day < '2026-11-21'}
      isMarked={(day) => day === '2026-11-27'}
      markedLabel="open times"
      month="2026-11"
      onMonthChange={nothing}
      minMonth="2026-11"
      maxMonth="2027-01"
      busy={false}
    />,
  )
  const dayButton = (words: string) =>
    html.match(new RegExp(`<button[^>]*aria-label="${words}[^>]*>`))?.[0] ?? ''

  test('describes each day', () => {
    expect(dayButton('Tuesday, November 24th, 2026, selected')).not.toBe('')
    expect(dayButton('Saturday, November 21st, 2026, today')).not.toBe('')
    expect(dayButton('Friday, November 27th, 2026, open times')).not.toBe('')
  })

  test('disables unavailable days and earlier months', () => {
    expect(dayButton('Friday, November 20th, 2026')).toContain('disabled')
    expect(dayButton('Sunday, November 22nd, 2026')).not.toContain('disabled=')
    expect(html).toMatch(/aria-label="Go to the Previous Month"[^>]*aria-disabled="true"/)
  })
})

test('a loading button keeps its text and is marked busy', () => {
  const html = renderToString(<Button loading>Save changes</Button>)
  expect(html).toContain('Save changes')
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('type="button"')
})

test('one of several tabs is reachable with Tab, and its panel is open', () => {
  const items = [
    { value: 'a', label: 'A', content: 'First' },
    { value: 'b', label: 'B', content: 'Second' },
  ]
  const html = renderToString(<Tabs label="Which" items={items} defaultValue="b" />)
  expect(html.match(/role="tab"[^>]*tabindex="0"/gi)).toHaveLength(1)
  expect(html).toContain('Second')
  expect(html).not.toContain('First')
})
