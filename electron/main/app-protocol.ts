import { readFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { net, type ProtocolRequest, protocol } from 'electron';
import { APP_SCHEME, isHelpUrl, isOwnUrl } from './pages.ts';

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * The content security policy. Inline styles are allowed because Mantine writes style elements; everything else must
 * come from our own origin.
 */
const policy = (scripts: string, connections: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

const STRICT = policy("'self'", "'self'");
/** The pages of the help have no scripts and no connections. */
const HELP = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
/** Hot reload injects an inline preamble and connects to its own server. Used in unpackaged builds only. */
const DEVELOPMENT = policy("'self' 'unsafe-inline'", "'self' ws://localhost:*");

/** Registers the `app:` scheme. Must be called before the app is ready. */
export const registerAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
};

type Asked = Pick<ProtocolRequest, 'method' | 'url'>;
interface Answered {
  readonly statusCode: number;
  readonly data: Buffer;
  readonly headers: Record<string, string>;
}
type Answer = (request: Asked) => Promise<Answered> | Answered;

/** The two ways in which Electron asks for a page. */
const WAYS = {
  callback: (answer: Answer): void => {
    protocol.registerBufferProtocol(APP_SCHEME, async (request, respond) => {
      respond(await answer(request));
    });
  },
  handle: (answer: Answer): void => {
    protocol.handle(APP_SCHEME, async (request) => {
      const { statusCode, data, headers } = await answer(request);
      return new Response(new Uint8Array(data), { status: statusCode, headers: { ...headers } });
    });
  },
};
export type ServingWay = keyof typeof WAYS;

/**
 * The older way is deprecated, and this uses it while Electron has it: `protocol.handle` answers through Node's fetch, which
 * takes 80 ms to load and would delay the first page by that time.
 */
const present = (): ServingWay => ('registerBufferProtocol' in protocol ? 'callback' : 'handle');

interface Served {
  /** The folder of the renderer's files. */
  readonly folder: string;
  /** The hot-reload server to use instead of the folder. */
  readonly rendererUrl: string | null;
  /** Names the file of the page, which depends on the language. It is asked anew for each page. */
  readonly page: () => string;
}

/** Serves the renderer's files and the help, and nothing else, on our own hosts. Call it once, when the app is ready. */
export const serveApp = ({ folder, rendererUrl, page }: Served, way: ServingWay = present()): void => {
  WAYS[way]((request) => {
    const isHelp = isHelpUrl(request.url);
    if (request.method !== 'GET' || !(isHelp || isOwnUrl(request.url))) return refuse(403);
    const url = withPage(request.url, page());
    if (rendererUrl !== null) return forward(new URL(isHelp ? 'help/' : '', rendererUrl), url);
    return isHelp ? serveFile(join(folder, 'help'), url, HELP) : serveFile(folder, url, STRICT);
  });
};

/** Puts the file of the page into a URL that names none. */
const withPage = (text: string, page: string): string => {
  const url = new URL(text);
  if (url.pathname === '/' || url.pathname === '') url.pathname = page;
  return url.href;
};

/** Returns the file that one of our URLs names, or `null` if it would lie outside the folder. */
const fileFor = (folder: string, url: string): string | null => {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const root = resolve(folder);
  const file = resolve(join(root, path));
  const inside = relative(root, file);
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) ? null : file;
};

const serveFile = async (folder: string, url: string, csp: string): Promise<Answered> => {
  const file = fileFor(folder, url);
  const type = file === null ? undefined : MIME[extname(file)];
  if (file === null || type === undefined) return refuse(403);
  try {
    return response(200, await readFile(file), type, csp);
  } catch {
    return refuse(404);
  }
};

const forward = async (rendererUrl: URL, url: string): Promise<Answered> => {
  const { pathname, search } = new URL(url);
  const answer = await net.fetch(new URL(`.${pathname}${search}`, rendererUrl).href, {
    bypassCustomProtocolHandlers: true,
  });
  const type = answer.headers.get('content-type') ?? 'text/plain';
  return response(answer.status, Buffer.from(await answer.arrayBuffer()), type, DEVELOPMENT);
};

const response = (statusCode: number, data: Buffer, type: string, csp: string): Answered => ({
  statusCode,
  data,
  headers: {
    'content-type': type,
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  },
});

const refuse = (status: number): Answered =>
  response(status, Buffer.from(status === 404 ? 'Not found' : 'Refused'), 'text/plain', STRICT);
