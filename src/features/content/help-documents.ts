import { splitFrontMatter } from './front-matter.ts'
import { type HelpText, searchHelp } from './help.ts'
import { readMarkdown, textOf, typeset } from './markdown.ts'
import { slugOfFile } from './posts/post.ts'
import { type HelpDocument, type HelpSummary, helpFrontMatterSchema } from './schema.ts'

const files = import.meta.glob<string>('/content/help/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The display order of topics. A topic not listed here comes last. */
const topicOrder = [
  'Getting started',
  'Finding a coach',
  'Booking',
  'Paying',
  'Changing plans',
  'Messages and proposals',
  'Your calendar',
  'Teaching',
  'Money',
  'After the lesson',
  'When something goes wrong',
  'Notifications',
  'Your account',
]

let texts: HelpText[] | undefined

/** Every help document without its text, in the order of the help page. */
export const listHelp = (): HelpSummary[] => readAll().map(summaryOf)

/** The documents that match a question, best match first. */
export const matchHelp = (question: string): HelpSummary[] =>
  searchHelp(question.slice(0, 200), readAll()).map(summaryOf)

/** A document with its text and the other documents of its topic. */
export function findHelp(slug: string): HelpDocument | null {
  const all = readAll()
  const found = all.find((one) => one.slug === slug)
  if (!found) return null
  const related = all.filter(({ topic, slug: other }) => topic === found.topic && other !== slug)
  return { ...summaryOf(found), blocks: found.blocks, related: related.map(summaryOf) }
}

/** Parsed and validated once per process: the files change only with a build. */
function readAll(): HelpText[] {
  texts ??= Object.entries(files)
    .map(([path, text]) => readHelpFile(slugOfFile(path), text))
    .toSorted((a, b) => rank(a.topic) - rank(b.topic) || a.order - b.order || a.title.localeCompare(b.title))
  return texts
}

const rank = (topic: string) => {
  const place = topicOrder.indexOf(topic)
  return place < 0 ? topicOrder.length : place
}

function readHelpFile(slug: string, text: string): HelpText {
  const { fields, body } = splitFrontMatter(text)
  const head = helpFrontMatterSchema.parse(fields)
  const blocks = readMarkdown(body)
  return {
    ...head,
    title: typeset(head.title),
    description: typeset(head.description),
    slug,
    blocks,
    words: textOf(blocks).toLowerCase(),
  }
}

function summaryOf({ blocks: _, words: __, ...summary }: HelpText): HelpSummary {
  return summary
}
