import { jsonAnswer, type ServiceAnswer } from '../http-io.ts';
import type { Fault, NotOkShape } from './fault-types.ts';

const MEGABYTE = 1_048_576;

const HTML_PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.24.0</center></body></html>
`;

const notOkBody = (shape: NotOkShape, message: string): unknown => {
  switch (shape) {
    case 'error-object':
      return { ok: false, error: { code: 'refused', message } };
    case 'error-text':
      return { ok: false, error: message };
    case 'message':
      return { ok: false, message };
    case 'errors-list':
      return { ok: false, errors: [{ field: 'period', message }] };
    case 'errors-map':
      return { ok: false, errors: { period: [message] } };
    case 'data-message':
      return { ok: false, data: { message } };
    case 'detail':
      return { detail: message };
    case 'bare':
      return { ok: false };
  }
};

const respond = (fault: Extract<Fault, { kind: 'respond' }>): ServiceAnswer => {
  const headers = fault.headers ?? {};
  if (fault.body === undefined) return { status: fault.status, headers, body: null };
  return typeof fault.body === 'string'
    ? { status: fault.status, headers, body: fault.body }
    : jsonAnswer(fault.status, fault.body, headers);
};

/**
 * The effect of a decisive fault: whether the request is carried out, and the answer to send instead of the true one.
 */
interface Decision {
  readonly commit: boolean;
  /** `null` cuts the connection. */
  readonly answer: ((truth: ServiceAnswer) => ServiceAnswer) | null;
  /** Sends half of the answer and then cuts the connection. */
  readonly breakOff: boolean;
}

const instead = (commit: boolean, answer: ServiceAnswer): Decision => ({
  commit,
  answer: () => answer,
  breakOff: false,
});

const changed = (answer: (truth: ServiceAnswer) => ServiceAnswer): Decision => ({
  commit: true,
  answer,
  breakOff: false,
});

/** Returns the effect of a decisive fault. Other kinds leave the answer unchanged. */
export const decide = (fault: Fault): Decision => {
  switch (fault.kind) {
    case 'drop':
      return fault.when === 'mid-answer'
        ? { commit: true, answer: (truth) => truth, breakOff: true }
        : { commit: fault.when === 'after-commit', answer: null, breakOff: false };
    case 'respond':
      return instead(fault.commit ?? false, respond(fault));
    case 'html-page':
      return instead(fault.commit ?? false, {
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: HTML_PAGE,
      });
    case 'truncated-json':
      return changed((truth) => ({ ...truth, body: (truth.body ?? '').slice(0, (truth.body ?? '').length >> 1) }));
    case 'wrong-content-type':
      return changed((truth) => ({ ...truth, headers: { ...truth.headers, 'content-type': fault.contentType } }));
    case 'empty-body':
      return instead(fault.commit ?? true, {
        status: fault.status ?? 200,
        headers: { 'content-type': 'application/json' },
        body: '',
      });
    case 'no-content':
      return instead(fault.commit ?? true, { status: 204, headers: {}, body: null });
    case 'redirect':
      return instead(fault.commit ?? false, {
        status: fault.status ?? 302,
        headers: { location: fault.location },
        body: null,
      });
    case 'huge-body':
      return instead(
        fault.commit ?? false,
        jsonAnswer(fault.status ?? 200, { ok: true, data: { padding: 'x'.repeat(fault.megabytes * MEGABYTE) } }),
      );
    case 'not-ok':
      return instead(
        false,
        jsonAnswer(fault.status ?? 400, notOkBody(fault.shape, fault.message ?? 'The request was refused.')),
      );
    default:
      return changed((truth) => truth);
  }
};
