import type { Identity } from '#platform/env.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { countWords, readMarkdown, typeset } from '../markdown.ts'
import type { Block, Document, Post, PostSummary } from '../schema.ts'
import { newestFirst, readingMinutes, readPostFile, relatedPosts, slugOfFile } from './post.ts'

// The texts are part of the server's bundle; the browser gets the one it asked for.
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
  blocks: Map<string, Block[]>
}

let library: Library | undefined

/** Every post without its text, newest first. */
export const listPosts = (): PostSummary[] => read().posts

/** A post, its text, and three others to go on with. */
export function findPost(slug: string): Post | null {
  const { posts, blocks } = read()
  const post = posts.find((one) => one.slug === slug)
  const text = blocks.get(slug)
  if (!post || !text) return null
  return { post, blocks: text, related: relatedPosts(post, posts, 3) }
}

/** Who runs this installation: documents name them as `{{company_name}}`, `{{support_email}}` and so on. */
export type Operator = Pick<Identity, 'COMPANY_NAME' | 'POSTAL_ADDRESS' | 'PRIVACY_EMAIL' | 'SUPPORT_EMAIL'>

/** A document that is not an article, such as the privacy policy. @param later another text for it, and its day */
export function findDocument(
  slug: string,
  operator: Operator,
  later?: { body: string; updated: string },
): Document | null {
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

/** A document's text as it was written, and what stands on top of it. */
export function findText(slug: string): { fields: Record<string, string>; body: string } | null {
  const text = legalFiles[`/content/legal/${slug}.md`]
  return text === undefined ? null : splitFrontMatter(text)
}

/** @throws Error for a name that stands for nothing: a reader would see it */
function fillIn(text: string, operator: Operator): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (operator as Record<string, string>)[name.toUpperCase()]
    if (value === undefined) throw new Error(`a document names ${name}, which nobody sets`)
    // What an operator typed is words: no mark in it begins a link or a list.
    return value.replaceAll(/[\s[\]*`<>|]+/g, ' ').trim()
  })
}

/** Read and checked once a process: the files change only with the build. */
function read(): Library {
  library ??= readAll()
  return library
}

function readAll(): Library {
  const blocks = new Map<string, Block[]>()
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
