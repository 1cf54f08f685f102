import Module from 'node:module';
import { sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import manifest from '../../../package.json';

const id = `${manifest.publisher}.${manifest.name}`;

/** Measures only the extension's own code, because other code in the host takes longer and varies widely. */
export async function run(): Promise<void> {
	console.log('##STARTED');
	const extension = vscode.extensions.getExtension(id);
	if (!extension || extension.isActive) {
		throw new Error('the extension is missing, or active before anything wakes it');
	}
	const code = timed(extension.extensionPath);
	const way = process.env['APP_ERRORS_BENCH_WAY'];
	const before = heapMegabytes();
	await (way === 'activated' ? extension.activate() : afterStartup(extension));
	const { loadMs, activateMs } = code;
	if (loadMs === 0) {
		throw new Error('the extension was loaded otherwise');
	}
	const heapMb = heapMegabytes() - before;
	console.log(`##| ${JSON.stringify({ ownMs: loadMs + activateMs, ...(way === 'activated' && { heapMb }) })}`);
	console.log(`##RESULT ${JSON.stringify({ passed: 1, failed: 0 })}`);
}

async function afterStartup(extension: vscode.Extension<unknown>): Promise<void> {
	while (!extension.isActive) {
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
}

interface Loading {
	_compile(this: { exports: unknown }, source: string, file: string, ...others: unknown[]): unknown;
}

function timed(folder: string): { readonly loadMs: number; readonly activateMs: number } {
	const times = { loadMs: 0, activateMs: 0 };
	const loading = Module.prototype as unknown as Loading;
	const compile = loading._compile;
	loading._compile = function (source, file, ...others) {
		if (!file.startsWith(folder + sep) || times.loadMs > 0) {
			return compile.call(this, source, file, ...others);
		}
		const loaded = processorTime();
		const result = compile.call(this, source, file, ...others);
		times.loadMs = loaded();
		const own = this.exports as { readonly activate: (context: unknown) => unknown };
		this.exports = {
			...own,
			activate: (context: unknown) => {
				const activated = processorTime();
				const returned = own.activate(context);
				times.activateMs = activated();
				return returned;
			},
		};
		return result;
	};
	return times;
}

function processorTime(): () => number {
	const before = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};
}

function heapMegabytes(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 2 ** 20;
}
