/**
 * A fault that a test can order. For a fault that replaces the answer, `commit` says whether the request is still
 * carried out (and paid). Its default is the usual meaning of such a failure and is given with each kind.
 */
export type Fault =
  /** Waits before the request is carried out. Adds to other faults. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** Holds the request before or after it is carried out, until the test releases it. Adds to other faults. */
  | { readonly kind: 'hold'; readonly when: 'before-commit' | 'after-commit' }
  /** Cuts the connection. `mid-answer` carries the request out and sends half of the answer first. */
  | { readonly kind: 'drop'; readonly when: 'before-commit' | 'after-commit' | 'mid-answer' }
  /**
   * Sends any answer: a string unchanged, anything else as JSON, and no body if it is absent. Default: not carried out.
   */
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly commit?: boolean;
    }
  /** An HTML page like that of a reverse proxy. Default: 502, not carried out. */
  | { readonly kind: 'html-page'; readonly status?: number; readonly commit?: boolean }
  /** The true answer, cut in the middle but with a correct length. Carried out. */
  | { readonly kind: 'truncated-json' }
  /** The true answer under another content type. Carried out. */
  | { readonly kind: 'wrong-content-type'; readonly contentType: string }
  /** An answer without a body. Default: status 200, carried out. */
  | { readonly kind: 'empty-body'; readonly status?: number; readonly commit?: boolean }
  /** Status 204. Default: carried out. */
  | { readonly kind: 'no-content'; readonly commit?: boolean }
  /** A redirect. Default: 302, not carried out. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number; readonly commit?: boolean }
  /** A JSON answer with this many megabytes of padding. Default: 200, not carried out. */
  | { readonly kind: 'huge-body'; readonly megabytes: number; readonly status?: number; readonly commit?: boolean }
  /** `ok: false` in the shapes that services use. Default: 400, not carried out. */
  | { readonly kind: 'not-ok'; readonly shape: NotOkShape; readonly status?: number; readonly message?: string }
  /** `{ ok: true, data }` with other data. Carried out. */
  | { readonly kind: 'replace-data'; readonly data: unknown }
  /** The true data in another shape, for the answers whose shape is not known (docs/api.md#not-known). Carried out. */
  | { readonly kind: 'reshape-data'; readonly shape: DataShape; readonly key?: string }
  /** Every number in the data becomes a string. Carried out. */
  | { readonly kind: 'numbers-as-strings' }
  /** Adds unknown keys at every level. Carried out. */
  | { readonly kind: 'extra-keys' }
  /** Removes the key from the data at every level. Carried out. */
  | { readonly kind: 'missing-key'; readonly key: string }
  /** Country and location codes in upper case. Carried out. */
  | { readonly kind: 'upper-case-codes' };

export type NotOkShape =
  /** `{ok:false, error:{code,message}}` */
  | 'error-object'
  /** `{ok:false, error:"…"}` */
  | 'error-text'
  /** `{ok:false, message:"…"}` */
  | 'message'
  /** `{ok:false, errors:[{field,message}]}` */
  | 'errors-list'
  /** `{ok:false, errors:{field:["…"]}}` */
  | 'errors-map'
  /** `{ok:false, data:{message:"…"}}` */
  | 'data-message'
  /** `{detail:"…"}`, without `ok` */
  | 'detail'
  /** `{ok:false}` */
  | 'bare';

/** `V` is the first value of the true data, `K` the rule's key or the true one. */
export type DataShape =
  /** `data: V` */
  | 'bare'
  /** `data: {K: V}` */
  | 'keyed'
  /** `data: {result: {K: V}}` */
  | 'nested'
  /** `{ok: true, K: V}`, without `data` */
  | 'top-level'
  /** `data: "…"`, with the values of an array one per line */
  | 'text'
  /** `data: {true key: [{K: value}, …]}` */
  | 'objects'
  /** `data: {value: true, …}` */
  | 'map'
  /** `data: []`, `""` or `{}`: an empty value of the kind of the true data */
  | 'empty'
  /** `data: null` */
  | 'null';

export interface FaultRule {
  readonly match?: {
    readonly method?: 'GET' | 'POST';
    /** The path below `/api/v1`, e.g. `/vpn/buy`; a `*` at the end matches any rest. */
    readonly path?: string;
  };
  /** The number of matching requests to let through first. */
  readonly skip?: number;
  /** The number of requests to hit; if absent, all until the rule is removed. */
  readonly times?: number;
  readonly fault: Fault;
}

export interface ActiveRule extends FaultRule {
  readonly id: number;
  /** The number of requests it has hit. */
  readonly hits: number;
}

export interface LoggedRequest {
  readonly seq: number;
  /** ISO 8601 UTC, on the service's clock. */
  readonly time: string;
  readonly method: string;
  /** The path below `/api/v1`, or the whole path if it is elsewhere. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON body, the text if it is not JSON, or `null` without a body. */
  readonly body: unknown;
  /** Whether the request had an Authorization header. Its value is not stored. */
  readonly hasAuthorization: boolean;
  /** `null` until the request is answered, or if its connection was cut. */
  status: number | null;
}
