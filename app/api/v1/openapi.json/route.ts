import { getTranslations } from 'next-intl/server';
import { apiWords } from '@/app/api-docs/words';
import { openApiDocument } from '@/lib/api/openapi';
import packageJson from '@/package.json';

/** The OpenAPI document, for everybody: it says what can be asked, not what is there. In English, like the interface. */
export async function GET(): Promise<Response> {
  const t = await getTranslations({ locale: 'en', namespace: 'apiDocs' });
  const document = openApiDocument(packageJson.version, apiWords(t));
  return Response.json(document, { headers: { 'Cache-Control': 'no-cache' } });
}
