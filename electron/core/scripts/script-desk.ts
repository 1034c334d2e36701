import type { CommonDeps } from '#core/context.ts';
import type { Buying } from '#core/money/purchases/buying.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { isAllowed, type ScriptAccess } from '#shared/domain/script-access.ts';
import { DeskError } from '#shared/result.ts';

/** Sends a request to the desk as the window does. Throws the error of the answer as a DeskError. */
export type Ask = <N extends ProcedureName>(name: N, input: ProcedureInput<N>) => Promise<ProcedureOutput<N>>;

/** The parts of the open desk that commands use. */
export interface ScriptDesk extends CommonDeps<'db' | 'session' | 'settings' | 'clock' | 'isPaused'> {
  readonly ask: Ask;
  readonly buying: Pick<Buying, 'offer' | 'confirm'>;
  /** Whether this computer's clock is known to be wrong, after asking again. */
  readonly isClockStillWrong: () => Promise<boolean>;
  /** The same by the last answer, without asking. */
  readonly isClockWrong: () => boolean;
  /**
   * Whether nothing may be bought automatically from an account now: this desk may be a copy, or the token may belong to
   * other books.
   */
  readonly isUnproven: (accountId: string) => boolean;
  /** Runs the purchases of scripts one after another, so that each sees what the others have spent. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Throws `forbidden` unless the settings let scripts do this. They are read each time, because the user may change them. */
export const assertGranted = ({ settings }: Pick<ScriptDesk, 'settings'>, needed: ScriptAccess): void => {
  if (!isAllowed(settings().scriptAccess, needed)) throw notAllowed('script-not-allowed', needed);
};

export const notAllowed = (code: string, needed: ScriptAccess): DeskError =>
  new DeskError('forbidden', 'The settings of the desk do not allow scripts to do this.', { code, params: { needed } });

/** Returns the name by which scripts know an account. The sandbox has none of its own. */
export const scriptNameOf = ({ label, isSandbox }: { readonly label: string; readonly isSandbox: boolean }): string =>
  isSandbox ? 'Sandbox' : label;
