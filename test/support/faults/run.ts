import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

/* `test/run-faults.mjs` shares state in environment variables and on disk, because some tests start other processes. */

export const seed = Number(process.env['FAULTS_SEED'] ?? 1);

/** Folder for all files, logs, and reports that App Errors writes. At the end, it is searched for secrets. */
export const evidence = process.env['FAULTS_EVIDENCE'] ?? join(tmpdir(), 'app-errors-faults');

/** Returns a secret that is easy to find. URLs, JSON, and base64 escape some of its characters. */
export function getSecret(name: string): string {
	return `y0_${createHash('sha256').update(`${seed} ${name}`).digest('base64')}`;
}

export const secrets = {
	token: getSecret('token'),
	renewedToken: getSecret('renewed token'),
	proxyPassword: getSecret('password of the proxy'),
} as const;

export function evidenceFolder(...names: readonly string[]): string {
	return join(evidence, 'folders', ...names.map((name) => name.replace(/[^\w.-]+/g, '-')));
}

export function keep(file: string, text: string): void {
	mkdirSync(evidence, { recursive: true });
	appendFileSync(join(evidence, file), `${text}\n`);
}

export function keepError(error: unknown): void {
	keep('errors.txt', inspect(error, { depth: 20, showHidden: true, maxStringLength: null }));
}
