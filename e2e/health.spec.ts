import { expect, test } from './fixtures';

test('says that it is well, and which version it is', async ({ request }) => {
  const response = await request.get('/api/health');
  expect(response.status()).toBe(200);
  expect(response.headers()['cache-control']).toBe('no-store');
  expect(await response.json()).toEqual({
    status: 'ok',
    database: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});
