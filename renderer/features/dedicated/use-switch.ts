import { useCallback, useState } from 'react';
import type { ProtocolOutcome } from '#shared/contract/dedicated.ts';
import type { PortType } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

interface SwitchReport {
  readonly proxyIds: readonly number[];
  readonly portType: PortType;
  readonly busy: boolean;
  readonly outcome: ProtocolOutcome | undefined;
  readonly error: AppError | undefined;
}

export interface ProtocolSwitch {
  readonly report: SwitchReport | undefined;
  readonly run: (proxyIds: readonly number[], portType: PortType, sendAll?: boolean) => Promise<void>;
  readonly dismiss: () => void;
}

/** Switches the protocol, and keeps the report until the user has read it. */
export const useSwitch = (): ProtocolSwitch => {
  const [report, setReport] = useState<SwitchReport>();
  const run = useCallback(async (proxyIds: readonly number[], portType: PortType, sendAll = false) => {
    setReport({ proxyIds, portType, busy: true, outcome: undefined, error: undefined });
    const result = await call('dedicated.setProtocol', { proxyIds: [...proxyIds], portType, sendAll });
    setReport({
      proxyIds,
      portType,
      busy: false,
      outcome: result.ok ? result.value : undefined,
      error: result.ok ? (result.value.error ?? undefined) : result.error,
    });
  }, []);
  return { report, run, dismiss: useCallback(() => setReport(undefined), []) };
};
