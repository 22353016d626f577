import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { contactOf } from '#features/notifications/delivery.ts'
import {
  houseNames,
  neededIn,
  problemsOfEmail,
  problemsOfText,
} from '#features/notifications/letter-check.ts'
import { houseVariables, letterValues } from '#features/notifications/letter-values.ts'
import { isFixed, isNotification } from '#features/notifications/notification.ts'
import { renderEmail } from '#features/notifications/render-email.ts'
import { withoutLinkSecrets } from '#features/notifications/stored-copy.ts'
import { emailLogs, emailTemplates, smsLogs, smsTemplates } from '#features/notifications/tables.ts'
import { renderText, segmentsOf } from '#features/notifications/template.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { LetterSample, LetterTemplate } from '#platform/letter-template.ts'
import type { SiteSettings } from '#platform/site-settings.ts'
import { readSettingChanges } from '#platform/site-settings.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type {
  SiteSettingsAnswer,
  Template,
  TemplatePreview,
  TemplateSummary,
  TemplateVersion,
} from './schema.ts'
import { templateVersions } from './tables.ts'
import type { TemplateChannel } from './template-settings.ts'

/** The texts of a template; SMS templates have no subject. */
export interface Words {
  templateName: string
  subject: string | null
  content: string
}

/** Identifies a template. */
export interface TemplateRef {
  channel: TemplateChannel
  templateKey: string
}

type Reading = Pick<Services, 'db' | 'letters' | 'clock' | 'env' | 'siteSettings' | 'answers'>

const RECORDS = 10
const VERSIONS = 50

export const noSuchTemplate = () =>
  new AppError('not_found', 'no_such_template', 'There is no template of that name.')

/** Returns the built-in texts for a channel; null when the letter has none for it. */
export function builtInOf({ email, text }: LetterTemplate, channel: TemplateChannel): Words | null {
  if (channel === 'email')
    return email ? { templateName: email.name, subject: email.subject, content: email.html } : null
  return text ? { templateName: text.name, subject: null, content: text.message } : null
}

/** @throws AppError no_such_template */
export function findLetter(
  { letters }: Pick<Services, 'letters'>,
  { channel, templateKey }: TemplateRef,
): { letter: LetterTemplate; builtIn: Words } {
  const letter = letters.templates.find(({ key }) => key === templateKey)
  const builtIn = letter && builtInOf(letter, channel)
  if (!letter || !builtIn) throw noSuchTemplate()
  return { letter, builtIn }
}

/** Reads the stored texts; null when there are none. */
export async function readStored(
  db: Queryable,
  { channel, templateKey }: TemplateRef,
): Promise<Words | null> {
  if (channel === 'email') {
    const { templateName, subject, htmlContent: content } = emailTemplates
    const [row] = await db
      .select({ templateName, subject, content })
      .from(emailTemplates)
      .where(eq(emailTemplates.templateKey, templateKey))
    return row ?? null
  }
  const { templateName, messageContent: content } = smsTemplates
  const [row] = await db
    .select({ templateName, content })
    .from(smsTemplates)
    .where(eq(smsTemplates.templateKey, templateKey))
  return row ? { ...row, subject: null } : null
}

const isSame = (a: Words, b: Words) => a.subject === b.subject && a.content === b.content

/** Lists why a template cannot be sent. */
export const problemsOf = (
  letter: LetterTemplate,
  channel: TemplateChannel,
  { subject, content }: Pick<Words, 'subject' | 'content'>,
): Template['problems'] =>
  channel === 'email'
    ? problemsOfEmail(letter, { subject: subject ?? '', html: content }).map(({ field, message }) => ({
        field: field === 'html' ? 'content' : field,
        message,
      }))
    : problemsOfText(letter, content).map((message) => ({ field: 'content', message }))

