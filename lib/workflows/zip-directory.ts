/** What the directory of a zip archive says of one entry. Sizes and places are claims until they are read. */
export interface ZipEntry {
  /** Null: not UTF-8, so nobody can say what it is called; `shown` is the nearest that can be shown. */
  readonly name: string | null;
  readonly shown: string;
  readonly folder: boolean;
  readonly encrypted: boolean;
  /** A symbolic link: its content is the path of something else. */
  readonly link: boolean;
  /** 0 stored, 8 deflated; others are not read here. */
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  /** Where its own header begins. */
  readonly offset: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;
const UTF8_FLAG = 0x0800;
const ENCRYPTED_FLAGS = 0x2041;
const UNIX = 3;
const KIND_OF_FILE = 0xf000;
const LINK = 0xa000;

/**
 * The directory at the end of a zip archive (PKWARE APPNOTE 4.3.12, without ZIP64, which archives of our size do not
 * need); null where there is none, or it does not hold together.
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY) return null;
    const [nameBytes, extra, comment] = [28, 30, 32].map((each) => view.getUint16(at + each, true));
    const next = at + ENTRY_BYTES + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0);
    if (next > end) return null;
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + (nameBytes ?? 0));
    entries.push(entryAt(view, at, name));
    at = next;
  }
  return entries;
}

/** The packed bytes of an entry; null where its place is not within the archive, or something else stands there. */
export function packedBytes(bytes: Uint8Array, { offset, packed }: ZipEntry): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL) return null;
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return start + packed > bytes.length ? null : bytes.subarray(start, start + packed);
}

/** The last record is found from behind, since a comment of any text may follow it. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) !== END) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return null;
}

function entryAt(view: DataView, at: number, nameBytes: Uint8Array): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const madeOn = view.getUint8(at + 5);
  const mode = view.getUint32(at + 38, true) >>> 16;
  const name = decoded(nameBytes, 'utf-8');
  const shown = name ?? (flags & UTF8_FLAG ? null : decoded(nameBytes, 'gb18030')) ?? latin1(nameBytes);
  return {
    ...{ name, shown },
    folder: /[/\\]$/.test(shown),
    encrypted: (flags & ENCRYPTED_FLAGS) !== 0,
    link: madeOn === UNIX && (mode & KIND_OF_FILE) === LINK,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

function decoded(bytes: Uint8Array, encoding: 'utf-8' | 'gb18030'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
