import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppError, fail, ok, type Problem, type Result } from '#shared/result.ts';
import { reportUnhandledBy } from '../../../../renderer/bridge/unhandled-errors.ts';
import { type FormRules, FormState, unreadable } from '../../../../renderer/ui/form/form-state.ts';

interface Typed {
  readonly amount: string;
  readonly note: string;
}
interface Payment {
  readonly kopecks: number;
}

const EMPTY: Problem = { field: 'amount', code: 'amount-empty' };
const RULES: FormRules<Typed, Payment> = {
  read: ({ amount }) => (amount === '' ? unreadable(EMPTY) : { ok: true, value: { kopecks: Number(amount) * 100 } }),
};
const refusalOf = (...problems: Problem[]): AppError => ({
  kind: 'invalid-input',
  message: 'refused',
  details: { problems },
});

const formOf = (values: Partial<Typed> = {}, rules = RULES) =>
  new FormState({ amount: '', note: '', ...values }, rules);

/** Returns a core that answers only when the test tells it to. */
const manual = () => {
  const sent: Payment[] = [];
  let answer: (result: Result<string>) => void = () => undefined;
  const send = (payment: Payment) => {
    sent.push(payment);
    return new Promise<Result<string>>((resolve) => {
      answer = resolve;
    });
  };
  return { sent, send, answer: (result: Result<string>) => answer(result) };
};
const refuse = (error: AppError) => async (): Promise<Result<string>> => fail(error);
const accept = async (): Promise<Result<string>> => ok('done');
const ignore = (): void => undefined;

