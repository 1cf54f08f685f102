import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

/*
 * What the test files of the suite of faults share. Each is a bundle of its own, so it is kept in the environment and on
 * the disk: `test/run-faults.mjs` sets it up.
 */

/** Whether every case is to run, rather than a choice that takes seconds. */
export const isWhole = process.env['FAULTS_LENGTH'] !== 'short';

export const seed = Number(process.env['FAULTS_SEED'] ?? 1);

/**
 * Everything that the product writes, logs and reports in the suite lands in this folder, and is searched for secrets
 * at the end.
 */
export const evidence = process.env['FAULTS_EVIDENCE'] ?? join(tmpdir(), 'app-errors-faults');

/** A secret that nothing else looks like; some characters of it have other forms in addresses, JSON and base64. */
export function secretOf(name: string): string {
	return `y0_${createHash('sha256').update(`${seed} ${name}`).digest('base64')}`;
}

/** The secrets that the suite uses, and that must be nowhere after it. */
export const secrets = {
	token: secretOf('token'),
	/** Given in place of one that was refused. */
	renewedToken: secretOf('renewed token'),
	proxyPassword: secretOf('password of the proxy'),
} as const;

/** A folder for what one case leaves behind; it is not there yet. */
export function evidenceFolder(...names: readonly string[]): string {
	return join(evidence, 'folders', ...names.map((name) => name.replace(/[^\w.-]+/g, '-')));
}

/** Keeps what a person or a log would see. */
export function keep(file: string, text: string): void {
	mkdirSync(evidence, { recursive: true });
	appendFileSync(join(evidence, file), `${text}\n`);
}

/** Keeps an error with everything that hangs on it: its stack, its causes and its hidden members. */
export function keepError(error: unknown): void {
	keep('errors.txt', inspect(error, { depth: 20, showHidden: true, maxStringLength: null }));
}
