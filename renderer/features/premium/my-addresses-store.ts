import { create } from 'zustand';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

export type MyAddress = ProcedureOutput<'premium.myAddresses'>['addresses'][number];

interface MyAddresses {
  readonly addresses: readonly MyAddress[] | undefined;
  readonly loading: boolean;
  readonly error: AppError | undefined;
}

/** Looked up once asked for, and then offered with every client. */
export const useMyAddresses = create<MyAddresses>(() => ({ addresses: undefined, loading: false, error: undefined }));

export const lookUpMyAddresses = async (): Promise<void> => {
  useMyAddresses.setState({ loading: true, error: undefined });
  const result = await call('premium.myAddresses', {});
  useMyAddresses.setState(
    result.ok ? { addresses: result.value.addresses, loading: false } : { loading: false, error: result.error },
  );
};
