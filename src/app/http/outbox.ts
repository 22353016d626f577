import { sql } from 'drizzle-orm'
import { html, raw } from 'hono/html'
import { escapeHtml } from '#features/notifications/template.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'

interface Sent extends Record<string, unknown> {
  id: string
  channel: string
  recipient: string
  subject: string | null
  body_html: string | null
  body_text: string
  at: string
}

/**
 * The local outbox: the emails and texts the demo "sent", newest first, each mail in a frame that runs nothing.
 * @param wanted one recipient's alone, an email address or phone number as it was sent to; empty for the newest of everybody's
 */
export async function outboxPage(services: Services, nonce: string, wanted: string) {
  const to = wanted
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 254)
  const sent = await services.db.execute<Sent>(sql`
    select id, channel, recipient, subject, body_html, body_text, extract(epoch from created_at) * 1000 as at
    from local_vendor.outbox where ${to} = '' or lower(recipient) = lower(${to}) order by position desc limit 100`)
  const items = sent.rows.map(
    (mail) => html`<details>
      <summary><b>${mail.channel === 'sms' ? 'SMS' : 'Email'}</b> to ${mail.recipient} ·
        ${mail.subject ?? mail.body_text} <small>${formatMoment(Math.round(Number(mail.at)), 'America/New_York')}</small></summary>
      ${mail.body_html ? raw(`<iframe sandbox title="Mail" srcdoc="${escapeHtml(mail.body_html)}"></iframe>`) : html`<p>${mail.body_text}</p>`}
    </details>`,
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox · Greenside</title>
    <meta name="viewport" content="width=device-width">
    <style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:52rem;margin:2rem auto;padding:0 1rem;background:#fbf8f2;color:#1b1f1d}
    details{background:#fff;border:1px solid #e5dccb;border-radius:10px;padding:.75rem 1rem;margin:.5rem 0}
    summary{cursor:pointer}small{color:#5d665f;float:right}iframe{width:100%;height:32rem;border:0;margin-top:1rem}
    input,button{font:inherit;padding:.4rem .75rem;border:1px solid #8d8576;border-radius:8px}input{width:min(22rem,100%);box-sizing:border-box}</style></head>
    <body><h1>Outbox</h1><p>Nothing leaves this machine while no mail server is configured. What would have been sent is here, the newest 100.</p>
    <form><p><label>To <input type="search" name="to" value="${to}" maxlength="254" placeholder="An email address or phone number"></label> <button>Show</button></p></form>
    ${items.length > 0 ? items : to ? html`<p>Nothing has been sent to ${to}. <a href="/dev/outbox">Show everybody’s</a></p>` : html`<p>Nothing has been sent yet. Book a lesson and come back.</p>`}</body></html>`
}
