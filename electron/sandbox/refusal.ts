/**
 * A refusal of the service. The format of its errors is not known (docs/api.md#errors), so the sandbox uses the status
 * below with `{ ok: false, error: { code, message } }`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toBody(): { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
    return { ok: false, error: { code: this.code, message: this.message } };
  }
}

/** Status 422: a field is missing or its value is outside docs/api.md#limits. */
export const invalidField = (name: string, rule: string): Refusal =>
  new Refusal(422, 'invalid_field', `The field "${name}" ${rule}.`);
