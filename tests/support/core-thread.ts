import type { ElectronApplication } from '@playwright/test';

/**
 * Has the thread of the core run a line of code, as a debugger would: through the inspector of the main process, so that
 * the app has nothing in it by which its core could be ended.
 */
export const runInCore = (app: ElectronApplication, expression: string): Promise<void> =>
  app.evaluate(async (_electron, code) => {
    const { Session } = process.getBuiltinModule('node:inspector');
    const session = new Session();
    session.connect();
    try {
      const sessionId = await new Promise<string>((found) => {
        session.on('NodeWorker.attachedToWorker', ({ params }) => {
          if (params.workerInfo.title.includes('core')) found(params.sessionId);
        });
        session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
      });
      const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: code } });
      await new Promise<void>((done) => {
        session.on('NodeWorker.receivedMessageFromWorker', () => done());
        session.on('NodeWorker.detachedFromWorker', () => done());
        session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      });
    } finally {
      session.disconnect();
    }
  }, expression);

/** An error that nobody catches: the thread of the core ends with it. */
export const killCore = (app: ElectronApplication): Promise<void> =>
  runInCore(app, 'setImmediate(() => { throw new Error("killed by the test"); })');
