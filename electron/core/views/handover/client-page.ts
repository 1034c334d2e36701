import { createHash } from 'node:crypto';
import { qrCodeOf } from '#core/catalogue/vpn/qr-code.ts';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { Language } from '#shared/domain/language.ts';
import { APP_FACTS, SYSTEMS, type System, VPN_APPS, type VpnApp } from '#shared/domain/vpn-apps.ts';
import { DeskError } from '#shared/result.ts';
import { appLink } from './app-link.ts';

/** A VPN subscription on the page. Its texts are in the language of the page, and empty where nothing is known. */
interface PageSubscription {
  readonly url: string;
  /** Empty if there is only one. */
  readonly number: string;
  readonly expires: string;
  readonly days: string;
  readonly limit: string;
}

interface ClientPage {
  readonly language: Language;
  readonly name: string;
  readonly subscriptions: readonly PageSubscription[];
  /** The lines of proxies, or the names of their files; empty if there are none. */
  readonly proxies: string;
  /** The apps that get a button and a guide. */
  readonly apps: readonly VpnApp[];
  /** The day on which the page was made. */
  readonly date: string;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --dim: #5b6470; --line: #d8dde3; --face: #ffffff; --back: #f3f5f7; --accent: #0b5cad; --on-accent: #ffffff }
@media (prefers-color-scheme: dark) { :root { --text: #e8ebef; --dim: #a3adb8; --line: #3a434d; --face: #1c2127; --back: #12161a; --accent: #7db8f5; --on-accent: #0b1620 } }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto }
h1 { margin: 8px 0 0; font-size: 24px }
h2 { margin: 0 0 8px; font-size: 18px }
p { margin: 8px 0 }
section, details { margin: 16px 0; padding: 16px; background: var(--face); border: 1px solid var(--line); border-radius: 12px }
details { margin: 8px 0; padding: 0 16px }
summary { padding: 12px 0; font-weight: 600; cursor: pointer }
ol { margin: 0; padding: 0 0 12px 20px }
.dim { color: var(--dim); overflow-wrap: anywhere }
svg { display: block; width: 100%; max-width: 280px; margin: 16px auto; background: #ffffff; border-radius: 8px }
textarea { width: 100%; padding: 10px; font: 14px/1.4 ui-monospace, monospace; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 8px; resize: vertical; overflow-wrap: anywhere }
button, a.button { display: block; width: 100%; margin: 8px 0; padding: 12px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--accent); background: transparent; border: 1px solid var(--accent); border-radius: 8px; cursor: pointer }
a.button.app { color: var(--on-accent); background: var(--accent) }
button:focus-visible, a:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;

/** Copies the text of a field. A page opened from a file may lack the clipboard, so the selection is the second way. */
const SCRIPT = `
for (const button of document.querySelectorAll('button[data-field]')) {
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.field);
    field.focus();
    field.select();
    let done = false;
    try { await navigator.clipboard.writeText(field.value); done = true; } catch { done = document.execCommand('copy'); }
    button.textContent = done ? button.dataset.done : button.dataset.failed;
  });
}
`;

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Nothing is loaded or sent, and only the style and the script above apply, whatever a text contains. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The white margin in modules that scanners need (ISO/IEC 18004). */
const QUIET = 4;

const qrCode = (url: string, label: string): string => {
  try {
    const { size, path } = qrCodeOf(url);
    const side = size + 2 * QUIET;
    return `<svg viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label="${escapeHtml(label)}" shape-rendering="crispEdges"><path fill="#000000" d="${path}"/></svg>`;
  } catch (error) {
    // A link that is too long for a code can still be copied.
    if (error instanceof DeskError && error.details?.code === 'link-too-long') return '';
    throw error;
  }
};

/** Where the apps of a system are usually installed from. */
const STORES: Readonly<Record<System, 'google' | 'apple' | 'site'>> = {
  android: 'google',
  ios: 'apple',
  windows: 'site',
  macos: 'apple',
  linux: 'site',
};

/**
 * Returns a page for one client that needs nothing but itself: it can be sent as a file and opened on a phone. It holds
 * the links and passwords that it shows.
 */
export const clientPage = ({ language, name, subscriptions, proxies, apps, date }: ClientPage): string => {
  const t = textsIn(language);
  const chosen = VPN_APPS.filter((app) => apps.includes(app));

  const copied = (id: string, label: string, value: string, rows: number): string =>
    [
      `<textarea id="${id}" rows="${rows}" readonly spellcheck="false" aria-label="${escapeHtml(label)}">${escapeHtml(value)}</textarea>`,
      `<button type="button" data-field="${id}" data-done="${escapeHtml(t('handover:page.copied'))}" data-failed="${escapeHtml(t('handover:page.notCopied'))}">${escapeHtml(t('handover:page.copy'))}</button>`,
    ].join('\n');

  const button = (app: VpnApp, url: string): string => {
    const link = appLink(app, url);
    if (link === null) return '';
    const label = t('handover:page.openIn', { app: APP_FACTS[app].name });
    return `<a class="button app" href="${escapeHtml(link)}">${escapeHtml(label)}</a>`;
  };

  const subscription = ({ url, number, expires, days, limit }: PageSubscription, index: number): string => {
    const facts = [
      expires === '' ? t('handover:page.endUnknown') : t('handover:page.until', { expires, days }),
      ...(limit === '' ? [] : [t('handover:page.limit', { limit })]),
    ];
    return [
      '<section>',
      `<h2>${escapeHtml(number === '' ? t('handover:page.vpn') : t('handover:page.vpnNumber', { number }))}</h2>`,
      ...facts.map((fact) => `<p>${escapeHtml(fact)}</p>`),
      ...chosen.map((app) => button(app, url)).filter((html) => html !== ''),
      qrCode(url, t('handover:page.qr')),
      copied(`link-${index + 1}`, t('handover:page.link'), url, 3),
      '</section>',
    ].join('\n');
  };

  const guide = (system: System): string => {
    const fitting = chosen.filter((app) => APP_FACTS[app].systems.includes(system));
    if (fitting.length === 0) return '';
    const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(
      fitting.map((app) => APP_FACTS[app].name),
    );
    const steps = [
      t('handover:page.steps.install', { apps: names, store: t(`handover:page.stores.${STORES[system]}`) }),
      t('handover:page.steps.add'),
      t('handover:page.steps.otherwise'),
      t('handover:page.steps.turnOn'),
    ];
    return [
      `<details><summary>${escapeHtml(t(`handover:page.systems.${system}`))}</summary>`,
      `<ol>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol></details>`,
    ].join('\n');
  };
  const guides = subscriptions.length === 0 ? [] : SYSTEMS.map(guide).filter((html) => html !== '');

  const title = escapeHtml(t('handover:page.title'));
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${title}</h1>`,
    `<p class="dim"><bdi>${escapeHtml(name)}</bdi> · ${escapeHtml(date)}</p>`,
    ...subscriptions.map(subscription),
    ...(guides.length === 0 ? [] : [`<h2>${escapeHtml(t('handover:page.guide'))}</h2>`, ...guides]),
    ...(proxies === ''
      ? []
      : [
          '<section>',
          `<h2>${escapeHtml(t('handover:page.proxies'))}</h2>`,
          copied('proxies', t('handover:page.proxies'), proxies, Math.min(12, proxies.split('\n').length + 1)),
          '</section>',
        ]),
    `<p class="dim">${escapeHtml(t('handover:page.keep'))}</p>`,
    '</main>',
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
