import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BodyServer {
	readonly url: string;
	/** Resolves when the next connection closes. `closedAt` is in Unix milliseconds, `sent` in bytes. */
	readonly nextClose: () => Promise<{ readonly closedAt: number; readonly sent: number }>;
	readonly stop: () => void;
}

/** Starts `programs/serveBody.mjs` as a child process, which is killed at the latest when this process exits. */
export async function startBodyServer(program: string, ...args: readonly string[]): Promise<BodyServer> {
	const child: ChildProcess = fork(program, args);
	const [{ port }] = await once(child, 'message');
	return {
		url: `http://127.0.0.1:${port}`,
		nextClose: async () => (await once(child, 'message'))[0],
		stop: () => child.disconnect(),
	};
}

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export const columns = [
	'error_id',
	'error_name',
	'error_datetime',
	'os_name',
	'os_version',
	'device_manufacturer',
	'device_model',
	'app_version_name',
	'country_iso_code',
	'city',
	'operator_name',
	'connection_type',
	'analytics_device_id',
	'error_timestamp',
] as const;
