import type { Identity } from '#platform/env.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { countWords, readMarkdown, typeset } from '../markdown.ts'
import type { BlogPost, ContentBlock, ContentDocument, PostSummary } from '../schema.ts'
import { newestFirst, readingMinutes, readPostFile, relatedPosts, slugOfFile } from './post.ts'

// The texts are part of the server bundle only; the browser receives a single post on request.
const postFiles = import.meta.glob<string>('/content/blog/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const legalFiles = import.meta.glob<string>('/content/legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface Library {
  posts: PostSummary[]
  blocks: Map<string, ContentBlock[]>
}

let library: Library | undefined

/** Every post without its text, newest first. */
export const listPosts = (): PostSummary[] => read().posts

/** A post with its text and three related posts. */
export function findPost(slug: string): BlogPost | null {
  const { posts, blocks } = read()
  const post = posts.find((one) => one.slug === slug)
  const text = blocks.get(slug)
  if (!post || !text) return null
  return { post, blocks: text, related: relatedPosts(post, posts, 3) }
}

/**
 * The operator of this installation. Legal texts refer to it as `{{company_name}}`, `{{support_email}}` and so
 * on.
 */
export type Operator = Pick<Identity, 'COMPANY_NAME' | 'POSTAL_ADDRESS' | 'PRIVACY_EMAIL' | 'SUPPORT_EMAIL'>

/**
 * A document that is not an article, such as the privacy policy.
 * @param later a replacement text with its date
 */
export function findDocument(
  slug: string,
  operator: Operator,
  later?: { body: string; updated: string },
): ContentDocument | null {
  const file = findText(slug)
  if (!file) return null
  const { title = '', description = '', updated = '' } = file.fields
  return {
    title: typeset(title),
    description: typeset(description),
    updated: later?.updated ?? updated,
    blocks: readMarkdown(fillIn(later?.body ?? file.body, operator)),
  }
}

/** The unparsed text of a document and its front matter. */
export function findText(slug: string): { fields: Record<string, string>; body: string } | null {
  const text = legalFiles[`/content/legal/${slug}.md`]
  return text === undefined ? null : splitFrontMatter(text)
}

/** @throws Error for an unknown placeholder, which readers would otherwise see */
function fillIn(text: string, operator: Operator): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (operator as Record<string, string>)[name.toUpperCase()]
    if (value === undefined) throw new Error(`a document names ${name}, which nobody sets`)
    // The operator's values are plain text: Markdown syntax in them must not create links or lists.
    return value.replaceAll(/[\s[\]*`<>|]+/g, ' ').trim()
  })
}

/** Parsed and validated once per process: the files change only with a build. */
function read(): Library {
  library ??= readAll()
  return library
}

function readAll(): Library {
  const blocks = new Map<string, ContentBlock[]>()
  const posts = Object.entries(postFiles).map(([path, text]) => {
    const slug = slugOfFile(path)
    const { head, body } = readPostFile(text)
    const parts = readMarkdown(body)
    blocks.set(slug, parts)
    const words = countWords(parts)
    return {
      ...head,
      title: typeset(head.title),
      description: typeset(head.description),
      slug,
      words,
      readingTime: readingMinutes(words),
    }
  })
  return { posts: newestFirst(posts), blocks }
}