/** Lists every template of a channel by name. */
export async function listTemplates(services: Reading, channel: TemplateChannel): Promise<TemplateSummary[]> {
  const { db, letters } = services
  const [stored, saved] = await Promise.all([
    channel === 'email'
      ? db
          .select({
            key: emailTemplates.templateKey,
            templateName: emailTemplates.templateName,
            subject: emailTemplates.subject,
            content: emailTemplates.htmlContent,
          })
          .from(emailTemplates)
      : db
          .select({
            key: smsTemplates.templateKey,
            templateName: smsTemplates.templateName,
            subject: sql<null>`null`,
            content: smsTemplates.messageContent,
          })
          .from(smsTemplates),
    db
      .select({
        key: templateVersions.templateKey,
        at: sql<number>`extract(epoch from max(${templateVersions.createdAt})) * 1000`.mapWith(Number),
      })
      .from(templateVersions)
      .where(eq(templateVersions.channel, channel))
      .groupBy(templateVersions.templateKey),
  ])
  const rows = new Map<string, Words>(stored.map(({ key, ...words }) => [key, words]))
  const savedAt = new Map(saved.map(({ key, at }) => [key, Math.round(at)]))
  return letters.templates
    .flatMap((letter): TemplateSummary[] => {
      const builtIn = builtInOf(letter, channel)
      if (!builtIn) return []
      const words = rows.get(letter.key) ?? builtIn
      const isEdited = !isSame(words, builtIn)
      const at = savedAt.get(letter.key)
      return [
        {
          templateKey: letter.key,
          templateName: words.templateName,
          isEdited,
          isBroken: isEdited && problemsOf(letter, channel, words).length > 0,
          savedAt: at === undefined ? null : toIso(at),
        },
      ]
    })
    .sort((a, b) => (a.templateName < b.templateName ? -1 : 1))
}

/**
 * Reads everything the editor shows of a template.
 * @throws AppError no_such_template
 */
export async function readTemplate(services: Reading, ref: TemplateRef): Promise<Template> {
  const { db, clock } = services
  const { letter, builtIn } = findLetter(services, ref)
  const [stored, versions, records] = await Promise.all([
    readStored(db, ref),
    listVersions(db, ref),
    listRecords(db, ref),
  ])
  const words = stored ?? builtIn
  const samples = samplesOf(services, ref.templateKey)
  const empty = emptyIn(samples)
  const first = samples[0]?.variables ?? {}
  const site = houseVariables(await services.siteSettings.read())
  const isEdited = !isSame(words, builtIn)
  const needed = new Set(neededIn(letter, ref.channel))
  return {
    ...ref,
    ...words,
    builtIn,
    isEdited,
    problems: isEdited ? problemsOf(letter, ref.channel, words) : [],
    variables: [
      ...letter.variables.map((name) => ({
        name,
        example: first[name] ?? '',
        mayBeEmpty: empty.has(name),
        isRequired: needed.has(name),
        isCommon: false,
      })),
      ...houseNames.map((name) => ({
        name,
        example: site[name],
        mayBeEmpty: false,
        isRequired: false,
        isCommon: true,
      })),
    ],
    readerName: (ref.channel === 'email' && letter.readerName) || null,
    toUnconfirmed: letter.toUnconfirmed ?? false,
    samples: samples.map(({ title, to }) => ({ title, to: to === 'anybody' ? 'everyone' : `the ${to}` })),
    records: records.map(({ id, to, at }) => ({ id, to: to ?? 'unknown address', at: toIso(at) })),
    versions,
  }
  function samplesOf(from: Reading, key: string) {
    return from.letters.samples(clock.now()).filter((sample) => sample.key === key)
  }
}

/** Returns the variables that are empty in some of the samples. */
const emptyIn = (samples: readonly LetterSample[]): Set<string> =>
  new Set(
    samples.flatMap(({ variables }) =>
      Object.entries(variables).flatMap(([name, value]) => (value === '' ? [name] : [])),
    ),
  )

async function listVersions(
  db: Queryable,
  { channel, templateKey }: TemplateRef,
): Promise<TemplateVersion[]> {
  // Raw: the name belongs to accounts, and the admin who saved it may be deleted.
  const savedBy = sql<
    string | null
  >`(select full_name from profiles p where p.id = ${templateVersions.savedBy})`
  const rows = await db
    .select({
      id: templateVersions.id,
      templateName: templateVersions.templateName,
      subject: templateVersions.subject,
      content: templateVersions.content,
      isBuiltIn: templateVersions.isBuiltIn,
      createdAt: templateVersions.createdAt,
      savedBy,
    })
    .from(templateVersions)
    .where(and(eq(templateVersions.channel, channel), eq(templateVersions.templateKey, templateKey)))
    .orderBy(desc(templateVersions.seq))
    .limit(VERSIONS)
  return rows.map(({ createdAt, savedBy: by, ...row }) => ({
    ...row,
    savedBy: by ?? 'an earlier admin',
    savedAt: toIso(createdAt),
  }))
}

