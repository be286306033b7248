import { useEffect, useRef, useState } from 'react';
import { MAX_BATCH_FILES } from '@/lib/workflows/batch-vocabulary';
import { type FoundFile, foundInDrop } from './found-files';

/**
 * True while files are dragged over the page; hands over what is dropped, wherever on it, folders with all that is in
 * them: a near miss would have the browser open the file, and what was typed would be gone.
 */
export function usePageDrop(onFiles: (files: readonly FoundFile[]) => void): boolean {
  const [over, setOver] = useState(false);
  const handler = useRef(onFiles);
  useEffect(() => {
    handler.current = onFiles;
  });
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void foundInDrop(event.dataTransfer, MAX_BATCH_FILES).then((files) => handler.current(files));
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
