import { NavTabs } from '#ui/nav-tabs.tsx'
import { type Period, periods } from '../period.ts'

const words: Record<Period, string> = { 7: '7 days', 28: '28 days', 90: '90 days', 365: 'A year' }

/** The lengths that figures come in. @param path of the page they belong to */
export function PeriodTabs({ chosen, path }: { chosen: Period; path: string }) {
  return (
    <NavTabs
      label="Period"
      items={periods.map((period) => ({
        href: `${path}?period=${period}`,
        label: words[period],
        current: period === chosen,
      }))}
    />
  )
}