/** Lists sent messages of a template that can be rendered again, newest first. */
async function listRecords(db: Queryable, { channel, templateKey }: TemplateRef) {
  const table = channel === 'email' ? emailLogs : smsLogs
  return await db
    .select({ id: table.id, to: table.recipientName, at: table.createdAt })
    .from(table)
    .where(and(eq(table.templateKey, templateKey), isNotNull(table.job)))
    .orderBy(desc(table.createdAt), asc(table.id))
    .limit(RECORDS)
}

/** The values for a preview: a sample, to a verified address or not, or a sent message. */
export type PreviewData = { sample: number; unconfirmed?: boolean | undefined } | { record: string }

/**
 * Renders a template as it would be sent. Test emails use this function too, so the two are identical.
 * @throws AppError no_such_template, no_such_record
 */
export async function previewTemplate(
  services: Reading,
  ref: TemplateRef,
  words: { subject: string | null; content: string },
  { data, leaveOut }: { data: PreviewData; leaveOut: boolean },
): Promise<TemplatePreview> {
  const { env, clock } = services
  const { letter } = findLetter(services, ref)
  const samples = services.letters.samples(clock.now()).filter(({ key }) => key === ref.templateKey)
  const sample = samples[('sample' in data && data.sample) || 0] ?? samples[0]
  const { variables: own, isConfirmed } =
    'record' in data
      ? await readRecord(services, ref, data.record)
      : { variables: sample?.variables ?? {}, isConfirmed: !(data.unconfirmed ?? letter.toUnconfirmed) }
  const missing = leaveOut ? Object.fromEntries([...emptyIn(samples)].map((name) => [name, ''])) : {}
  const site = await services.siteSettings.read()
  const variables = {
    ...withoutLinkSecrets(letterValues({ letter, variables: own, isConfirmed, site, ownUrl: env.appUrl })),
    ...missing,
  }
  const problems = problemsOf(letter, ref.channel, words)
  if (ref.channel === 'sms') {
    const text = renderText({ messageContent: words.content }, variables)
    return { subject: '', html: null, text, sms: segmentsOf(text), problems }
  }
  const template = { subject: words.subject ?? '', htmlContent: words.content }
  return { ...renderEmail(template, variables, footerOf(sample, site)), sms: null, problems }
}

/** The footer of emails that can be turned off, as in a real one. */
function footerOf(sample: LetterSample | undefined, site: SiteSettings) {
  const canStop =
    sample && isNotification(sample.kind) && !isFixed(sample.kind, 'email') && sample.to !== 'visitor'
  return canStop ? { ...site, unsubscribeUrl: `${site.appUrl}/unsubscribe` } : null
}

async function readRecord(
  services: Pick<Services, 'db' | 'answers'>,
  { channel, templateKey }: TemplateRef,
  id: string,
): Promise<{ variables: Record<string, string>; isConfirmed: boolean }> {
  const table = channel === 'email' ? emailLogs : smsLogs
  const [row] = await services.db
    .select({ job: table.job, userId: table.userId })
    .from(table)
    .where(and(eq(table.id, id), eq(table.templateKey, templateKey)))
  const variables = row?.job?.variables
  if (typeof variables !== 'object' || variables === null)
    throw new AppError('not_found', 'no_such_record', 'That message is no longer kept.')
  const contact = row?.userId ? await contactOf(services, { userId: row.userId }) : null
  return {
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
    isConfirmed: contact?.isProven ?? false,
  }
}

/** Reads the settings of the platform, for admins. */
export async function readSiteSettings(
  services: Pick<Services, 'db' | 'env' | 'siteSettings'>,
): Promise<SiteSettingsAnswer> {
  const [settings, changes] = await Promise.all([
    services.siteSettings.read(),
    readSettingChanges(services.db),
  ])
  const changedAt = (key: string) => {
    const at = changes.get(key)
    return at === undefined ? null : toIso(at)
  }
  return {
    ...settings,
    ownAppUrl: services.env.appUrl,
    appUrlChangedAt: changedAt('app_url'),
    smsCtaUrlChangedAt: changedAt('sms_cta_url'),
  }
}
