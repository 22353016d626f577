import { listOf, splitFrontMatter } from '../front-matter.ts'
import { type PostSummary, postFrontMatterSchema } from '../schema.ts'

/** Words a minute: an unhurried grown-up on a screen. */
const READING_SPEED = 220

/** Minutes to read so many words, at least one. */
export const readingMinutes = (words: number) => Math.max(1, Math.round(words / READING_SPEED))

/** `choosing-a-coach` from `/content/blog/choosing-a-coach.md`. */
export const slugOfFile = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.md$/, '')

/** A post's head and its Markdown. @throws Error when something on top of the file is missing or wrong */
export function readPostFile(text: string) {
  const { fields, body } = splitFrontMatter(text)
  return { head: postFrontMatterSchema.parse({ ...fields, tags: listOf(fields.tags ?? '') }), body }
}

/** Newest first; of one day, by title. */
export function newestFirst(posts: readonly PostSummary[]): PostSummary[] {
  return posts.toSorted((a, b) => b.date.localeCompare(a.date) || a.title.localeCompare(b.title))
}

/** What to read next: the posts that share most tags, newer ones first among equals. */
export function relatedPosts(post: PostSummary, all: readonly PostSummary[], count: number): PostSummary[] {
  const shared = (other: PostSummary) => other.tags.filter((tag) => post.tags.includes(tag)).length
  return newestFirst(all.filter(({ slug }) => slug !== post.slug))
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, count)
}
