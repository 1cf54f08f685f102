import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BodyServer {
	readonly url: string;
	/** Answers with when the next connection was closed, in Unix milliseconds, and what had been sent over it. */
	readonly nextClose: () => Promise<{ readonly closedAt: number; readonly sent: number }>;
	readonly stop: () => void;
}

/** Starts `programs/serveBody.mjs`, which lives as long as this process at most. */
export async function startBodyServer(program: string, ...args: readonly string[]): Promise<BodyServer> {
	const child: ChildProcess = fork(program, args);
	const [{ port }] = await once(child, 'message');
	return {
		url: `http://127.0.0.1:${port}`,
		nextClose: async () => (await once(child, 'message'))[0],
		stop: () => child.disconnect(),
	};
}

/** A folder that is gone when the process ends. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The columns of the file of records that is served. */
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
