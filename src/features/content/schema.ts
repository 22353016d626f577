import { z } from 'zod'

/** A run of words in one style, perhaps a link. */
const spanSchema = z.object({
  text: z.string(),
  href: z.string().optional(),
  isStrong: z.literal(true).optional(),
  isEmphasis: z.literal(true).optional(),
  isCode: z.literal(true).optional(),
})

const spans = z.array(spanSchema)

/** All that an article may consist of. There is no markup in it, so nothing has to be taken out. */
export const blockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    id: z.string(),
    spans,
  }),
  z.object({ kind: z.literal('paragraph'), spans }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(spans) }),
  z.object({ kind: z.literal('quote'), paragraphs: z.array(spans) }),
  z.object({ kind: z.literal('table'), head: z.array(spans), rows: z.array(z.array(spans)) }),
  z.object({ kind: z.literal('rule') }),
])

export type Span = z.infer<typeof spanSchema>
export type Block = z.infer<typeof blockSchema>

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const date = z.iso.date()

/** What stands on top of a post's file. */
export const postFrontMatterSchema = z.object({
  title: z.string().min(10).max(90),
  description: z.string().min(60).max(200),
  date,
  author: z.string().min(1),
  /** Which of the fifty drawn covers. */
  cover: z.coerce.number().int().min(1).max(50),
  tags: z.array(z.string()).min(1),
})

export const postSummarySchema = postFrontMatterSchema.extend({
  slug,
  words: z.int(),
  /** Minutes. */
  readingTime: z.int(),
})

export type PostSummary = z.infer<typeof postSummarySchema>

export const postSchema = z.object({
  post: postSummarySchema,
  blocks: z.array(blockSchema),
  related: z.array(postSummarySchema),
})

export type Post = z.infer<typeof postSchema>

export const documentSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** When it was last changed, `yyyy-MM-dd`. */
  updated: date,
  blocks: z.array(blockSchema),
})

export type Document = z.infer<typeof documentSchema>

export const helpAudiences = ['students', 'coaches', 'both'] as const

/** What stands on top of a help document's file. */
export const helpFrontMatterSchema = z.object({
  title: z.string().min(3).max(70),
  description: z.string().min(20).max(120),
  audience: z.enum(helpAudiences),
  topic: z.string().min(3).max(40),
  /** Its place within the topic. */
  order: z.coerce.number().int().min(1),
  updated: date,
})

export const helpSummarySchema = helpFrontMatterSchema.extend({ slug })
export type HelpSummary = z.infer<typeof helpSummarySchema>

export const helpDocumentSchema = helpSummarySchema.extend({
  blocks: z.array(blockSchema),
  /** The others of its topic. */
  related: z.array(helpSummarySchema),
})
export type HelpDocument = z.infer<typeof helpDocumentSchema>

/** A question to the help; an empty one asks for everything. */
export const helpSearchInput = z.object({ q: z.string().max(200).optional() })

/** An address's part is short and plain; anything else finds nothing. */
export const slugInput = z.object({ slug: slug.max(80) })

const cityLinkSchema = z.object({
  slug: z.string(),
  city: z.string(),
  state: z.string(),
  /** Visible coaches who teach in the city itself. */
  coaches: z.int(),
})

export type CityLink = z.infer<typeof cityLinkSchema>

export const cityLinksSchema = z.array(cityLinkSchema)

export const cityFiguresSchema = z.object({
  coachCount: z.int(),
  /** Cents an hour; null without coaches. */
  prices: z.object({ low: z.int(), median: z.int(), high: z.int() }).nullable(),
  /** Over all reviews of these coaches; null when there are none. */
  rating: z.object({ average: z.number(), reviews: z.int() }).nullable(),
  instantBookCount: z.int(),
  launchMonitorCount: z.int(),
  /** Where most of them teach. */
  venues: z.array(z.object({ name: z.string(), city: z.string(), state: z.string(), coaches: z.int() })),
})

export type CityFigures = z.infer<typeof cityFiguresSchema>

export const cityPageSchema = z.object({
  /** The address this page should have; a caller who used another one goes there. */
  slug: z.string(),
  city: z.string(),
  state: z.string(),
  /** The ZIP code in the middle of the city: what is counted lies within 50 miles of it. */
  zip: z.string(),
  figures: cityFiguresSchema,
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  nearby: cityLinksSchema,
})

export type CityPage = z.infer<typeof cityPageSchema>
