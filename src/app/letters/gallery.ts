import { html, raw } from 'hono/html'
import { letterValues } from '#features/notifications/letter-values.ts'
import { isFixed, isNotification } from '#features/notifications/notification.ts'
import { type RenderedEmail, renderEmail } from '#features/notifications/render-email.ts'
import type { Sample, SampleWorld } from '#features/notifications/sample.ts'
import { emailTemplates, smsTemplates } from '#features/notifications/tables.ts'
import { escapeHtml, renderText, segmentsOf } from '#features/notifications/template.ts'
import { siteNameOf } from '#platform/env.ts'
import { senderOf } from '#platform/site-settings.ts'
import type { Services } from '#ports/services.ts'
import { allSamples } from './catalog.ts'

/** A sample as its recipient sees it. */
export interface RenderedSample extends Sample {
  id: string
  mail: RenderedEmail | null
  sms: string | null
}

/** Renders a sample of every email and text from the stored templates, in the same way as real messages. */
export async function renderSamples(
  services: Pick<Services, 'db' | 'env' | 'clock'>,
): Promise<{ name: string; samples: RenderedSample[] }[]> {
  const { db, env, clock } = services
  const [emails, texts] = await Promise.all([
    db.select().from(emailTemplates),
    db.select().from(smsTemplates),
  ])
  const emailBy = new Map(emails.map((template) => [template.templateKey, template]))
  const textBy = new Map(texts.map((template) => [template.templateKey, template]))
  const { appUrl } = env
  const site = {
    siteName: siteNameOf(env),
    appUrl,
    smsCtaUrl: appUrl,
    supportEmail: env.SUPPORT_EMAIL,
    sender: senderOf(env),
  }
  const footer = { ...site, unsubscribeUrl: `${appUrl}/unsubscribe` }
  const world: SampleWorld = { env, now: clock.now() }
  return allSamples(world).map(({ name, samples }, group) => ({
    name,
    samples: samples.map((sample, at) => {
      const { kind, letter } = sample
      const { email, text, key } = letter.template
      const template = email && emailBy.get(key)
      const words = text && textBy.get(key)
      const isConfirmed = !letter.template.toUnconfirmed
      const { template: of, variables: own } = letter
      const variables = letterValues({ letter: of, variables: own, isConfirmed, site, ownUrl: appUrl })
      const canStop = isNotification(kind) && !isFixed(kind, 'email') && sample.to !== 'visitor'
      return {
        ...sample,
        id: `letter-${group}-${at}`,
        mail: template ? renderEmail(template, variables, canStop ? footer : null) : null,
        sms: words ? renderText(words, variables) : null,
      }
    }),
  }))
}

/** The gallery of a demo, with every email and text. */
export async function lettersPage(services: Services, nonce: string) {
  const groups = await renderSamples(services)
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Letters and texts · Greenside</title>
    <meta name="viewport" content="width=device-width">
    <style nonce="${nonce}">${raw(styles)}</style></head>
    <body><header><h1>Letters and texts</h1>
    <p>Everything the product sends, filled in with made-up people by the code that fills in the real ones. What was sent is in the <a href="/dev/outbox">outbox</a>.</p>
    <nav>${groups.map((group, at) => html`<a href="#group-${at}">${group.name} <small>${group.samples.length}</small></a>`)}</nav></header>
    ${groups.map(
      (group, at) =>
        html`<section id="group-${at}"><h2>${group.name}</h2>${group.samples.map(sampleCard)}</section>`,
    )}
    </body></html>`
}

function sampleCard({ id, title, to, letter, mail, sms }: RenderedSample) {
  const { segments, characters, isPlain } = segmentsOf(sms ?? '')
  return html`<article id="${id}">
    <h3>${title}</h3>
    <p class="to">To ${to === 'anybody' ? 'student, coach or admin' : `the ${to}`} · <code>${mail ? letter.template.key : 'text only'}</code></p>
    ${
      mail
        ? html`<p class="subject">${mail.subject}</p>
      ${raw(`<iframe sandbox loading="lazy" title="${escapeHtml(`${title}: email`)}" srcdoc="${escapeHtml(mail.html)}"></iframe>`)}
      <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`
        : ''
    }
    ${
      sms
        ? html`<div class="sms"><p>${sms}</p>
      <small>Text message: ${characters} characters, ${segments === 1 ? '1 segment' : `${segments} segments`}${isPlain ? '' : ' (not in the phones’ own alphabet)'}</small></div>`
        : ''
    }
  </article>`
}

const styles = `*{box-sizing:border-box}body{font:16px/1.5 system-ui;margin:0;padding:1.5rem 1rem 4rem;background:#fbf8f2;color:#1b1f1d}
header,section{max-width:84rem;margin:0 auto}h1{font-size:1.75rem;line-height:1.2;margin:0}h2{margin:2.5rem 0 0}a{color:#1f5a43}
nav{display:flex;flex-wrap:wrap;gap:.5rem}nav a{padding:.5rem .875rem;border:1px solid #e5dccb;border-radius:999px;background:#fff;text-decoration:none}
section{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr))}h2{grid-column:1/-1}
article{min-width:0;padding:1rem;border:1px solid #e5dccb;border-radius:14px;background:#fff}h3{margin:0;font-size:1.0625rem}
.to,small{color:#5a625d;font-size:.875rem}.to{margin:.125rem 0 .75rem;overflow-wrap:anywhere}.subject{margin:0 0 .75rem;font-weight:600;overflow-wrap:anywhere}
iframe{width:100%;height:36rem;border:1px solid #e5dccb;border-radius:10px}summary{cursor:pointer;padding:.5rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:.75rem;border-radius:10px;background:#f3ecdf;font-size:.875rem}
.sms{margin-top:.75rem;padding:.75rem 1rem;border-radius:14px;background:#e7efe9}.sms p{margin:0 0 .25rem;overflow-wrap:anywhere}`
