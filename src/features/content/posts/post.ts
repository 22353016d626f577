import { listOf, splitFrontMatter } from '../front-matter.ts'
import { type PostSummary, postFrontMatterSchema } from '../schema.ts'

/** Words per minute: a comfortable pace for an adult reading on a screen. */
const READING_SPEED = 220

/** Reading time in minutes for a number of words, at least one. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / READING_SPEED))

/** `choosing-a-coach` for `/content/blog/choosing-a-coach.md`. */
export const slugOfFile = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.md$/, '')

/**
 * Parses a post into its front matter and Markdown body.
 * @throws Error if a front matter field is missing or invalid
 */
export function readPostFile(text: string) {
  const { fields, body } = splitFrontMatter(text)
  return { head: postFrontMatterSchema.parse({ ...fields, tags: listOf(fields.tags ?? '') }), body }
}

/** Newest first; posts of the same day by title. */
export function newestFirst(posts: readonly PostSummary[]): PostSummary[] {
  return posts.toSorted((a, b) => b.date.localeCompare(a.date) || a.title.localeCompare(b.title))
}

/** Related posts: the ones sharing the most tags, newer ones first among equals. */
export function relatedPosts(post: PostSummary, all: readonly PostSummary[], count: number): PostSummary[] {
  const shared = (other: PostSummary) => other.tags.filter((tag) => post.tags.includes(tag)).length
  return newestFirst(all.filter(({ slug }) => slug !== post.slug))
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, count)
}
