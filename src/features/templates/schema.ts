import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'
import { templateChannels, templateWords } from './template-settings.ts'

export const channelSchema = z.enum(templateChannels)
const templateKey = z.string().regex(/^[a-z0-9-]{1,60}$/, 'There is no template of that name.')

export const templateRef = z.object({ channel: channelSchema, templateKey })

export const templateSummarySchema = z.object({
  templateKey: z.string(),
  templateName: z.string(),
  /** An admin's texts replace the built-in ones. */
  isEdited: z.boolean(),
  /** The stored texts cannot be sent: the built-in ones are used until they are fixed. */
  isBroken: z.boolean(),
  /** When an admin last saved it. */
  savedAt: z.iso.datetime().nullable(),
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>

const versionSchema = z.object({
  id: z.uuid(),
  templateName: z.string(),
  subject: z.string().nullable(),
  content: z.string(),
  isBuiltIn: z.boolean(),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type TemplateVersion = z.infer<typeof versionSchema>

export const templateSchema = z.object({
  channel: channelSchema,
  templateKey: z.string(),
  templateName: z.string(),
  /** Null for texts. */
  subject: z.string().nullable(),
  content: z.string(),
  builtIn: z.object({ templateName: z.string(), subject: z.string().nullable(), content: z.string() }),
  isEdited: z.boolean(),
  problems: z.array(z.object({ field: z.enum(['subject', 'content']), message: z.string() })),
  variables: z.array(
    z.object({
      name: z.string(),
      /** The value in the first sample. */
      example: z.string(),
      /** Empty in some letters: a paragraph that contains nothing else is then omitted. */
      mayBeEmpty: z.boolean(),
      /** The template cannot be saved without it. */
      isRequired: z.boolean(),
      /** Available in every letter. */
      isCommon: z.boolean(),
    }),
  ),
  /**
   * The variable with the recipient's own name; “there” is used for unverified addresses. Null when there is
   * none.
   */
  readerName: z.string().nullable(),
  /** Usually sent to an address that is not verified yet. */
  toUnconfirmed: z.boolean(),
  samples: z.array(z.object({ title: z.string(), to: z.string() })),
  /** Sent messages whose values a preview can use. */
  records: z.array(z.object({ id: z.uuid(), to: z.string(), at: z.iso.datetime() })),
  versions: z.array(versionSchema),
})
export type Template = z.infer<typeof templateSchema>

const subject = z.string().max(400).default('')
const content = z.string().max(200_000)

const dataSchema = z.union([
  z.object({
    sample: z.int().min(0).max(200),
    /** Renders it for an unverified address; defaults to the usual case of the template. */
    unconfirmed: z.boolean().optional(),
  }),
  z.object({ record: z.uuid() }),
])
export const previewInput = templateRef.extend({
  subject,
  content,
  data: dataSchema,
  /** Omits the values that may be missing. */
  leaveOut: z.boolean().default(false),
})

export const previewSchema = z.object({
  subject: z.string(),
  /** Null for texts. */
  html: z.string().nullable(),
  text: z.string(),
  sms: z.object({ characters: z.int(), segments: z.int(), isPlain: z.boolean() }).nullable(),
  problems: templateSchema.shape.problems,
})
export type TemplatePreview = z.infer<typeof previewSchema>

export const saveInput = templateRef.extend({
  templateName: writtenLine().trim().min(1, 'Give the template a name.').max(120, 'At most 120 characters.'),
  subject,
  content,
  /**
   * The version the edit is based on; null for the built-in one. A version saved since is not overwritten.
   */
  basedOn: z.uuid().nullable(),
})
export const saveOutcome = z.union([
  z.object({ ok: z.literal(true), versionId: z.uuid() }),
  z.object({ ok: z.literal(false), reason: z.literal('problems'), problems: templateSchema.shape.problems }),
  z.object({ ok: z.literal(false), reason: z.literal('changed'), by: z.string(), at: z.iso.datetime() }),
])

export const restoreInput = templateRef.extend({
  /** Null restores the built-in texts. */
  versionId: z.uuid().nullable(),
})

export const testInput = z.object({
  templateKey: z.string().trim().min(1, templateWords.testMissing).max(60),
  testEmail: z
    .string()
    .trim()
    .min(1, templateWords.testMissing)
    .max(254)
    .pipe(z.email('Please enter an email address, such as name@example.com')),
  /** The index of the sample; defaults to the first. */
  sample: z.int().min(0).max(200).default(0),
  /** Renders it for an unverified address; defaults to the usual case of the template. */
  unconfirmed: z.boolean().optional(),
})

const address = z.string().max(500)
export const siteSettingsSchema = z.object({
  appUrl: z.string(),
  /** The configured URL of this server, used while no other is set. */
  ownAppUrl: z.string(),
  appUrlChangedAt: z.iso.datetime().nullable(),
  smsCtaUrl: z.string(),
  smsCtaUrlChangedAt: z.iso.datetime().nullable(),
})
export type SiteSettingsAnswer = z.infer<typeof siteSettingsSchema>
export const appUrlInput = z.object({ appUrl: address })
export const smsCtaUrlInput = z.object({ smsCtaUrl: address })
