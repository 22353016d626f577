/** What a queue is called on screen: `send-templated-email` is "Send templated email". */
export function jobLabel(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How often a repeating job runs, in words. @param cron five cron fields */
export function scheduleWords(cron: string): string {
  const [minute = '', hour, day, month, weekday] = cron.trim().split(/\s+/)
  if (day !== '*' || month !== '*') return 'By a calendar'
  if (weekday !== '*') return 'Once a week'
  if (hour !== '*') return 'Once a day'
  if (minute === '*') return 'Every minute'
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (every) return `Every ${every} minutes`
  const times = minute.split(',').length
  return times === 1 ? 'Once an hour' : times === 2 ? 'Twice an hour' : `${times} times an hour`
}
