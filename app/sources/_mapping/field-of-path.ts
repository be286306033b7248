/** The entry (as `data-field`) that the server means by a path of its input. */
export function fieldOfPath(path: string): string {
  if (!path.startsWith('mapping.')) return path;
  const place = path.slice('mapping.'.length);
  if (/^statuses\b/.test(place)) return 'statuses';
  if (/^(schema|tenant)\b/.test(place)) return `preset.${place}`;
  if (/^platform\b/.test(place)) return 'kind';
  if (/^(firstDays|retentionDays|everySeconds|lookBackMinutes|recountHours)\b/.test(place)) return `settings.${place}`;
  return place
    .replace(/^(definitions\.nodes)\.(id|name|type)\.\d+$/, '$1.paths.$2')
    .replace(/^(attempts\.retries)\.occurredAt\.path(\.\d+)?$/, '$1.at')
    .replace(/\.from(\.(schema|table))?$/, '.from')
    .replace(/(\.column)*\.path(\.\d+)*$/, '.path')
    .replace(/(\.column)+$/, '')
    .replace(/\.values\.\d+$/, '.values')
    .replace(/^(attempts\.retries\.(?:status|errorCode|errorMessage))\.\d+$/, '$1')
    .replace(/^(definitions\.nodes\.children\.\d+)\.\d+$/, '$1');
}
