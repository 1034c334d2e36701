import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSite } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeCertificate } from '#sandbox/gateway/certificate.ts';
import { tellAddress } from '../support/proxies/target.ts';

/**
 * Runs proxies of this computer, and the https address behind them, in a process of their own, so that their work is not
 * measured. Tunnels end in this process, because with a second connection for each check hundreds of connections were lost.
 */
const PROXIES = 10;
const OPENED = 'HTTP/1.1 200 Connection established\r\n\r\n';

const { key, cert } = makeCertificate('localhost');
const site = createSite({ key, cert }, tellAddress);

const startProxy = async (): Promise<number> => {
  const proxy = createServer();
  proxy.on('connect', (_, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(OPENED);
    site.emit('connection', socket);
  });
  proxy.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 });
  await once(proxy, 'listening');
  return (proxy.address() as AddressInfo).port;
};

const ports = await Promise.all(Array.from({ length: PROXIES }, startProxy));
process.send?.({ url: 'https://localhost/', ca: cert, ports });
