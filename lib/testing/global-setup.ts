import type { TestProject } from 'vitest/node';
import { withDatabase } from '@/lib/db/connection';
import { migrate } from '@/lib/db/migrate';
import { runOn, startThrowawayServer } from './server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server of this test run, as a URL to its maintenance database. */
    testServerUrl: string;
    /** Database with all migrations applied, to copy from; nobody connects to it. */
    testTemplate: string;
  }
}

/**
 * Starts one Postgres for the whole test run, with a migrated template database, and removes both afterwards.
 * `TEST_DATABASE_URL` names another server to use (its user must be allowed to create databases).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, remove: () => Promise.resolve() } : await startThrowawayServer();
  const template = `failpath_template_${process.pid}`;
  try {
    await runOn(server.url, `create database ${template}`);
    await migrate(withDatabase(server.url, template));
  } catch (error) {
    await server.remove();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', template);
  return async () => {
    await runOn(server.url, `drop database if exists ${template} with (force)`);
    await server.remove();
  };
}
