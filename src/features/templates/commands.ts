import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sendOnce, testEmailEntry } from '#features/notifications/delivery-log.ts'
import { namesIn } from '#features/notifications/letter-check.ts'
import { storeEmailWords, storeTextWords } from '#features/notifications/words.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { writeSetting } from '#platform/site-settings.ts'
import { toIso } from '#platform/time.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { bareMessageId } from '#ports/email/email.ts'
import type { Services } from '#ports/services.ts'
import { checkIsThisSite } from './app-url-proof.ts'
import {
  builtInOf,
  findLetter,
  noSuchTemplate,
  previewTemplate,
  problemsOf,
  readStored,
  type TemplateRef,
  type Words,
} from './queries.ts'
import type { saveInput, saveOutcome } from './schema.ts'
import { templateVersions } from './tables.ts'
import { readAppUrl, readCtaUrl, templateWords } from './template-settings.ts'

const TESTS_PER_ADMIN = { points: 30, seconds: 60 * 60 }
const ADDRESSES_PER_ADMIN = { points: 20, seconds: 60 * 60 }
const SAVES_PER_ADMIN = { points: 120, seconds: 60 * 60 }

/** The values before and after an admin's change, for the audit log. */
export interface Changed {
  before: Record<string, string | null>
  after: Record<string, string | null>
}
type Recorder = (tx: Queryable, change: Changed) => Promise<void>

/**
 * Stores an admin's edit of a template as a new version, which is used from then on.
 * @param record writes the change to the audit log, in the same transaction
 * @returns the reason for a failure: a template that cannot be sent, or a newer version saved meanwhile
 * @throws AppError no_such_template, too_many_requests
 */
export async function saveTemplate(
  services: Services,
  admin: Actor,
  input: z.output<typeof saveInput>,
  record: Recorder,
): Promise<z.input<typeof saveOutcome>> {
  const { letter } = findLetter(services, input)
  const words: Words = {
    templateName: input.templateName,
    subject: input.channel === 'email' ? input.subject.trim() : null,
    content: input.content,
  }
  const problems = problemsOf(letter, input.channel, words)
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  await services.rateLimits.count('template-save', admin.userId, SAVES_PER_ADMIN)
  return await services.db.transaction(async (tx) => {
    const newest = await lockNewest(tx, input)
    if ((newest?.id ?? null) !== input.basedOn && newest)
      return { ok: false, reason: 'changed', by: newest.by ?? 'another admin', at: toIso(newest.at) }
    const before = (await readStored(tx, input)) ?? findLetter(services, input).builtIn
    const versionId = await store(services, tx, admin, input, words, false)
    await record(tx, changeOf(before, words))
    return { ok: true, versionId }
  })
}

/**
 * Restores an earlier version, or the built-in template, as a new version; the versions in between are kept.
 * @throws AppError no_such_template, no_such_version, cannot_be_sent
 */
export async function restoreTemplate(
  services: Services,
  admin: Actor,
  input: TemplateRef & { versionId: string | null },
  record: Recorder,
): Promise<void> {
  const { letter, builtIn } = findLetter(services, input)
  await services.rateLimits.count('template-save', admin.userId, SAVES_PER_ADMIN)
  await services.db.transaction(async (tx) => {
    await lockNewest(tx, input)
    const words = input.versionId === null ? builtIn : await readVersion(tx, input, input.versionId)
    const problems = problemsOf(letter, input.channel, words)
    // A variable in the old version may have been removed since.
    if (problems[0]) throw new AppError('conflict', 'cannot_be_sent', problems[0].message)
    const before = (await readStored(tx, input)) ?? builtIn
    await store(services, tx, admin, input, words, input.versionId === null)
    await record(tx, changeOf(before, words))
  })
}

/** The length and a digest of the texts; the texts themselves are in the versions. */
function changeOf(before: Words, after: Words): Changed {
  const facts = (words: Words) => ({
    template_name: words.templateName,
    subject: words.subject,
    content: createHash('sha256').update(words.content).digest('hex').slice(0, 16),
  })
  return { before: facts(before), after: facts(after) }
}

async function lockNewest(tx: Queryable, { channel, templateKey }: TemplateRef) {
  // Raw: an advisory lock, so that only one admin at a time saves a template, including its first version.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`template:${channel}:${templateKey}`}, 0))`,
  )
  const [newest] = await tx
    .select({
      id: templateVersions.id,
      at: templateVersions.createdAt,
      by: sql<string | null>`(select full_name from profiles p where p.id = ${templateVersions.savedBy})`,
    })
    .from(templateVersions)
    .where(and(eq(templateVersions.channel, channel), eq(templateVersions.templateKey, templateKey)))
    .orderBy(desc(templateVersions.seq))
    .limit(1)
  return newest
}

async function readVersion(tx: Queryable, { channel, templateKey }: TemplateRef, id: string): Promise<Words> {
  const { templateName, subject, content } = templateVersions
  const [version] = await tx
    .select({ templateName, subject, content })
    .from(templateVersions)
    .where(
      and(
        eq(templateVersions.id, id),
        eq(templateVersions.channel, channel),
        eq(templateVersions.templateKey, templateKey),
      ),
    )
  if (!version)
    throw new AppError('not_found', 'no_such_version', 'There is no such version of this template.')
  return version
}

