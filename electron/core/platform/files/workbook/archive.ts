import { DeskError } from '#shared/result.ts';
import { toWorkbookError, workbookError } from './workbook-error.ts';

/**
 * The limit of what is unpacked while a workbook is opened, counted as it is unpacked: the sizes that an archive states
 * about itself may be false. A list of 500,000 clients with ten columns takes about 200 MB.
 */
const MAX_UNPACKED = 300 * 1024 * 1024;
/** A workbook has some dozen parts. */
const MAX_PARTS = 10_000;
/** A deeper element, or one with more attributes, belongs to no sheet and would only fill the memory. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 100;

export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives a part of the workbook element by element. Names come without their namespaces. */
export interface XmlListener {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  /** Receives a text, possibly in several pieces. */
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** Returns whether the rest of the part is not needed. */
  readonly isDone?: () => boolean;
}

const withoutNamespace = (name: string): string => name.slice(name.indexOf(':') + 1);

const xmlParser = async (listener: XmlListener) => {
  const { default: sax } = await import('sax');
  const parser = sax.parser(true);
  let depth = 0;
  let attributes = 0;
  parser.onerror = (error) => {
    throw error;
  };
  // Only a document type could declare entities, and no program writes one into a workbook.
  parser.ondoctype = () => {
    throw workbookError('workbook-broken');
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw workbookError('workbook-broken');
  };
  parser.onopentag = (tag) => {
    depth += 1;
    attributes = 0;
    if (depth > MAX_DEPTH) throw workbookError('workbook-broken');
    listener.open(withoutNamespace(tag.name), tag.attributes as XmlAttributes);
  };
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);
  parser.onclosetag = (name) => {
    depth -= 1;
    listener.close?.(withoutNamespace(name));
  };
  return parser;
};

/** Part names are compared without regard to case and to a leading slash, as the format demands. */
const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/**
 * Opens a ZIP archive. Throws `file`: `workbook-broken`, `workbook-too-big`. The libraries are loaded with the first
 * workbook.
 */
export const openArchive = async (bytes: Buffer, signal: AbortSignal) => {
  const { default: yauzl } = await import('yauzl');
  let unpacked = 0;
  const parts = new Map<string, InstanceType<typeof yauzl.Entry>>();
  const opened = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw toWorkbookError(error);
  });
  try {
    if (opened.entryCount > MAX_PARTS) throw workbookError('workbook-too-big');
    for await (const entry of opened.eachEntry()) {
      const key = keyOf(entry.fileName);
      if (!parts.has(key)) parts.set(key, entry);
    }
  } catch (error) {
    throw toWorkbookError(error);
  }

  return {
    has: (name: string): boolean => parts.has(keyOf(name)),
    /**
     * Reads a part to its end, or until the listener is done; other work of the thread runs in between. Returns whether
     * there is such a part. Throws `file`: `workbook-password`, `workbook-too-big`, `workbook-broken`.
     */
    read: async (name: string, listener: XmlListener): Promise<boolean> => {
      const entry = parts.get(keyOf(name));
      if (entry === undefined) return false;
      if (entry.isEncrypted()) throw workbookError('workbook-password');
      try {
        const parser = await xmlParser(listener);
        const decoder = new TextDecoder('utf-8');
        const stream = await opened.openReadStreamPromise(entry);
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          signal.throwIfAborted();
          unpacked += chunk.length;
          if (unpacked > MAX_UNPACKED) throw workbookError('workbook-too-big');
          parser.write(decoder.decode(chunk, { stream: true }));
          if (listener.isDone?.() === true) return true;
        }
        parser.close();
        return true;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw error instanceof DeskError ? error : toWorkbookError(error);
      }
    },
  };
};
