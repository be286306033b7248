import { useEffect, useState } from 'react';

/** More of a text is of no use in a page, and makes the browser slow. */
export const MAX_SHOWN_MB = 2;
const MAX_SHOWN = MAX_SHOWN_MB * 1024 * 1024;

interface Kept {
  /** Null: not there yet, or it could not be loaded. */
  readonly text: string | null;
  readonly cut: boolean;
  readonly failed: boolean;
  readonly again: () => void;
}

/** The text of a kept file of that many bytes; what is not UTF-8 in it becomes a replacement character. */
export function useKeptText(id: string, length: number): Kept {
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly turn: number; readonly bytes: Uint8Array | null } | null>(null);
  useEffect(() => {
    let over = false;
    void load(id, length).then((bytes) => {
      if (!over) setLoaded({ turn, bytes });
    });
    return () => {
      over = true;
    };
  }, [id, length, turn]);
  const now = loaded?.turn === turn ? loaded : null;
  const text = now?.bytes ? decoded(now.bytes.subarray(0, MAX_SHOWN)) : null;
  return {
    text,
    cut: (now?.bytes?.length ?? 0) > MAX_SHOWN,
    failed: now?.bytes === null,
    again: () => setTurn(turn + 1),
  };
}

/** Null where it could not be loaded whole: part of a file, or none of it, must not be taken for the file. */
async function load(id: string, length: number): Promise<Uint8Array | null> {
  try {
    const response = await fetch(`/api/v1/imports/${id}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.ok && bytes.length === length ? bytes : null;
  } catch {
    return null;
  }
}

/** Places count the byte order mark. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
