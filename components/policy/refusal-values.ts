/** What the words of a refusal need of it: those that came from the tables of a connected platform. */
export function refusalValues(refusal: object): Readonly<Record<string, string>> {
  const fault: unknown = Reflect.get(refusal, 'fault');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const part = (name: string) => text(Reflect.get(refusal, name));
  const values: unknown = typeof fault === 'object' && fault !== null ? Reflect.get(fault, 'values') : null;
  const detail = typeof values === 'object' && values !== null ? text(Reflect.get(values, 'detail')) : '';
  const code = typeof fault === 'object' && fault !== null ? text(Reflect.get(fault, 'code')) : '';
  const grant = part('grant');
  const said = { source: part('source'), table: part('table'), user: part('user'), code, detail };
  return { ...said, grant, hasGrant: grant === '' ? 'no' : 'yes' };
}
