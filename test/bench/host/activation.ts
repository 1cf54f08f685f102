import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import manifest from '../../../package.json';

const id = `${manifest.publisher}.${manifest.name}`;
const idleMs = 10_000;

/** Measures the activation, and then the extension host after the window was idle. */
export async function run(): Promise<void> {
	console.log('##STARTED');
	const extension = vscode.extensions.getExtension<{ readonly ownMs: number }>(id);
	if (!extension) {
		throw new Error('the extension is missing');
	}
	const { ownMs } = await extension.activate();
	await new Promise((resolve) => setTimeout(resolve, idleMs));
	// Until now, VS Code's own extensions were activated too, in an order that depends on the measured extension.
	const { user, system } = process.cpuUsage();
	const hostMs = (user + system) / 1000;
	console.log(`##| ${JSON.stringify({ ownMs, hostMs, ...(await memory()) })}`);
	console.log(`##RESULT ${JSON.stringify({ passed: 1, failed: 0 })}`);
}

async function memory(): Promise<{ readonly heapMb: number; readonly processMb: number }> {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	// A single collection leaves up to 20 MB of objects that only later collections free.
	for (let times = 0; times < 5; times++) {
		collectGarbage();
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const { heapUsed, external, rss } = process.memoryUsage();
	return { heapMb: (heapUsed + external) / 2 ** 20, processMb: rss / 2 ** 20 };
}
