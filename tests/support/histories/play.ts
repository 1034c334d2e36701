import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore } from '#core/desk/create-core.ts';
import type { Ports } from '#core/ports.ts';
import type { Offer, Purchase } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { createFakeSecrets } from '../fake-secrets.ts';
import { createFakeDialogs, createRecordedDesktop, createRecordedLogger, noSandbox } from '../fake-shell.ts';
import { noUpdates } from '../no-updates.ts';
import { type Kind, orderOf, PATH_OF, type Step } from './history.ts';
import { createModelClock, type ModelClock } from './model-clock.ts';
import { createModelService, type ModelService } from './model-service.ts';
import { playedCalls } from './played-calls.ts';

/** Plays histories on a real core and a real database; everything around them is a model. */
export interface Stage {
  /** Returns violations in words: things that must never happen and did. An empty list means that all is well. */
  play(steps: readonly Step[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * A desk that has seen very many accounts is slow, and no real one has. After this many histories the stage opens a new
 * desk.
 */
const HISTORIES_A_DESK = 40;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALL = { filter: {}, sort: { by: 'time', direction: 'asc' }, offset: 0, limit: 100 } as const;

export const createStage = async (): Promise<Stage> => {
  // The files lie in memory where that is possible; other tests cover how a disk handles a commit.
  const place = await access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  );
  const folder = await mkdtemp(join(place, 'histories-'));
  const clock: ModelClock = createModelClock();
  const services = new Map<string, ModelService>();
  const ports: Ports = {
    secrets: createFakeSecrets(),
    dialogs: createFakeDialogs(),
    desktop: createRecordedDesktop(),
    logger: createRecordedLogger(),
    paths: { data: join(folder, 'data'), backups: join(folder, 'backups') },
    clock,
    fetch: async (url, init) => {
      const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
      const service = services.get(token);
      if (service === undefined) throw new TypeError('fetch failed');
      return service.fetch(url, init);
    },
    sandbox: { start: noSandbox, begin: noSandbox },
    updates: noUpdates,
    appVersion: '0.0.0-test',
    isStrict: true,
    systemLocale: 'en-GB',
  };
  let core: Core;

  const { ask, call } = playedCalls(clock, () => core);
  const open = async (): Promise<void> => {
    core = await clock.drive(createCore(ports));
    await call('settings.update', { requestsPerSecond: 20, refreshEveryHours: 0 });
  };
  const close = async (): Promise<void> => {
    await clock.drive(core.close());
    await rm(folder, { recursive: true, force: true });
  };
  await open();
  let played = 0;

  const play = async (steps: readonly Step[]): Promise<readonly string[]> => {
    if (played > 0 && played % HISTORIES_A_DESK === 0) {
      await close();
      await open();
    }
    played += 1;
    clock.set(clock.truth() - clock.now());
    const token = `token-${played}`;
    const service = createModelService(clock.truth);
    services.set(token, service);
    const wrong: string[] = [];
    const { activeId } = await call('account.signIn', { baseUrl: 'https://model.example', token, label: '' });
    const client = await call('clients.add', {
      messengerId: played,
      clientKey: 'k',
      name: 'Anna',
      note: '',
      tags: [],
    });
    const clientId = client.id;
    await call('vpn.refresh', { clientId });
    let lagged = false;
    let isNoisy = false;
    const pending: { readonly kind: Kind; readonly offer: Offer }[] = [];
    /** For each offer, the purchases of the same goods that the app showed as not charged when it made the offer. */
    const thoughtFree = new Map<number, readonly number[]>();

    const ledger = async (): Promise<readonly Purchase[]> =>
      (await call('purchases.list', ALL)).rows.toSorted((a, b) => a.id - b.id);
    const ours = () => service.charges.filter(({ isColleagues }) => !isColleagues);

    const agree = async (kind: Kind, offer: Pick<Offer, 'offerId' | 'priceKopecks' | 'target'>, despite: number[]) => {
      const before = (await ledger())
        .filter((one) => one.basis === null && one.order.kind === kind)
        .map(({ id }) => id);
      const sent = ours().length;
      const { offerId, priceKopecks } = offer;
      const told = service.charges.filter((one) => service.tells(one));
      const result = await ask('purchases.confirm', { offerId, priceKopecks, despite });
      const made = ours().slice(sent);
      if (made.length > 1) wrong.push(`one click on ${kind} sent ${made.length} requests`);
      const [charge] = made;
      if (charge === undefined) return result;
      const all = await ledger();
      for (const id of thoughtFree.get(offerId) ?? []) {
        const earlier = ours()[all.findIndex((one) => one.id === id)];
        if (!isNoisy && earlier !== undefined && told.includes(earlier)) {
          wrong.push(`${kind} was sent although purchase ${id}, shown as not charged, was in the sum that was read`);
        }
      }
      // A purchase that has meanwhile turned out as not charged holds nothing back.
      const isFree = (id: number): boolean => all.find((one) => one.id === id)?.outcome === 'not-charged';
      const unseen = before.filter((id) => !despite.includes(id) && !isFree(id));
      if (unseen.length > 0)
        wrong.push(`${kind} was sent although purchases ${unseen.join(', ')} of the same are open`);
      const seen = offer.target.ends[0]?.endsAt ?? null;
      if (!lagged && seen !== null && charge.endBefore !== null && Math.abs(seen - charge.endBefore) > MINUTE) {
        wrong.push(`a renewal was sent for another end than was agreed to`);
      }
      return result;
    };

    /**
     * Acts like a user who reads the dialog: sees the open purchase that it names, and then buys all the same or gives up.
     */
    const buy = async (kind: Kind, offer: Offer, isDetermined: boolean): Promise<void> => {
      const named = isDetermined ? offer.open.map(({ purchaseId }) => purchaseId) : [];
      const result = await agree(kind, offer, named);
      if (result.ok || !isDetermined) return;
      const { kind: problem, details } = result.error as AppError;
      if (problem !== 'target-open') return;
      const params = details?.params ?? {};
      const again = { ...offer, offerId: Number(params.offerId), priceKopecks: Number(params.priceKopecks) };
      await agree(kind, again, [...named, Number(params.purchaseId)]);
    };

    const offerFor = async (kind: Kind): Promise<Offer | null> => {
      const result = await ask('purchases.offer', { order: orderOf(kind, clientId, service.uuid) });
      if (!result.ok) return null;
      const free = (await ledger()).filter((one) => one.order.kind === kind && one.outcome === 'not-charged');
      thoughtFree.set(
        result.value.offerId,
        free.map(({ id }) => id),
      );
      return result.value;
    };

    for (const step of steps) {
      switch (step.do) {
        case 'buy': {
          const offer = await offerFor(step.kind);
          if (offer === null) break;
          isNoisy ||= step.factor !== 1;
          service.plan(step.fate, step.factor, step.lateMs);
          await buy(step.kind, offer, step.despite);
          service.plan('answered', 1, 0);
          break;
        }
        case 'ask': {
          const offer = await offerFor(step.kind);
          if (offer !== null) pending.push({ kind: step.kind, offer });
          break;
        }
        case 'agree': {
          const next = pending.shift();
          if (next === undefined) break;
          service.plan(step.fate, 1, 45_000);
          await buy(next.kind, next.offer, step.despite);
          service.plan('answered', 1, 0);
          break;
        }
        case 'colleague':
          isNoisy = true;
          service.colleagueBuys(PATH_OF[step.kind]);
          break;
        case 'lag':
          lagged ||= step.listMs > 0;
          service.setLag(step.sumMs, step.listMs);
          break;
        case 'wait':
          await clock.skip(step.ms);
          break;
        case 'look':
          await ask('purchases.resolve', {});
          break;
        case 'refresh':
          await ask('vpn.refresh', { clientId });
          await ask('account.refreshBalance', {});
          break;
        case 'reboot':
          clock.reboot();
          await restart();
          break;
        case 'restart':
          await restart();
          break;
        case 'set-clock':
          clock.set(step.ms);
          break;
      }
    }

    // Everything has arrived, and the service reports all of it.
    service.setLag(0, 0);
    for (const ms of [16 * MINUTE, 16 * MINUTE, 25 * HOUR, 16 * MINUTE]) {
      await clock.skip(ms);
      service.tick();
      await call('account.refreshBalance', {});
      await call('purchases.resolve', {});
    }
    const purchases = await ledger();
    const charges = ours();
    if (charges.length !== purchases.length)
      wrong.push(`${charges.length} requests, ${purchases.length} in the ledger`);
    let most = 0;
    let least = 0;
    for (const [index, one] of purchases.entries()) {
      const truth = charges[index]?.charged ?? null;
      const told = `${one.order.kind} ${one.id}: ${one.outcome} by ${one.basis}, ${one.resolution?.reason ?? one.reason}`;
      if (one.basis === null) most += one.priceKopecks;
      if (one.outcome === 'charged') {
        most += one.chargedKopecks ?? 0;
        least += one.chargedKopecks ?? 0;
      }
      if (one.basis === 'answer' && (one.outcome === 'charged') !== (truth !== null)) {
        wrong.push(`${told}, and the service ${truth === null ? 'did not charge' : 'charged'} it`);
      }
      if (!isNoisy && one.basis !== null && (one.outcome === 'charged') !== (truth !== null)) {
        wrong.push(`${told}, and the service ${truth === null ? 'did not charge' : 'charged'} it`);
      }
    }
    const spent = charges.reduce((sum, { charged }) => sum + (charged ?? 0), 0);
    if (!isNoisy && (spent < least || spent > most)) {
      wrong.push(`the service charged ${spent}, the ledger has ${least} to ${most}`);
    }
    const { sum } = await call('purchases.reconciliation', { offset: 0, limit: 1 });
    if (!isNoisy && sum !== null && least === most && sum.differenceKopecks !== 0) {
      wrong.push(`spending of others was invented: ${sum.differenceKopecks}`);
    }
    await call('account.signOut', { accountId: activeId ?? '' });
    services.delete(token);
    return wrong;
  };

  const restart = async (): Promise<void> => {
    await clock.drive(core.close());
    core = await clock.drive(createCore(ports));
  };

  return { play, close };
};
