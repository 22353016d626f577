import { isMeasure, measures } from '../goal.ts'
import type { WorkspaceEvent } from '../schema.ts'
import { type FieldChange, wordsOfEvent } from '../workspace.ts'

/** `Sam ticked …`, `You set a goal: Break 90`. */
export function eventSentence(
  { isMine, by, kind, title }: Pick<WorkspaceEvent, 'isMine' | 'by' | 'kind' | 'title'>,
  { withTitle = true }: { withTitle?: boolean } = {},
): string {
  const words = `${isMine ? 'You' : by} ${wordsOfEvent(kind)}`
  return withTitle ? `${words}: ${title}` : words
}

const fieldWords: Record<string, string> = {
  title: 'name',
  measure: 'measure',
  unit: 'unit',
  target: 'target',
  due: 'date',
  status: 'state',
  value: 'value',
}

/** `target from 92 to 96`, `value 94 mph`. */
export function changeWords({ field, from, to }: FieldChange): string {
  const name = fieldWords[field] ?? field
  if (from === null) return `${name} ${shown(field, to)}`
  if (to === null) return `${name} ${shown(field, from)} taken out`
  return `${name} from ${shown(field, from)} to ${shown(field, to)}`
}

function shown(field: string, value: string | number | null): string {
  if (value === null) return 'nothing'
  if (field === 'measure' && typeof value === 'string' && isMeasure(value))
    return measures[value].label.toLowerCase()
  return String(value)
}
