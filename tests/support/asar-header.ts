import { open } from 'node:fs/promises';

/** A file inside an asar archive. */
interface PackedFile {
  readonly path: string;
  readonly bytes: number;
  /** Whether the file lies beside the archive instead of in it. */
  readonly unpacked: boolean;
  /** SHA-256 of its contents, which Electron checks where it supports integrity. */
  readonly hash: string | null;
}

interface Node {
  readonly files?: Readonly<Record<string, Node>>;
  readonly size?: number;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly hash: string };
}

/** Lists the files of an archive. It begins with two length words and a JSON header that has two length words of its own. */
export const readAsar = async (path: string): Promise<readonly PackedFile[]> => {
  const file = await open(path);
  try {
    const sizes = Buffer.alloc(16);
    await file.read(sizes, 0, 16, 0);
    const json = Buffer.alloc(sizes.readUInt32LE(12));
    await file.read(json, 0, json.length, 16);
    return filesOf('', JSON.parse(json.toString()) as Node);
  } finally {
    await file.close();
  }
};

const filesOf = (path: string, node: Node): readonly PackedFile[] =>
  node.files === undefined
    ? [{ path, bytes: node.size ?? 0, unpacked: node.unpacked === true, hash: node.integrity?.hash ?? null }]
    : Object.entries(node.files).flatMap(([name, child]) => filesOf(path === '' ? name : `${path}/${name}`, child));