/**
 * Writes the texts to the table that messages are sent from, and to the history.
 * @returns the version's id
 */
async function store(
  services: Services,
  tx: Queryable,
  admin: Actor,
  { channel, templateKey }: TemplateRef,
  words: Words,
  isBuiltIn: boolean,
): Promise<string> {
  const { templateName, subject, content } = words
  const now = services.clock.now()
  const letter = services.letters.templates.find(({ key }) => key === templateKey)
  const builtIn = letter && builtInOf(letter, channel)
  if (!builtIn) throw noSuchTemplate()
  // While the stored texts match this digest, an upgrade of the product replaces them.
  const shipped = createHash('md5')
    .update(`${builtIn.subject ?? ''}${builtIn.content}`)
    .digest('hex')
  const variables = namesIn(subject ?? '', content)
  if (channel === 'email') {
    await storeEmailWords(tx, templateKey, {
      templateName,
      subject: subject ?? '',
      htmlContent: content,
      variables,
      shippedDigest: shipped,
      updatedAt: now,
    })
  } else {
    await storeTextWords(tx, templateKey, {
      templateName,
      messageContent: content,
      variables,
      shippedDigest: shipped,
      updatedAt: now,
    })
  }
  const [version] = await tx
    .insert(templateVersions)
    .values({
      channel,
      templateKey,
      templateName,
      subject,
      content,
      isBuiltIn,
      savedBy: admin.userId,
      createdAt: now,
    })
    .returning({ id: templateVersions.id })
  if (!version) throw noSuchTemplate()
  return version.id
}

/**
 * Sends a test email of the stored template with sample values; identical to its preview.
 * @throws AppError no_such_template, too_many_requests, test_not_sent
 */
export async function sendTestEmail(
  services: Services,
  { actor, audit }: { actor: Actor; audit: Audit },
  {
    templateKey,
    testEmail,
    sample,
    unconfirmed,
  }: { templateKey: string; testEmail: string; sample: number; unconfirmed?: boolean | undefined },
): Promise<void> {
  const ref = { channel: 'email', templateKey } as const
  const { builtIn } = findLetter(services, ref)
  await services.rateLimits.count('template-test', actor.userId, TESTS_PER_ADMIN)
  const words = (await readStored(services.db, ref)) ?? builtIn
  const { subject, html, text, problems } = await previewTemplate(services, ref, words, {
    data: { sample, unconfirmed },
    leaveOut: false,
  })
  if (problems[0]) throw new AppError('conflict', 'cannot_be_sent', problems[0].message)
  const key = `template-test:${uuidV4()}`
  const started = testEmailEntry({ key, templateKey, to: testEmail, subject, html, sentBy: actor.userId })
  let isSent = false
  try {
    await sendOnce(services.db, 'email_logs', key, started, async () => {
      const { id } = await services.email.send({
        key,
        to: { email: testEmail },
        subject,
        html: html ?? '',
        text,
      })
      isSent = true
      return bareMessageId(id)
    })
  } catch (error) {
    services.log.error({ err: error, templateKey }, 'a test email was not sent')
  }
  if (!isSent) throw new AppError('unavailable', 'test_not_sent', templateWords.testFailed)
  await audit.record(services.db, {
    before: { sent: false },
    after: { sent: true, template: templateKey, sample },
  })
}

/**
 * Sets the base URL of links in emails and texts, for every server at once. A URL other than the configured
 * one must prove that it belongs to this installation.
 * @throws AppError bad_address, not_this_site, too_many_requests
 */
export async function setAppUrl(
  services: Services,
  admin: Actor,
  typed: string,
  record: Recorder,
): Promise<string> {
  const read = readAppUrl(typed, services.env.appUrl.startsWith('http://'))
  if (!read.ok) throw new AppError('bad_input', 'bad_address', read.message)
  await services.rateLimits.count('app-url', admin.userId, ADDRESSES_PER_ADMIN)
  if (read.url !== services.env.appUrl) await checkIsThisSite(services, read.url)
  await setSetting(services, { key: 'app_url', value: read.url }, record)
  services.log.warn({ appUrl: read.url, by: admin.userId }, 'the address of links in letters was changed')
  return read.url
}

/**
 * Sets the URL that texts link to.
 * @throws AppError bad_address
 */
export async function setSmsCtaUrl(services: Services, typed: string, record: Recorder): Promise<string> {
  const read = readCtaUrl(typed, services.env.appUrl.startsWith('http://'))
  if (!read.ok) throw new AppError('bad_input', 'bad_address', read.message)
  await setSetting(services, { key: 'sms_cta_url', value: read.url }, record)
  return read.url
}

async function setSetting(
  services: Services,
  { key, value }: { key: 'app_url' | 'sms_cta_url'; value: string },
  record: Recorder,
): Promise<void> {
  const now = await services.siteSettings.read()
  const before = key === 'app_url' ? now.appUrl : now.smsCtaUrl
  await services.db.transaction(async (tx) => {
    await writeSetting(tx, { key, value, now: services.clock.now() })
    await record(tx, { before: { [key]: before }, after: { [key]: value } })
  })
  services.siteSettings.forget()
}
