import { z } from 'zod'

/** A run of text in one style, optionally a link. */
const spanSchema = z.object({
  text: z.string(),
  href: z.string().optional(),
  isStrong: z.literal(true).optional(),
  isEmphasis: z.literal(true).optional(),
  isCode: z.literal(true).optional(),
})

const spans = z.array(spanSchema)

/** All block types of an article. None of them contains HTML, so no sanitizing is needed. */
export const contentBlockSchema = z.discriminatedUnion('kind', [
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

export type TextSpan = z.infer<typeof spanSchema>
export type ContentBlock = z.infer<typeof contentBlockSchema>

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const date = z.iso.date()

/** The front matter of a post. */
export const postFrontMatterSchema = z.object({
  title: z.string().min(10).max(90),
  description: z.string().min(60).max(200),
  date,
  author: z.string().min(1),
  /** The number of one of the fifty covers. */
  cover: z.coerce.number().int().min(1).max(50),
  tags: z.array(z.string()).min(1),
})

export const postSummarySchema = postFrontMatterSchema.extend({
  slug,
  words: z.int(),
  /** In minutes. */
  readingTime: z.int(),
})

export type PostSummary = z.infer<typeof postSummarySchema>

export const postSchema = z.object({
  post: postSummarySchema,
  blocks: z.array(contentBlockSchema),
  related: z.array(postSummarySchema),
})

export type BlogPost = z.infer<typeof postSchema>

export const documentSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** The date of the last change, `yyyy-MM-dd`. */
  updated: date,
  blocks: z.array(contentBlockSchema),
})

export type ContentDocument = z.infer<typeof documentSchema>

export const helpAudiences = ['students', 'coaches', 'both'] as const

/** The front matter of a help document. */
export const helpFrontMatterSchema = z.object({
  title: z.string().min(3).max(70),
  description: z.string().min(20).max(120),
  audience: z.enum(helpAudiences),
  topic: z.string().min(3).max(40),
  /** The position within the topic. */
  order: z.coerce.number().int().min(1),
  updated: date,
})

export const helpSummarySchema = helpFrontMatterSchema.extend({ slug })
export type HelpSummary = z.infer<typeof helpSummarySchema>

export const helpDocumentSchema = helpSummarySchema.extend({
  blocks: z.array(contentBlockSchema),
  /** The other documents of the same topic. */
  related: z.array(helpSummarySchema),
})
export type HelpDocument = z.infer<typeof helpDocumentSchema>

/** A search in the help documents; an empty query returns all of them. */
export const helpSearchInput = z.object({ q: z.string().max(200).optional() })

/** Slugs are short and plain; any other value is not found. */
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
  /** Cents per hour; null if there are no coaches. */
  prices: z.object({ low: z.int(), median: z.int(), high: z.int() }).nullable(),
  /** Across all reviews of these coaches; null if there are none. */
  rating: z.object({ average: z.number(), reviews: z.int() }).nullable(),
  instantBookCount: z.int(),
  launchMonitorCount: z.int(),
  /** The places where most of them teach. */
  venues: z.array(z.object({ name: z.string(), city: z.string(), state: z.string(), coaches: z.int() })),
})

export type CityFigures = z.infer<typeof cityFiguresSchema>

export const cityPageSchema = z.object({
  /** The canonical slug of this page. Callers that used another form are redirected to it. */
  slug: z.string(),
  city: z.string(),
  state: z.string(),
  /** The ZIP code at the center of the city. All figures cover a radius of 50 miles around it. */
  zip: z.string(),
  figures: cityFiguresSchema,
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  nearby: cityLinksSchema,
})

export type CityPage = z.infer<typeof cityPageSchema>
