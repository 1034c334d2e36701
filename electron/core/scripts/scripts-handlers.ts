import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { createTurns } from '#core/platform/async/turns.ts';
import type { ScriptState } from '#shared/contract/scripts.ts';
import { DeskError } from '#shared/result.ts';
import type { ScriptDesk } from './script-desk.ts';
import { spentByScripts } from './script-purchases.ts';
import type { ScriptServer } from './script-server.ts';

interface ScriptsDeps
  extends Pick<ScriptDesk, 'buying' | 'isClockStillWrong' | 'isClockWrong' | 'isUnproven' | 'ask'> {}

/**
 * Creates the feature "scripts": a command line and an MCP server that talk to the running desk (docs/scripts.md). It
 * listens only while the settings allow scripts, and is loaded only then.
 */
export const createScripts = (context: DeskContext, deps: ScriptsDeps) => {
  const { db, session, settings, clock, logger, bus, paths } = context;
  /** Opens and closes the server one after the other, however fast the setting is changed. */
  const inTurn = createTurns();
  const desk: ScriptDesk = { ...context, ...deps, inTurn: createTurns() };
  let server: ScriptServer | null = null;
  let problem: ScriptState['problem'] = null;
  let isClosed = false;

  const follow = (): Promise<void> =>
    inTurn(async () => {
      const isWanted = settings().scriptAccess !== 'off' && !isClosed;
      if (isWanted === (server !== null)) return;
      const open = server;
      server = null;
      problem = null;
      if (!isWanted) {
        await open?.close();
        return;
      }
      try {
        const { openScriptServer } = await import('./script-server.ts');
        server = await openScriptServer({ desk, logger, dataFolder: paths.data });
      } catch (error) {
        problem = error instanceof DeskError && error.details?.code === 'script-path' ? 'path' : 'failed';
        logger.warn('the desk cannot listen for scripts', { error: error instanceof Error ? error.name : 'unknown' });
      }
    });
  bus.on('settings.changed', () => void follow());

  const handlers: FeatureHandlers<'scripts'> = {
    'scripts.state': async () => {
      await follow();
      const spentTodayKopecks = spentByScripts(db, session.accountId(), clock.now());
      return { isOpen: server !== null, problem, spentTodayKopecks };
    },
  };

  return {
    handlers,
    /** Begins to listen if the settings allow it. */
    start: follow,
    close: (): Promise<void> => {
      isClosed = true;
      return follow();
    },
  };
};