const reported: AppError[] = [];
/** Waits until unhandled errors have been reported. */
const settle = () => vi.runAllTimers();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback());
  reported.length = 0;
  reportUnhandledBy((error) => reported.push(error));
});
afterEach(() => {
  reportUnhandledBy(ignore);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('values that would be lost', () => {
  it('are those that were typed and neither submitted nor discarded', async () => {
    const form = formOf();
    expect(form.unsaved).toBeNull();
    form.change({ note: 'for Anna' });
    expect(form.unsaved).toEqual({ amount: '', note: 'for Anna' });
    await form.submit(accept, () => undefined);
    expect(form.unsaved).toEqual({ amount: '', note: 'for Anna' });
    form.change({ amount: '5' });
    await form.submit(refuse(refusalOf(EMPTY)), () => undefined);
    expect(form.unsaved).toEqual({ amount: '5', note: 'for Anna' });
    form.discard();
    expect(form.unsaved).toBeNull();
  });

  it('are not those that are being sent or were accepted, because they might be sent twice', async () => {
    const form = formOf({ amount: '1' });
    form.change({ amount: '5' });
    const core = manual();
    const sending = form.submit(core.send, () => undefined);
    expect(form.unsaved).toBeNull();
    core.answer(ok('done'));
    await sending;
    expect(form.unsaved).toBeNull();
  });

  it('come back as typed values, and resetting returns to the first ones', () => {
    const form = new FormState({ amount: '', note: '' }, RULES, { amount: '5', note: '' });
    expect(form.snapshot().values.amount).toBe('5');
    expect(form.unsaved).toEqual({ amount: '5', note: '' });
    form.reset();
    expect(form.unsaved).toBeNull();
  });
});

describe('the problems of a form', () => {
  it('are shown after the first submit, and updated with each change', async () => {
    const form = formOf();
    expect(form.problemOf('amount')).toBeUndefined();
    expect(await form.submit(accept, ignore)).toBe(false);
    expect(form.problemOf('amount')).toEqual(EMPTY);
    form.change({ amount: '5' });
    expect(form.problemOf('amount')).toBeUndefined();
    form.change({ amount: '' });
    expect(form.problemOf('amount')).toEqual(EMPTY);
  });

  it('are hidden again after a successful submit, and after a reset', async () => {
    const form = formOf({ amount: '5' });
    expect(await form.submit(accept, ignore)).toBe(true);
    form.change({ amount: '' });
    expect(form.problemOf('amount')).toBeUndefined();
    await form.submit(accept, ignore);
    form.reset();
    expect(form.problemOf('amount')).toBeUndefined();
    expect(form.snapshot().values).toEqual({ amount: '5', note: '' });
  });

  it('that the core found disappear when their own field changes, and not before', async () => {
    const form = formOf({ amount: '5' });
    const [ofAmount, ofNote] = [
      { field: 'amount', code: 'amount-large' },
      { field: 'note', code: 'too-long' },
    ];
    await form.submit(refuse(refusalOf(ofAmount, ofNote)), ignore);
    expect([form.problemOf('amount'), form.problemOf('note')]).toEqual([ofAmount, ofNote]);
    form.change({ amount: '4' });
    expect([form.problemOf('amount'), form.problemOf('note')]).toEqual([undefined, ofNote]);
  });

  it('disappear when their value changes, even if the form keeps it under another name', async () => {
    const form = formOf({ amount: '5' }, { ...RULES, keys: { amountKopecks: 'amount' } });
    const problem = { field: 'amountKopecks', code: 'amount-large' };
    await form.submit(refuse(refusalOf(problem)), ignore);
    form.change({ note: 'changed' });
    expect(form.problemOf('amountKopecks')).toEqual(problem);
    form.change({ amount: '4' });
    expect(form.problemOf('amountKopecks')).toBeUndefined();
  });

  it('appear at their fields, or above the buttons if the form has no such field', async () => {
    const form = formOf({ amount: '5' }, { ...RULES, keys: { amountKopecks: 'amount' } });
    await form.submit(refuse(refusalOf({ field: 'amountKopecks', code: 'amount-large' })), ignore);
    expect(form.errorElsewhere).toBeUndefined();
    const elsewhere = refusalOf({ field: 'account', code: 'too-long' });
    await form.submit(refuse(elsewhere), ignore);
    expect(form.errorElsewhere).toBe(elsewhere);
  });

  it('appear at a field whose value the form does not hold, until the next submit', async () => {
    const form = formOf({ amount: '5' }, { ...RULES, keys: { token: [] } });
    const problem = { field: 'token', code: 'token-missing' };
    await form.submit(refuse(refusalOf(problem)), ignore);
    form.change({ amount: '6' });
    expect(form.problemOf('token')).toEqual(problem);
    expect(form.errorElsewhere).toBeUndefined();
  });

  it('that belong to several values disappear when one of them changes', async () => {
    const form = formOf({ amount: '5' }, { ...RULES, keys: { payment: ['amount', 'note'] } });
    const problem = { field: 'payment', code: 'too-long' };
    await form.submit(refuse(refusalOf(problem)), ignore);
    expect(form.problemOf('payment')).toEqual(problem);
    form.change({ note: 'shorter' });
    expect(form.problemOf('payment')).toBeUndefined();
  });

  it('are reported as unhandled if no field shows them, even if the form found them itself', async () => {
    const hidden = { field: 'secret', code: 'too-long' };
    const form = formOf({}, { read: () => unreadable(EMPTY, hidden) });
    await form.submit(accept, ignore);
    form.problemOf('amount');
    settle();
    expect(reported.map(({ details }) => details?.problems)).toEqual([[hidden]]);
  });

  it('are not reported as unhandled if a field shows them', async () => {
    const form = formOf();
    await form.submit(accept, ignore);
    form.problemOf('amount');
    settle();
    expect(reported).toEqual([]);
  });
});

describe('a submit', () => {
  it('sends the read values once, however often the button is pressed', async () => {
    const form = formOf({ amount: '5' });
    const core = manual();
    const onDone = vi.fn();
    const first = form.submit(core.send, onDone);
    expect(await form.submit(core.send, onDone)).toBe(false);
    expect(form.snapshot().busy).toBe(true);
    core.answer(ok('paid'));
    expect(await first).toBe(true);
    expect(core.sent).toEqual([{ kopecks: 500 }]);
    expect(onDone.mock.calls).toEqual([['paid', { kopecks: 500 }]]);
    expect(form.snapshot().busy).toBe(false);
  });

  it('sends the values as they were when it began, and drops problems of values that have changed since', async () => {
    const form = formOf({ amount: '5' });
    const core = manual();
    const first = form.submit(core.send, ignore);
    form.change({ amount: '9' });
    core.answer(fail(refusalOf({ field: 'amount', code: 'amount-large' })));
    await first;
    expect(core.sent).toEqual([{ kopecks: 500 }]);
    expect(form.problemOf('amount')).toBeUndefined();
  });

  it('is possible again after a refusal, and clears it', async () => {
    const form = formOf({ amount: '5' });
    await form.submit(refuse({ kind: 'offline', message: 'no answer' }), ignore);
    expect(form.snapshot()).toMatchObject({ busy: false, failures: 1, refusal: { error: { kind: 'offline' } } });
    form.change({ note: 'kept until the next submit' });
    expect(form.snapshot().refusal?.error.kind).toBe('offline');
    expect(await form.submit(accept, ignore)).toBe(true);
    expect(form.snapshot().refusal).toBeUndefined();
  });

  it('is possible again after the function that sends it threw an error', async () => {
    const form = formOf({ amount: '5' });
    await expect(form.submit(() => Promise.reject(new Error('broken')), ignore)).rejects.toThrow('broken');
    expect(form.snapshot().busy).toBe(false);
  });

  it('counts each failure, so that the focus moves every time', async () => {
    const form = formOf();
    await form.submit(accept, ignore);
    await form.submit(accept, ignore);
    expect(form.snapshot().failures).toBe(2);
  });
});
