import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import manifest from '../../../package.json';

const id = `${manifest.publisher}.${manifest.name}`;

/**
 * VS Code calls this in its extension host: the processor time that it takes to open a text that wakes the extension, or to activate it
 * before anything else does.
 */
export async function run(): Promise<void> {
	console.log('##STARTED');
	const extension = vscode.extensions.getExtension(id);
	if (!extension || extension.isActive) {
		throw new Error('the extension is missing, or active before anything wakes it');
	}
	const way = process.env['APP_ERRORS_BENCH_WAY'];
	const numbers = await (way === 'activated' ? activating(extension) : opening(extension));
	console.log(`##| ${JSON.stringify(numbers)}`);
	console.log(`##RESULT ${JSON.stringify({ passed: 1, failed: 0 })}`);
}

async function activating(extension: vscode.Extension<unknown>) {
	const before = heapMegabytes();
	const taken = processorTime();
	await extension.activate();
	return { activateMs: taken(), heapMb: heapMegabytes() - before };
}

async function opening(extension: vscode.Extension<unknown>) {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	if (!folder) {
		throw new Error('no folder is open');
	}
	const taken = processorTime();
	const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'any.txt'));
	await vscode.window.showTextDocument(document);
	while (!extension.isActive) {
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	return { openMs: taken() };
}

/** Of the extension host, whatever else the machine does (milliseconds). */
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
