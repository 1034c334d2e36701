import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { LANGUAGES, type Language } from '#shared/domain/language.ts';
import { shellWords } from '../../main/texts.ts';
import { versionsOf } from '../release.ts';

/** One file of the manual, named without `.md`. */
export interface Chapter {
  readonly name: string;
  readonly text: string;
}

export interface HelpSource {
  /** The chapters in the order of the contents. */
  readonly chapters: readonly Chapter[];
  /** The change log in this language. */
  readonly changes: string;
}

interface Heading {
  readonly id: string;
  readonly html: string;
}

/** Names the anchor of a heading as GitHub does, so that the same links work there. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/**
 * Returns the address of a link on the one page that all chapters share: `money.md#debts` leads to `#money-debts`, and
 * `money.md` to the chapter's heading.
 * @throws if the link leads elsewhere, because the window of the help has no network and no other page
 */
const targetOf = (href: string, chapter: string): string => {
  const match = /^(?:([a-z-]+)\.md)?(?:#(.+))?$/.exec(href);
  if (match === null || href === '') throw new Error(`The manual links to ${href}, which its window cannot open.`);
  const [, file = chapter, anchor] = match;
  return anchor === undefined ? `#${file}` : `#${file}-${decodeURIComponent(anchor)}`;
};

/** Renders one chapter. The chapter's own heading gets its name as id, and the headings below it begin with that name. */
const renderChapter = ({ name, text }: Chapter): { readonly html: string; readonly title: string } => {
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: plain }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) title = html;
        const id = depth === 1 ? name : `${name}-${slugOf(plain)}`;
        return `<h${depth + 1} id="${escapeHtml(id)}">${html}</h${depth + 1}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(targetOf(href, name))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: alt }: Tokens.Image): string {
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(alt)}">`;
      },
      html({ text: raw }: Tokens.HTML | Tokens.Tag): string {
        return escapeHtml(raw);
      },
      table({ header, rows }: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = rows.map((row) => cells(row, 'td')).join('\n');
        return `<table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  if (title === '') throw new Error(`The chapter ${name} has no heading.`);
  return { html: `<section aria-labelledby="${name}">\n${html}</section>\n`, title };
};

const page = (language: Language, title: string, nav: readonly Heading[], main: string): string => {
  const t = shellWords(() => language);
  const items = nav.map(({ id, html }) => `<li><a href="#${escapeHtml(id)}">${html}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Reseller Desk</title>
<link rel="stylesheet" href="../help.css">
</head>
<body>
<nav aria-label="${escapeHtml(t('shell:helpWindow.contents'))}">
<a class="skip" href="#text">${escapeHtml(t('shell:helpWindow.skip'))}</a>
<ul>
${items}
</ul>
</nav>
<main id="text" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
${main}</main>
</body>
</html>
`;
};

/** Renders the manual of one language as one page, with its contents at the side. */
const renderManual = (language: Language, { chapters }: HelpSource): string => {
  const rendered = chapters.map((chapter) => ({ id: chapter.name, ...renderChapter(chapter) }));
  const contents = rendered.map(({ id, title }) => ({ id, html: title }));
  return page(
    language,
    shellWords(() => language)('shell:menu.manual'),
    contents,
    rendered.map(({ html }) => html).join(''),
  );
};

/** Renders the change log of one language, with its versions at the side. */
const renderChanges = (language: Language, { changes }: HelpSource): string => {
  const rendered = versionsOf(changes).map(({ version, text }) => {
    const name = `v${version.replaceAll('.', '-')}`;
    return { id: name, version, ...renderChapter({ name, text }) };
  });
  const contents = rendered.map(({ id, version }) => ({ id, html: escapeHtml(version) }));
  return page(
    language,
    shellWords(() => language)('shell:menu.whatsNew'),
    contents,
    rendered.map(({ html }) => html).join(''),
  );
};

/** Returns the pages of the help by their paths in the folder `help/` of the app. */
export const renderHelp = (source: (language: Language) => HelpSource): ReadonlyMap<string, string> =>
  new Map(
    LANGUAGES.flatMap((language) => [
      [`${language}/manual.html`, renderManual(language, source(language))],
      [`${language}/changes.html`, renderChanges(language, source(language))],
    ]),
  );
