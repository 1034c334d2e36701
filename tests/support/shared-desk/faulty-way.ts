import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to a server of this computer, on which things go wrong when a test says so. */
export interface FaultyWay {
  readonly port: number;
  /** The number of open connections. */
  open(): number;
  /** The number of connections ever made. */
  made(): number;
  /** The number of bytes that came from the clients. */
  asked(): number;
  /** Ends all connections at once, as a router does when it is switched off. */
  cut(): void;
  /** Lets nobody through until it is opened again. */
  shut(isShut: boolean): void;
  /** Stops all traffic in both directions, and keeps the connections open. */
  stall(isStalled: boolean): void;
  /** Delays each piece by this many milliseconds, in each direction. */
  delay(ms: number): void;
  /** Lets the next message of a client arrive, and ends its connection before the answer. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export const startFaultyWay = async (to: number): Promise<FaultyWay> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let made = 0;
  let asked = 0;
  let isShut = false;
  let isStalled = false;
  let delay = 0;
  let losesAnswer = false;

  const end = ([client, server]: readonly [Socket, Socket]): void => {
    client.destroy();
    server.destroy();
  };

  const handOn = (pair: readonly [Socket, Socket], from: Socket, onto: Socket): void => {
    let last = Promise.resolve();
    let losing = false;
    from.on('data', (chunk: Buffer) => {
      if (from === pair[0]) {
        asked += chunk.length;
        if (losesAnswer) {
          losesAnswer = false;
          losing = true;
          // The server's further output is lost, but still read, so that the server can finish its work.
          pair[1].removeAllListeners('data');
          pair[1].once('data', () => end(pair));
        }
      }
      if (isStalled) return;
      const wait = delay;
      last = last.then(async () => {
        if (wait > 0) await sleep(wait);
        if (!onto.destroyed) onto.write(chunk);
      });
    });
    from.on('error', () => end(pair));
    from.once('close', () => {
      // Data from before the hang-up still arrives; destroying the socket would discard what was not read yet.
      if (!losing) last.then(() => onto.end());
      pairs.delete(pair);
    });
  };

  const server = createServer((client) => {
    made += 1;
    if (isShut) {
      client.destroy();
      return;
    }
    const pair = [client, connect({ port: to, host: '127.0.0.1', noDelay: true })] as const;
    client.setNoDelay(true);
    pairs.add(pair);
    handOn(pair, pair[0], pair[1]);
    handOn(pair, pair[1], pair[0]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const pair of pairs) end(pair);
  };

  return {
    port: (server.address() as AddressInfo).port,
    open: () => pairs.size,
    made: () => made,
    asked: () => asked,
    cut,
    shut: (value) => {
      isShut = value;
      if (value) cut();
    },
    stall: (value) => {
      isStalled = value;
    },
    delay: (ms) => {
      delay = ms;
    },
    loseNextAnswer: () => {
      losesAnswer = true;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
