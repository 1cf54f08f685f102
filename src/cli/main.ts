import { join } from 'node:path';
import { exitCodes } from './asked/exitCodes';
import { run } from './run';

/** The build writes these here: the version of the package, and the oldest Node that its bundles are for, `22.19`. */
declare const packageVersion: string;
declare const leastNode: string;

const { stdout, stderr, argv, versions } = process;
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => ending.abort());
}
// Whoever reads the output may have read enough.
stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
	process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.service),
);

const env = { ...process.env };
// Neither a program that is started from here nor the engine's thread needs to know them.
delete process.env['APP_ERRORS_TOKEN'];
delete process.env['APP_ERRORS_DATABASE_PASSWORD'];

if (versions.node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
	stderr.write(`app-errors needs Node ${leastNode} or newer; this is ${versions.node}.\n`);
	process.exitCode = exitCodes.usage;
} else {
	void run(
		argv.slice(2),
		{ stdout, stderr, env, cwd: process.cwd() },
		{ engine: join(__dirname, 'engine.js'), version: packageVersion },
		ending.signal,
	).then((code) => {
		process.exitCode = code;
	});
}
