import { leadsToRaw, type Play, startHostile } from '../../support/proxies/hostile.ts';
import { LOGIN, PASSWORD, type RunningProxy, startProxyChain } from '../../support/proxies/real.ts';

/** A real proxy that works until the test breaks it. */
export interface SwitchedProxy {
  readonly address: string;
  readonly port: string;
  /** The proxy as a line of a list. */
  readonly line: string;
  works: boolean;
  /** Holds its connections until it is set to false. */
  holds: boolean;
  asked: number;
}

/** Starts proxies that a test can break and repair. */
export const createSwitchedProxies = () => {
  const running: RunningProxy[] = [];

  const startOne = async (real: RunningProxy): Promise<SwitchedProxy> => {
    const state = { works: true, holds: false, asked: 0 };
    const play: Play = (socket) =>
      socket.once('data', async (first) => {
        state.asked += 1;
        while (state.holds) await new Promise((resolve) => setTimeout(resolve, 20));
        if (state.works) leadsToRaw(real.port, first)(socket);
        else socket.destroy();
      });
    const front = await startHostile(play);
    running.push(front);
    const address = `127.0.0.1:${front.port}`;
    return Object.assign(state, { address, port: String(front.port), line: `${address}:${LOGIN}:${PASSWORD}` });
  };

  return {
    start: async (count: number): Promise<SwitchedProxy[]> => {
      const real = await startProxyChain();
      running.push(real);
      const started: SwitchedProxy[] = [];
      for (let index = 0; index < count; index += 1) started.push(await startOne(real));
      return started;
    },
    close: async (): Promise<void> => {
      for (const proxy of running) await proxy.close();
    },
  };
};
