#!/usr/bin/env node
import { join } from 'node:path';
import { engineIn } from '../engine/engineClient';
import { exitCodes } from './options/exitCodes';
import { run } from './run';

/** Constants whose values the build inserts. `packageUrl` can be an empty string. */
declare const packageVersion: string;
declare const packageUrl: string;
declare const leastNode: string;

const { stdout, stderr, argv, versions } = process;
/** Maximum time in milliseconds for a command to end after a signal. The data received so far is already on disk. */
const endsWithinMs = 4_000;

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		ending.abort();
		setTimeout(() => process.exit(exitCodes.cancelled), endsWithinMs).unref();
	});
}
// A closed pipe (EPIPE) is not an error, because the reader may stop early, as `head` does.
stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
	process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.service),
);

const env = { ...process.env };
// Removes the secrets from the environment, so that child processes and the engine's thread don't inherit them.
delete process.env['APP_ERRORS_TOKEN'];
delete process.env['APP_ERRORS_DATABASE_PASSWORD'];
delete process.env['APP_ERRORS_DEVICE_KEY'];

if (versions.node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
	stderr.write(`app-errors requires Node.js ${leastNode} or newer (current version: ${versions.node}).
`);
	process.exitCode = exitCodes.usage;
} else {
	void run(
		argv.slice(2),
		{ stdin: process.stdin, stdout, stderr, env, cwd: process.cwd() },
		{ startEngine: engineIn(join(__dirname, 'engine.js')), version: packageVersion, url: packageUrl },
		ending.signal,
	).then((code) => {
		process.exitCode = code;
	});
}
