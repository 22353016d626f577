/**
 * Building blocks for emails. Placeholders, such as `{{coach_name}}`, are filled in and escaped on sending.
 */

export const paragraph = (text: string) => `<p style="margin:0 0 16px">${text}</p>`

export const button = (label: string, url: string) =>
  `<p style="margin:24px 0"><a href="{{${url}}}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#1f5a43;color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>`

export const link = (label: string, url: string) => `<a href="{{${url}}}" style="color:#1f5a43">${label}</a>`

/** Facts as a definition list, which is accessible to screen readers and wraps on narrow screens. */
export const facts = (rows: readonly (readonly [term: string, value: string])[]) =>
  `<dl style="margin:24px 0;padding:20px 24px;border-radius:14px;background:#f3ecdf">${rows
    .map(
      ([term, value]) =>
        `<dt style="margin:0;font-size:13px;color:#5a625d">${term}</dt><dd style="margin:2px 0 14px;font-weight:600">${value}</dd>`,
    )
    .join('')}</dl>`

/** The content of an email: a headline and paragraphs. {@link framed} adds the layout on sending. */
export const page = (headline: string, body: string[]): string =>
  `<h1 style="margin:0 0 16px;font:600 28px/1.2 Fraunces,Georgia,serif;color:#10291f">${headline}</h1>
${body.join('\n')}`

/**
 * Wraps the content of an email in the shared layout: our name, a card, and the support address. A complete
 * document saved by an admin is returned unchanged.
 * @param title the document title; escaped, and may contain placeholders
 */
export function framed(content: string, title: string): string {
  if (/<(!doctype|html|body)\b/i.test(content)) return content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#fbf8f2;color:#1b1f1d;font:16px/1.55 'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:600 20px Fraunces,Georgia,serif;color:#1f5a43">{{site_name}}</p>
<div style="padding:32px 24px;border:1px solid #e6dfd0;border-radius:14px;background:#ffffff">
${content}
</div>
<p style="margin:24px 8px 0;font-size:13px;color:#5a625d">Questions? Write to <a href="mailto:{{support_email}}" style="color:#5a625d">{{support_email}}</a> and a person answers.<br>${link('{{site_name}}', 'app_url')}: golf lessons with coaches near you.</p>
</div>
</body>
</html>`
}
