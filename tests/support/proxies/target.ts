import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '#sandbox/gateway/certificate.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Target {
  readonly url: string;
  readonly port: number;
  /** The certificate in PEM; a client that trusts it accepts this server. */
  readonly ca: string;
  close(): Promise<unknown>;
}

/** An https address of our own, like the ones that a check requests through proxies. */
export const startTarget = async (answer: Answer = tellAddress): Promise<Target> => {
  const { key, cert } = makeCertificate('localhost');
  const server = createServer({ key, cert }, answer);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/`,
    port,
    ca: cert,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

export const tellAddress: Answer = (_, response) => {
  response.end('{"ip": "203.0.113.7", "country": "DE", "city": "<img src=x onerror=alert(1)>"}');
};
