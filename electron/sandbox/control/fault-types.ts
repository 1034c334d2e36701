/**
 * What a test can make go wrong. A fault that replaces the answer has `commit`: whether the request is carried out
 * (and paid for) all the same. Its default is what the fault would mean in real life, given with each kind.
 */
export type Fault =
  /** Waits before the request is carried out. Adds to other faults. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** Stops before or after the request is carried out, until released. Adds to other faults. */
  | { readonly kind: 'hold'; readonly when: 'before-commit' | 'after-commit' }
  /** Cuts the connection; `mid-answer` carries the request out, and sends half of the answer first. */
  | { readonly kind: 'drop'; readonly when: 'before-commit' | 'after-commit' | 'mid-answer' }
  /** Any answer. A string is sent as it is, anything else as JSON, nothing at all when absent. Default: not carried out. */
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly commit?: boolean;
    }
  /** A page as a reverse proxy sends it. Default: 502, not carried out. */
  | { readonly kind: 'html-page'; readonly status?: number; readonly commit?: boolean }
  /** The true answer, cut in the middle but with a correct length. Carried out. */
  | { readonly kind: 'truncated-json' }
  /** The true answer under another content type. Carried out. */
  | { readonly kind: 'wrong-content-type'; readonly contentType: string }
  /** Status 200 unless told, and no body. Default: carried out. */
  | { readonly kind: 'empty-body'; readonly status?: number; readonly commit?: boolean }
  /** 204. Default: carried out. */
  | { readonly kind: 'no-content'; readonly commit?: boolean }
  /** Default: 302, not carried out. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number; readonly commit?: boolean }
  /** A JSON answer with that many megabytes of padding. Default: 200, not carried out. */
  | { readonly kind: 'huge-body'; readonly megabytes: number; readonly status?: number; readonly commit?: boolean }
  /** `ok: false` in the shapes services use. Default: 400, not carried out. */
  | { readonly kind: 'not-ok'; readonly shape: NotOkShape; readonly status?: number; readonly message?: string }
  /** `{ ok: true, data }` with other data. Carried out. */
  | { readonly kind: 'replace-data'; readonly data: unknown }
  /** The true data in another shape, for the answers whose shape is not known (docs/api.md#not-known). Carried out. */
  | { readonly kind: 'reshape-data'; readonly shape: DataShape; readonly key?: string }
  /** Every number in the data becomes a string. Carried out. */
  | { readonly kind: 'numbers-as-strings' }
  /** Unknown keys at every level. Carried out. */
  | { readonly kind: 'extra-keys' }
  /** The key is taken out of the data, at every level. Carried out. */
  | { readonly kind: 'missing-key'; readonly key: string }
  /** Country and location codes in capitals. Carried out. */
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
  /** `data: "…"`, an array's values one per line */
  | 'text'
  /** `data: {true key: [{K: value}, …]}` */
  | 'objects'
  /** `data: {value: true, …}` */
  | 'map'
  /** `data: []` or `""` or `{}` of the true data's kind, as an empty set */
  | 'empty'
  /** `data: null` */
  | 'null';

export interface FaultRule {
  readonly match?: {
    readonly method?: 'GET' | 'POST';
    /** Below `/api/v1`, e.g. `/vpn/buy`; a `*` at the end stands for any rest. */
    readonly path?: string;
  };
  /** Lets so many matching requests through first. */
  readonly skip?: number;
  /** How often it strikes; without it, until it is removed. */
  readonly times?: number;
  readonly fault: Fault;
}

export interface ActiveRule extends FaultRule {
  readonly id: number;
  /** How often it has struck. */
  readonly hits: number;
}

export interface LoggedRequest {
  readonly seq: number;
  /** ISO 8601 UTC, on the service's clock. */
  readonly time: string;
  readonly method: string;
  /** Below `/api/v1` where it is; otherwise as it came. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON body, the text when it does not parse, `null` when there is none. */
  readonly body: unknown;
  /** Whether an Authorization header came. Its value is not kept. */
  readonly hasAuthorization: boolean;
  /** `null` until answered, and for a connection that was cut. */
  status: number | null;
}
